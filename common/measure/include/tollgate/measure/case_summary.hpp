// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_record.hpp>
#include <tollgate/measure/machine_speed.hpp>
#include <tollgate/stats/interval.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::measure {

/// The share of intervals that may miss the true value: for one figure, or for several figures that
/// are judged together.
inline constexpr double error_level = 0.05;
/// The confidence of all intervals, 95 %.
inline constexpr double confidence = 1 - error_level;

/// A number with its 95 % interval; without an interval if it comes from a single pass.
struct estimate {
    double value = 0;                     ///< the number
    std::optional<stats::interval> range; ///< need not be symmetric around `value`

    /// The difference between the value and the farther end of its interval: the number after a ±.
    [[nodiscard]] std::optional<double> uncertainty() const;
};

/// A quantile of the single operations. Absent if there are too few samples for it.
struct percentile {
    double p = 0;                       ///< 0.5 for the median
    std::optional<double> raw_ns;       ///< as it was read
    std::optional<double> corrected_ns; ///< less the overhead; negative values stay
};

/// The percentiles that are reported.
inline constexpr std::array reported_percentiles{0.50, 0.90, 0.99, 0.999};

/// Whether two methods agree about the cost of one operation: the untimed loop, and the slope of
/// the line through groups of growing size. The loop's time contains interrupts, and the line
/// leaves them out. So the slope is expected to be smaller by the interrupts' share.
struct closure {
    estimate slope_ns;           ///< by the line
    double difference = 0;       ///< (slope - value) / value
    double interrupts_share = 0; ///< of the loop's time
    /// The interval of the sum of the difference and the interrupts' share.
    std::optional<stats::interval> unexplained;
    /// The interval excludes 0.
    bool disagrees = false;
};

/// Quiet rounds are used only if the reference times explain this share of the rounds' variance.
/// Otherwise they say nothing about the case.
inline constexpr double least_explained = 0.1;

/// Whether the overhead is known well enough to be subtracted from this length. An overhead of more
/// than three readings is not that of reading the clock: then the operation waits for other
/// threads, or there are two kinds of operations, and the line describes one kind. `reading_ns`:
/// the cost of a clock reading; 0: not known. Pure.
[[nodiscard]] bool may_be_corrected(double raw_ns, const estimate& overhead_ns, double reading_ns);

/// One point of a distribution: the share `beyond` of the operations took at least `raw_ns`.
struct curve_point {
    double beyond = 0; ///< 0.5 at the median, 0.001 at p99.9
    double raw_ns = 0; ///< nothing subtracted
};

/// The figures of a case that a reader needs, if the reader does not draw conclusions from rounds
/// and samples. So a summary can be kept without them.
struct case_summary {
    /// The printed value: `quiet_ns` if there is one, else `as_it_is_ns`.
    estimate value_ns;
    /// Of all rounds, whatever the machine was doing.
    estimate as_it_is_ns;
    /// Of the rounds with quiet references before and after: fast loops, or two CPUs with their
    /// typical cache-line latency. Present if there are such rounds in at least `fewest_passes`
    /// passes, because layouts differ between quiet passes, too, and if the references explain at
    /// least `least_explained`.
    std::optional<estimate> quiet_ns;
    /// The figure of each pass that contributes to `value_ns`, in the passes' order.
    std::vector<double> pass_figures_ns;
    std::vector<std::uint64_t> figure_passes; ///< the pass of each of them, ascending
    /// If `value_ns` is the quiet one: the mean of all rounds of each pass; else empty.
    std::vector<double> all_rounds_passes_ns;
    std::uint64_t passes = 0;       ///< in which the case was measured
    double mean_ns = 0;             ///< of all rounds
    double stddev_ns = 0;           ///< of all rounds
    std::uint64_t rounds = 0;       ///< all of them
    std::uint64_t quiet_rounds = 0; ///< of `rounds`
    /// The level of quiet rounds' references; empty for a summary that was read without rounds.
    quiet_level quiet_references;
    /// The share of the rounds' variance that the references explain: the squared correlation of
    /// the logarithms, less the share that unrelated figures would explain. 0 if nothing varied, or
    /// if the case is fast when the loops are slow.
    double explained = 0;
    std::uint64_t disturbed_rounds = 0; ///< with stolen time, or a CPU that was taken or slowed
    std::string disturbed_by;           ///< the first disturbance, as an example
    estimate overhead_ns;               ///< the line's intercept: the cost of observing one group
    closure check;                      ///< the two methods compared
    std::uint64_t samples = 0;          ///< their number
    std::array<percentile, reported_percentiles.size()> percentiles; ///< the reported ones
    std::optional<double> max_raw_ns;                                ///< the largest sample
    std::optional<double> max_corrected_ns;                          ///< less the overhead
    std::vector<curve_point> curve;  ///< `beyond` falls; ten samples at least are beyond each point
    std::uint64_t early = 0;         ///< samples below zero: of events, early ones
    std::uint64_t off_scale = 0;     ///< samples beyond the histogram's range
    double raw_mean_ns = 0;          ///< mean of the single operations as read, nothing subtracted
    double cpu_ns = 0;               ///< CPU time of one operation
    double cpu_user_ns = 0;          ///< its user part, as the kernel's samples divide it
    double cpu_system_ns = 0;        ///< its system part
    double voluntary_switches = 0;   ///< for each operation
    double involuntary_switches = 0; ///< for each operation
    double units_per_operation = 1;  ///< the median of the rounds
};

/// Summarizes a case. Of a record without rounds everything is zero or absent. `during` decides
/// which rounds are quiet, and holds the interrupts' share. Pure.
[[nodiscard]] case_summary summarize(const case_record& record, const machine_speed& during = {});

// Design: rounds that are close in time are alike, so the pass is the unit of the intervals. Of all
// rounds, a pass contributes their mean, because slow rounds belong to the cost. Of the quiet
// rounds it contributes their median.
//
// The value is the estimate of Hodges and Lehmann over the passes: the median of the means of all
// pairs. A bad pass moves it little. Its interval is that of Wilcoxon's signed ranks (see
// stats/signed_rank.hpp), extended to Student's on the side on which the mean is. For quiet rounds,
// and for fewer than `fewest_passes`, it is Student's. checks/acceptance/simulate_intervals.cpp
// shows the coverage of each. Neither contains what happened in no pass. A single pass has no
// interval.
//
// The distribution is left out if an operation is not the unit that is counted. A percentile is
// left out if its overhead is not small.

/// A case as it was measured, and its summary, which is computed once, by the constructor.
struct case_result {
    /// An empty record.
    case_result() = default;
    /// Summarizes the record without the machine's speed.
    case_result(case_record measured) : record(std::move(measured)), summary(summarize(record)) {}
    /// Of a record whose rounds were not kept, or a summary that uses the machine's speed.
    case_result(case_record measured, case_summary concluded)
        : record(std::move(measured)), summary(std::move(concluded)) {}

    case_record record;   ///< as it was measured
    case_summary summary; ///< computed from the record
};

/// All cases of a run, each summarized with the machine's speed during the run. Pure.
[[nodiscard]] std::vector<case_result> conclude(std::vector<case_record> records,
                                                const machine_speed& during);

} // namespace tollgate::measure
