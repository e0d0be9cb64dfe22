// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/report/result.hpp>
#include <tollgate/report/text.hpp>

#include <functional>
#include <string>
#include <vector>

namespace tollgate::report {

// Parts of the texts about a run. A text is a line or more, or empty. All functions are pure.

/// Whether the interval of a ratio is narrow enough to print the ratio: no end is more than twice
/// the ratio, or less than half of it.
[[nodiscard]] bool tells_its_size(const measure::comparison& pair);

/// The last lines of clock_pair_text: the average, and how much it differs from the cost.
[[nodiscard]] std::string clock_pair_average_text(const result& run);

/// Whether a case has a row in the table of costs. The time that a CPU loses has a table of its
/// own; a case of lost time that was not measured is known by its parameter `cpu`.
[[nodiscard]] inline bool has_cost_row(const measure::case_result& each) {
    const auto& [record, summary] = each;
    return record.gaps.watched.empty() && (summary.rounds != 0 || !record.key.has("cpu"));
}

/// Remarks about single cases: a slope that disagrees, repeated or early events, samples off the
/// scale, and the divisor of a value. `name` makes the name of a case.
[[nodiscard]] std::vector<std::string>
case_remarks(const std::vector<measure::case_result>& cases,
             const std::function<std::string(const measure::case_key&)>& name);

/// The clock, the share of fast reference loops, the cache-line latencies, and the number of
/// disturbed batches. In brief only the reference loops.
[[nodiscard]] std::string machine_text(const result& run, bool brief);

} // namespace tollgate::report
