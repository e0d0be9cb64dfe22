// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_summary.hpp>
#include <tollgate/report/result.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tollgate::report {

/// The time that a thread which never waits loses on one CPU.
struct lost_time {
    std::size_t index = 0; ///< of its case in the result
    std::uint64_t cpu = 0;
    measure::estimate share;     ///< of the watched time
    double longest_gap_ns = 0;   ///< 0: there was none
    double longest_gap_at_s = 0; ///< after the first gap of the run
};

/// The share of the watched time that was lost, never less than 0 nor more than 1: the sum of the
/// time that was lost in all passes, divided by the sum of the time that was watched. A slice that
/// ends inside a gap lasts until the gap has ended, and all of this time is watched.
///
/// Each pass has its own share. It differs from the share of all passes by chance, and by the
/// events on the machine during that pass. The interval is Student's over these differences, a pass
/// weighed by the time that was watched in it (the linear approximation of a ratio of two sums);
/// none for fewer than measure::fewest_passes. An event that no pass has seen is not in it. Pure.
[[nodiscard]] measure::estimate lost_share(const std::vector<measure::watched_time>& passes);

/// The moment of the first gap that is known, on whichever CPU. Pure.
[[nodiscard]] std::int64_t first_gap_ns(const result& found);

/// One of each case that watched a CPU for gaps, in the cases' order. Pure.
[[nodiscard]] std::vector<lost_time> lost_times(const result& found);

/// "4.4 %": two digits, and more of a share that is nearly the whole.
[[nodiscard]] std::string share_text(double share);

/// "4.4 to 7.6 %": from the CPU that loses least to the one that loses most. Precondition: there is
/// one. Pure.
[[nodiscard]] std::string lost_range_text(const std::vector<lost_time>& of_cpus);

/// "CPU 0 loses 4.4 %, CPU 1 6 to 9 %; longest gap 3.10 ms (CPU 1, 2.4 s after the start)." A share
/// that is not sure is an interval. Of more than 6 CPUs it has the range, the median, and the three
/// that lose most. At most two lines of 100 columns; empty without CPUs. Pure.
[[nodiscard]] std::string lost_time_text(const std::vector<lost_time>& of_cpus);

} // namespace tollgate::report
