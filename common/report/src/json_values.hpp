// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/report/result.hpp>

#include <nlohmann/json.hpp>

#include <string>

namespace tollgate::report {

/// Keys keep the order in which they are written.
using json = nlohmann::ordered_json;

/// The text of a file. What is not UTF-8 is replaced.
[[nodiscard]] std::string text_of(const json& whole);

/// The values of a result, to JSON and back. What `read_*` gets must hold what `write_*` wrote;
/// nlohmann's exceptions pass through.

[[nodiscard]] json write_calibration(const measure::calibration& clock);
[[nodiscard]] measure::calibration read_calibration(const json& from);

[[nodiscard]] json write_verdict(const measure::verdict& one);
[[nodiscard]] measure::verdict read_verdict(const json& from);

[[nodiscard]] json write_record(const measure::case_record& record);
[[nodiscard]] measure::case_record read_record(const json& from);

[[nodiscard]] json write_classical(const classical_figure& figure);
[[nodiscard]] classical_figure read_classical(const json& from);

/// The part of the context that Google Benchmark has no field for.
[[nodiscard]] json write_about(const context& about);
[[nodiscard]] context read_about(const json& from);

} // namespace tollgate::report
