// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/report/result.hpp>
#include <tollgate/report/text.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace tollgate::report {

// Parts of the texts about a run. A text is a line or more, or empty. All functions are pure.

/// Whether the interval of a ratio is narrow enough to print the ratio: no end is more than twice
/// the ratio, or less than half of it.
[[nodiscard]] bool tells_its_size(const measure::comparison& pair);

/// "fiber/yield and 3 more". Precondition: there is a name.
[[nodiscard]] std::string first_and_more(const std::vector<std::string_view>& names);

/// Remarks about single cases: a slope that disagrees, repeated or early events, samples off the
/// scale, and the divisor of a value.
[[nodiscard]] std::vector<std::string> case_remarks(const std::vector<measure::case_result>& cases);

/// The clock, the share of fast reference loops, the cache-line latencies, and the number of
/// disturbed batches.
[[nodiscard]] std::string machine_text(const result& run, extent detail);

} // namespace tollgate::report
