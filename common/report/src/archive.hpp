// SPDX-License-Identifier: BSL-1.0
#pragma once

// Each record is described once, for writing and for reading:
//
//     void describe(auto& file, is_a<measure::estimate> auto& one) {
//         file.field("value", one.value);
//         file.field("range", one.range);
//     }
//
// `describe` names the members of an object. `row` gives the cells of a compact row, which is an
// array, as a tuple of references; a list of texts at its end takes all that is left. An archive
// gives each its JSON, or takes it from there. What is read is strict: if a member is missing, of
// another type, or too large for its field, the key is named by an unreadable_result.

#include <tollgate/report/json.hpp>

#include <nlohmann/json.hpp>

#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace tollgate::report {

/// A record, which is constant while it is written.
template <class T, class Record>
concept is_a = std::same_as<std::remove_const_t<T>, Record>;

/// Whether this archive reads: what follows from what was read is done then.
template <class Archive>
inline constexpr bool is_reader = std::remove_reference_t<Archive>::reads;

/// What a row is asked for with.
struct as_row {};

/// Whether rows of these have numbers without a ".0": most of most rounds are 0.
template <class Record>
inline constexpr bool has_short_numbers = false;

/// What is written keeps the order of its keys.
using json = nlohmann::ordered_json;
/// What is read has trees for objects: one with a million keys costs no more than reading it.
using read_value = nlohmann::json;

[[noreturn]] inline void refuse(std::string_view key, std::string_view why) {
    throw unreadable_result("\"" + std::string(key) + "\" " + std::string(why));
}

/// A check of a value gives the reason why it is wrong, or null.
struct unchecked {
    constexpr const char* operator()(const auto& /*value*/) const { return nullptr; }
};

/// What a list may hold if work that grows faster than its length is done with it.
template <std::size_t Most>
struct at_most {
    constexpr const char* operator()(const auto& list) const {
        return list.size() > Most ? "holds more than this program copes with" : nullptr;
    }
};

template <class T>
concept scalar = std::is_arithmetic_v<T> || std::same_as<T, std::string>;

} // namespace tollgate::report
