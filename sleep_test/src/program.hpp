// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/program.hpp>
#include <tollgate/measure/case_summary.hpp>
#include <tollgate/report/result.hpp>

#include <string>
#include <vector>

namespace tollgate::sleep_test {

/// How much later a sleeper wakes up for each millisecond that it would have slept on. A sleeper
/// that is woken does not depend on that; one that looks now and then whether it should wake up
/// does.
struct slice_slope {
    std::string cases;           ///< sleep/wake_latency/sleeper:S/slice_ms:*/placement:P
    measure::estimate ns_per_ms; ///< median over rounds; needs two slices
    double shortest_ms = 0;
    double longest_ms = 0;

    /// The interval lies above one part in a thousand of the slice.
    [[nodiscard]] bool depends() const;
};

/// One for each sleeper and placement that was measured with several slices. The slope of a round
/// is that of the line through its medians, a robust one. Pure.
[[nodiscard]] std::vector<slice_slope> slice_slopes(const report::result& seen);

/// A line each; empty if there are none.
[[nodiscard]] std::string slope_text(const report::result& seen);

/// A proof of work of the whole run: a line for each that depends.
[[nodiscard]] std::vector<std::string> failed_slopes(const report::result& seen);

/// ./testSleep as a value: its options, its cases, its words.
[[nodiscard]] cli::program describe_program();

/// Means over the time slice, interrupted and timed out, a column for each sleeper, in µs: what the
/// benchmark prints that asked this question first. Empty if nothing was measured for it. Pure.
[[nodiscard]] std::string ancestor_table(const report::result& seen);

} // namespace tollgate::sleep_test
