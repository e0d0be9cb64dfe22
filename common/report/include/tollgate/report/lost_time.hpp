// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_summary.hpp>
#include <tollgate/report/result.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tollgate::report {

/// The time that a thread which never waits loses on one CPU. A gap is a piece of this time.
///
///     const report::result run;
///     const std::string text = report::lost_time_text(report::lost_times(run));
struct lost_time {
    std::size_t index = 0;       ///< the index of the case in the result
    std::uint64_t cpu = 0;       ///< the number of the CPU
    measure::estimate share;     ///< the lost share of the watched time
    double longest_gap_ns = 0;   ///< 0: there was no gap
    double longest_gap_at_s = 0; ///< seconds after the first gap of the run
};

/// Returns the lost share of the watched time, between 0 and 1. The share is the lost time of all
/// passes, divided by the watched time of all passes. If the watched time would end inside a gap,
/// the watched time is extended to the end of the gap.
///
/// The range is Student's interval over the passes. With fewer passes than measure::fewest_passes,
/// there is no range. The range does not account for events that are so rare that no pass had one.
/// Pure.
[[nodiscard]] measure::estimate lost_share(const std::vector<measure::watched_time>& passes);

/// The beginning of the first known gap on any CPU, by std::chrono::steady_clock. Pure.
[[nodiscard]] std::int64_t first_gap_ns(const result& run);

/// The lost time of each case that watched a CPU for gaps, in the order of the cases. Pure.
[[nodiscard]] std::vector<lost_time> lost_times(const result& run);

/// A share with two digits, or with more digits if it is nearly 100 %: "4.4 %".
[[nodiscard]] std::string share_text(double share);

/// The smallest and the largest share of all CPUs: "4.4 to 7.6 %". Precondition: there is at least
/// one CPU. Pure.
[[nodiscard]] std::string lost_range_text(const std::vector<lost_time>& of_cpus);

/// "CPU 0 loses 4.4 %, CPU 1 6 to 9 %; longest gap 3.10 ms (CPU 1, 2.4 s after the start)." An
/// uncertain share is printed as an interval. For more than 6 CPUs, the text has the smallest and
/// the largest share, the median, and the three CPUs that lose most. The text has at most two lines
/// of 100 columns. If there are no CPUs, the text is empty. Pure.
[[nodiscard]] std::string lost_time_text(const std::vector<lost_time>& of_cpus);

// Design: each pass has its own share. This share differs from the share of all passes by chance,
// and because of events on the machine during the pass. lost_share computes Student's interval over
// these differences. The watched time of a pass is its weight. This is the linear approximation of
// a ratio of two sums.

} // namespace tollgate::report
