// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "json_fields.hpp"

#include <tollgate/report/json.hpp>
#include <tollgate/report/result.hpp>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::report {

/// Keys keep the order in which they are written.
using json = nlohmann::ordered_json;

/// Still read are version 1, in which a round was an object, and version 2, in which it had no
/// reference loops and a file one twin.
inline constexpr std::uint64_t format_version = 3;

/// The text of a file: an entry a line, so that two files can be told apart by lines. What is not
/// UTF-8 is replaced.
[[nodiscard]] std::string text_of(const json& whole, letters in = letters::utf8);

/// The values of a result, to JSON and back. What `read_*` gets must hold what `write_*` wrote;
/// otherwise it throws std::invalid_argument.

/// Null where there is none.
[[nodiscard]] json write_interval(const std::optional<stats::interval>& range);
[[nodiscard]] std::optional<stats::interval> read_interval(const read_value& from, const char* key);

[[nodiscard]] json write_calibration(const measure::calibration& clock);
[[nodiscard]] measure::calibration read_calibration(const read_value& from);

[[nodiscard]] json write_verdict(const environment::verdict& one);
[[nodiscard]] environment::verdict read_verdict(const read_value& from);

/// `name`, `path` and `parameters`, to be members of an object. A file from before cases carried
/// their parameters has the name alone.
void write_key(const measure::case_key& key, json& to);
[[nodiscard]] measure::case_key read_key(const read_value& from);
[[nodiscard]] bool has_guessed_key(const read_value& from);

/// The most gaps of a case in a digest; they are the longest.
inline constexpr std::size_t most_gaps_of_digest = 1'000;

/// A case without its measurements, except its gaps, of which at most `most_gaps` are listed.
[[nodiscard]] json write_case(const measure::case_record& record, std::size_t most_gaps);
[[nodiscard]] measure::case_record read_case(const read_value& from);

[[nodiscard]] json write_record(const measure::case_record& record);
/// A record's rounds are read one by one, before the rest of it. Of rows it says itself which were
/// disturbed.
[[nodiscard]] measure::case_record read_record(const read_value& from,
                                               std::vector<measure::case_round> rounds, bool rows);

[[nodiscard]] json write_classical(const classical_figure& figure);
[[nodiscard]] classical_figure read_classical(const read_value& from);

/// The part of the context that Google Benchmark has no field for.
[[nodiscard]] json write_about(const context& about);
[[nodiscard]] context read_about(const read_value& from);

} // namespace tollgate::report
