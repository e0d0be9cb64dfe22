// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/program.hpp>
#include <tollgate/report/case_words.hpp>
#include <tollgate/report/result.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace tollgate::sleep_test {

/// A self-check of the whole run: a line for each sleeper and placement whose wake delay grows with
/// the interval by more than one part in a thousand. A sleeper that is woken does not know how long
/// it would have slept; a sleeper that polls depends on it. The slope of a round is the slope of a
/// robust line through its medians; the slope of a pass is the median of its rounds. It takes
/// several intervals and passes. Pure.
[[nodiscard]] std::vector<std::string> failed_slopes(const report::result& result);

/// A line for each sleeper and placement with several intervals but too few passes for that. Pure.
[[nodiscard]] std::vector<std::string> slopes_not_judged(const report::result& result);

/// What the waiters of the sweep gap_us cost, in a table and in sentences. Empty without such
/// cases. Pure.
[[nodiscard]] std::string spin_or_sleep_text(const report::result& result, std::size_t columns);

/// ./testSleep as a value: its options, cases and texts.
[[nodiscard]] cli::program describe_program();

/// Words for the headline cases.
[[nodiscard]] std::vector<report::case_words> case_names();

} // namespace tollgate::sleep_test
