// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::report {

/// What was read. Its objects are trees, so that one with a million keys costs no more than reading
/// it; what is written keeps its order instead.
using read_value = nlohmann::json;

/// The fields of an object, each as exactly the type that it must have: a number that does not fit
/// is none, where nlohmann's own conversions would cast it. All throw std::invalid_argument that
/// names the key.
[[nodiscard]] const read_value& member(const read_value& from, const char* key);
[[nodiscard]] const read_value& list(const read_value& from, const char* key);
[[nodiscard]] std::uint64_t whole(const read_value& from, const char* key);
[[nodiscard]] std::int64_t signed_whole(const read_value& from, const char* key);
[[nodiscard]] int small_whole(const read_value& from, const char* key);
[[nodiscard]] double number(const read_value& from, const char* key);
[[nodiscard]] bool flag(const read_value& from, const char* key);
[[nodiscard]] std::string text(const read_value& from, const char* key);
[[nodiscard]] std::vector<std::string> texts(const read_value& from, const char* key);
[[nodiscard]] std::vector<int> small_wholes(const read_value& from, const char* key);
[[nodiscard]] std::vector<double> numbers(const read_value& from, const char* key);
/// Two CPUs, the lower one first.
[[nodiscard]] std::pair<int, int> two_cpus(const read_value& from, const char* key);

/// The values themselves; `key` is what the message calls them.
[[nodiscard]] std::uint64_t as_whole(const read_value& value, const char* key);
[[nodiscard]] int as_small_whole(const read_value& value, const char* key);
[[nodiscard]] std::int64_t as_signed_whole(const read_value& value, const char* key);
[[nodiscard]] std::string as_text(const read_value& value, const char* key);

} // namespace tollgate::report
