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

/// The largest share of runs in which an interval misses the true value. For figures that are
/// judged together: in which at least one of their intervals misses the true value.
inline constexpr double error_level = 0.05;
/// The confidence of all intervals, 95 %.
inline constexpr double confidence = 1 - error_level;

/// A number with its 95 % interval. A number from a single pass has no interval.
struct estimate {
    double value = 0; ///< the number
    /// The interval. It need not be symmetric around `value`.
    std::optional<stats::interval> range;

    /// Returns the distance from the value to the farther end of the interval: the number after ±.
    [[nodiscard]] std::optional<double> uncertainty() const;
};

/// A quantile of the times of single operations. The times are absent if there are too few samples
/// for this quantile, or if an operation has several counted units.
struct percentile {
    double p = 0;                 ///< the probability, such as 0.5 for the median
    std::optional<double> raw_ns; ///< the measured time, with nothing subtracted
    /// `raw_ns` minus the overhead. Absent, too, if may_be_corrected returns false.
    std::optional<double> corrected_ns;
    /// The interval of `corrected_ns`, over the passes. Absent, too, if there are too few passes or
    /// samples beyond the quantile.
    std::optional<stats::interval> range_ns{};
};

/// The percentiles that are reported.
inline constexpr std::array reported_percentiles{0.50, 0.90, 0.99, 0.999};

/// The closure test: do two methods agree about the cost of one operation? One method is the
/// untimed loop. The other method is the slope of the line through groups of growing size. The
/// loop's time contains interrupts, but the line leaves interrupts out. So the slope should be
/// smaller by the share of the interrupts.
struct closure {
    estimate slope_ns;           ///< the cost of one operation, by the line
    double difference = 0;       ///< (slope - value) / value
    double interrupts_share = 0; ///< the share of the loop's time that interrupts take
    /// The interval of `difference + interrupts_share`.
    std::optional<stats::interval> unexplained;
    /// Whether the interval `unexplained` excludes 0.
    bool disagrees = false;
};

/// Quiet rounds are used only if the reference times explain at least this share of the variance
/// between rounds. If they explain less, the reference times have nothing to do with the case.
inline constexpr double least_explained = 0.1;

/// Returns whether the overhead is known well enough to be subtracted from the time `raw_ns`.
///
/// An overhead of more than three clock readings is not the cost of reading the clock. Either the
/// operation waits for other threads, or there are two kinds of operations and the line describes
/// only one kind. `reading_ns` is the cost of a clock reading; 0: not known. Pure.
[[nodiscard]] bool may_be_corrected(double raw_ns, const estimate& overhead_ns, double reading_ns);

/// One point of a distribution: the share `beyond` of the operations took at least `raw_ns`.
struct curve_point {
    double beyond = 0; ///< 0.5 at the median, 0.001 at p99.9
    double raw_ns = 0; ///< the measured time, with nothing subtracted
};

/// The figures of a case. A summary can be stored without the rounds and samples, because only
/// conclusions from single rounds or samples need the rounds and samples.
struct case_summary {
    /// The value for comparisons: `quiet_ns` if present, else `as_it_is_ns`.
    estimate value_ns;
    /// The printed cost: the value from all rounds, whatever the machine did.
    estimate as_it_is_ns;
    /// The value from the quiet rounds. In a quiet round, the references before and after the batch
    /// are fast loops, or usual cache-line latencies of two CPUs.
    ///
    /// Present under two conditions. At least `fewest_passes` passes have quiet rounds, because
    /// memory layouts differ between quiet passes, too. The references explain at least the share
    /// `least_explained` of the variance between rounds.
    std::optional<estimate> quiet_ns;
    /// The figure of each pass that contributes to `value_ns`, in the order of the passes.
    std::vector<double> pass_figures_ns;
    /// The numbers of the passes of `pass_figures_ns`, ascending.
    std::vector<std::uint64_t> figure_passes;
    /// The mean of all rounds of each pass, if `value_ns` is the quiet value. Otherwise empty.
    std::vector<double> all_rounds_passes_ns;
    std::uint64_t passes = 0;       ///< the number of passes in which the case was measured
    double mean_ns = 0;             ///< the mean over all rounds
    double stddev_ns = 0;           ///< the standard deviation over all rounds
    std::uint64_t rounds = 0;       ///< the number of all rounds
    std::uint64_t quiet_rounds = 0; ///< the number of quiet rounds
    /// The range of the references in quiet rounds. Empty if the summary was read without rounds.
    quiet_level quiet_references;
    /// The share of the variance between rounds that the references explain: the squared
    /// correlation of the logarithms of values and references, minus the share that unrelated
    /// figures would explain. The share is 0 if nothing varied, or if the case is fast when the
    /// references are slow.
    double explained = 0;
    /// The number of rounds with stolen time, or with a CPU that was taken away or slowed down.
    std::uint64_t disturbed_rounds = 0;
    std::string disturbed_by;  ///< the first disturbance, as an example
    estimate overhead_ns;      ///< the line's intercept: the cost of timing one group
    closure check;             ///< the closure test
    std::uint64_t samples = 0; ///< the number of samples
    /// The quantiles of `reported_percentiles`.
    std::array<percentile, reported_percentiles.size()> percentiles;
    std::optional<double> max_raw_ns;       ///< the largest sample
    std::optional<double> max_corrected_ns; ///< the largest sample minus the overhead
    /// The distribution. `beyond` decreases, and at least ten samples are beyond each point.
    std::vector<curve_point> curve;
    std::uint64_t early = 0;         ///< the number of samples below zero, such as early events
    std::uint64_t off_scale = 0;     ///< the number of samples beyond the histogram's range
    double raw_mean_ns = 0;          ///< the mean time of single operations, nothing subtracted
    double cpu_ns = 0;               ///< the CPU time of one operation
    double cpu_user_ns = 0;          ///< the user part of `cpu_ns`, by the kernel's sampling
    double cpu_system_ns = 0;        ///< the system part of `cpu_ns`
    double voluntary_switches = 0;   ///< the switches of one operation because a thread waited
    double involuntary_switches = 0; ///< the switches of one operation because of preemption
    double units_per_operation = 1;  ///< the median over the rounds
};

/// Summarizes a case. If the record has no rounds, everything is zero or absent. `during` decides
/// which rounds are quiet, and contains the share of the interrupts. Pure.
[[nodiscard]] case_summary summarize(const case_record& record, const machine_speed& during = {});

// Design: rounds that are close in time are alike. So the intervals are computed over passes, not
// over rounds. For the value as it is, the figure of a pass is the mean of its rounds, because slow
// rounds belong to the cost. For the quiet value, the figure is the median of the quiet rounds.
//
// The value is the estimate of Hodges and Lehmann over the passes: the median of the means of all
// pairs of passes. A bad pass changes this estimate little. The interval is the interval of
// Wilcoxon's signed ranks (see stats/signed_rank.hpp), extended to Student's interval on the side
// of the mean. For quiet rounds, and for fewer than `fewest_passes`, the interval is Student's.
// checks/acceptance/simulate_intervals.cpp shows the coverage of both intervals. Neither interval
// contains events that happened in no pass. A single pass has no interval.
//
// The distribution is left out if an operation has several counted units. A corrected percentile is
// left out if the overhead must not be subtracted (see may_be_corrected).

/// A measured case and its summary. The constructor computes the summary once.
struct case_result {
    /// Makes a result with an empty record.
    case_result() = default;
    /// Summarizes the record without the speed of the machine.
    case_result(case_record measured) : record(std::move(measured)), summary(summarize(record)) {}
    /// Takes a summary that was computed before: with the speed of the machine, or from rounds that
    /// were not stored.
    case_result(case_record measured, case_summary concluded)
        : record(std::move(measured)), summary(std::move(concluded)) {}

    case_record record;   ///< the measurements
    case_summary summary; ///< the figures that were computed from the measurements
};

/// Summarizes all cases of a run with the machine's speed during the run. Replaces the samples of
/// each pass by the intervals of the percentiles. Pure.
[[nodiscard]] std::vector<case_result> conclude(std::vector<case_record> records,
                                                const machine_speed& during);

} // namespace tollgate::measure
