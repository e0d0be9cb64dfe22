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

/// The share of intervals that may miss what they are of, for one figure or for several that are
/// judged together.
inline constexpr double error_level = 0.05;
inline constexpr double confidence = 1 - error_level;

/// A number with its 95 % interval; without one where a single pass tells it.
struct estimate {
    double value = 0;
    std::optional<stats::interval> range;

    /// Distance from the value to the farther end of its interval, which need not be symmetric:
    /// what stands behind a ±.
    [[nodiscard]] std::optional<double> uncertainty() const;
};

/// A quantile of the single operations. Absent where there are too few samples for it.
struct percentile {
    double p = 0;
    std::optional<double> raw_ns;
    std::optional<double> corrected_ns; ///< less the overhead; negative values stay
};

/// The percentiles that are reported.
inline constexpr std::array reported_percentiles{0.50, 0.90, 0.99, 0.999};

/// Whether the two ways to the cost of one operation agree: the unobserved loop, and the slope of
/// the line through groups of growing size. The loop contains the interrupts of its time, the line
/// throws them out: that much less is expected of the slope.
struct closure {
    estimate slope_ns;
    double difference = 0;       ///< (slope - value) / value
    double interrupts_share = 0; ///< of the loop's time
    /// Of the difference and the interrupts' share together.
    std::optional<stats::interval> unexplained;
    /// The interval excludes 0.
    bool disagrees = false;
};

/// Quiet rounds are a choice of rounds that makes sense only where the reference loops tell
/// something of the case: this share of the rounds' variance.
inline constexpr double least_explained = 0.1;

/// Whether what observing adds is known well enough to be taken off this: more than three readings
/// are no overhead of reading, because then what is observed waits for other threads, or is of two
/// kinds of which the line knows one. `reading_ns`: what a reading costs; 0: not known. Pure.
[[nodiscard]] bool may_be_corrected(double raw_ns, const estimate& overhead_ns, double reading_ns);

/// One point of a distribution: so large is the share `beyond` of the operations at least.
struct curve_point {
    double beyond = 0; ///< 0.5 at the median, 0.001 at p99.9
    double raw_ns = 0; ///< nothing taken off
};

/// What is said of a case: all that a reader needs who does not draw conclusions of his own, so
/// that it can be kept without the rounds and the samples.
struct case_summary {
    /// What is printed: the quiet one if there is one, else the other.
    estimate value_ns;
    /// Whatever the machine was going through.
    estimate as_it_is_ns;
    /// Of the rounds with quiet references on either side (fast loops, or two CPUs as far from each
    /// other as they mostly were), if there were any in at least `fewest_passes` passes, since
    /// layouts differ between quiet ones, too, and the loops explain at least `least_explained`.
    std::optional<estimate> quiet_ns;
    /// Of what value_ns is of: the figure of each pass that has one, in their order.
    std::vector<double> pass_figures_ns;
    std::vector<std::uint64_t> figure_passes; ///< the pass of each of them, ascending
    /// Where that is the quiet one: of all rounds, the mean of each pass; else empty.
    std::vector<double> all_rounds_passes_ns;
    std::uint64_t passes = 0; ///< that it was measured in
    double mean_ns = 0;       ///< of all rounds
    double stddev_ns = 0;
    std::uint64_t rounds = 0;
    std::uint64_t quiet_rounds = 0; ///< of those
    /// Where the references of quiet rounds are; of a digest, which has no rounds, nothing.
    quiet_level quiet_references;
    /// The share of the rounds' variance that the reference loops explain: the squared correlation
    /// of the logarithms, less what as many unrelated figures would have. 0 where nothing varied,
    /// or the case is fast when the loops are slow.
    double explained = 0;
    std::uint64_t disturbed_rounds = 0; ///< in which time was stolen, or the CPU taken or slowed
    std::string disturbed_by;           ///< an example: the first that there was
    estimate overhead_ns;               ///< the line's intercept: what observing one group adds
    closure check;
    std::uint64_t samples = 0;
    std::array<percentile, reported_percentiles.size()> percentiles;
    std::optional<double> max_raw_ns;
    std::optional<double> max_corrected_ns;
    std::vector<curve_point> curve; ///< `beyond` falls, as far as ten samples lie beyond
    std::uint64_t early = 0;        ///< samples below zero: of events, those that were early
    std::uint64_t off_scale = 0;    ///< samples beyond the histogram's range
    double raw_mean_ns = 0;         ///< mean of the single operations as read, nothing taken off
    double cpu_ns = 0;
    double cpu_user_ns = 0; ///< its parts, as the kernel's samples divide it
    double cpu_system_ns = 0;
    double voluntary_switches = 0;
    double involuntary_switches = 0;
    double units_per_operation = 1;
};

/// Pure; of a record without rounds everything is zero or absent. `during` tells the record's quiet
/// rounds from its others, and what interrupts took.
///
/// Rounds that are close in time are alike, so that the unit is the pass. As it is, a pass has the
/// mean of its rounds, since slow ones belong to it; its quiet rounds have their median. The value
/// is the estimate of Hodges and Lehmann over the passes, the median of the means of all pairs,
/// which survives a bad pass. Its interval is that of Wilcoxon's signed ranks (see
/// stats/signed_rank.hpp), as far as Student's on the side on which the mean lies; for quiet rounds
/// and for fewer than `fewest_passes` it is Student's: checks/acceptance/simulate_intervals.cpp
/// shows what each covers. What no pass has seen is in neither, and a single pass has no interval.
/// The distribution is left out where an operation is not the unit that is counted; a percentile,
/// where what has to be taken off is not small beside it.
[[nodiscard]] case_summary summarize(const case_record& record, const machine_speed& during = {});

/// A case as it was measured, and what is concluded from that: once, when this is made.
struct case_result {
    case_result() = default;
    case_result(case_record seen) : record(std::move(seen)), summary(summarize(record)) {}
    /// Of a record whose rounds were not kept, or with the speed of the machine taken into account.
    case_result(case_record seen, case_summary concluded)
        : record(std::move(seen)), summary(std::move(concluded)) {}

    case_record record;
    case_summary summary;
};

/// All cases of a run, each summarized by the speed that the machine had. Pure.
[[nodiscard]] std::vector<case_result> conclude(std::vector<case_record> records,
                                                const machine_speed& during);

} // namespace tollgate::measure
