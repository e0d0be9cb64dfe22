// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_record.hpp>
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

/// A number with its 95 % interval; without one where there are too few rounds for it.
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
/// the line through groups of growing size.
struct closure {
    estimate slope_ns;
    double difference = 0; ///< (slope - value) / value
    /// They differ by more than both are uncertain by.
    bool disagrees = false;
};

/// Whether the machine kept its speed: the rounds' first half against their second.
struct steadiness {
    double first_half_ns = 0;
    double second_half_ns = 0;
    bool drifted = false; ///< the medians' 95 % intervals do not meet
};

/// How the values spread over several processes.
struct process_spread {
    std::uint64_t processes = 1;
    std::vector<double> medians_ns; ///< of each, in their order
    double within_ns = 0;           ///< median width of the processes' own intervals
    double between_ns = 0;          ///< from the least to the largest of their medians
    /// Code and stack layout, which differ from process to process, matter more than time.
    bool layout_dominates = false;
};

/// One point of a distribution: so large is the share `beyond` of the operations at least.
struct curve_point {
    double beyond = 0; ///< 0.5 at the median, 0.001 at p99.9
    double raw_ns = 0; ///< nothing taken off
};

/// What is said of a case: all that a reader needs who does not draw conclusions of his own, so
/// that it can be kept without the rounds and the samples. Its figures have ten digits.
struct case_summary {
    estimate value_ns;                              ///< median over rounds
    std::optional<stats::interval> rounds_range_ns; ///< its interval as if processes were alike
    double mean_ns = 0;
    double stddev_ns = 0;
    std::uint64_t rounds = 0;
    std::uint64_t disturbed_rounds = 0;
    std::string disturbed_by;             ///< an example: the first that there was
    std::optional<double> undisturbed_ns; ///< if some rounds were disturbed and others not
    estimate overhead_ns;                 ///< the line's intercept: what observing one group adds
    closure check;
    process_spread spread;
    steadiness halves;
    std::uint64_t samples = 0;
    std::array<percentile, reported_percentiles.size()> percentiles;
    std::optional<double> max_raw_ns;
    std::optional<double> max_corrected_ns;
    std::vector<curve_point> curve; ///< `beyond` falls, as far as ten samples lie beyond
    std::uint64_t early = 0;        ///< samples below zero: of events, those that were early
    std::uint64_t off_scale = 0;    ///< samples beyond the histogram's range
    double slope_mean_ns = 0;       ///< the slope, a round weighed by its operations
    double raw_mean_ns = 0;         ///< mean of the single operations as read, nothing taken off
    double cpu_ns = 0;
    double cpu_user_ns = 0; ///< its parts, as the kernel's samples divide it
    double cpu_system_ns = 0;
    double voluntary_switches = 0;
    double involuntary_switches = 0;
    double units_per_operation = 1;
};

/// Pure; of a record without rounds everything is zero or absent. The distribution is left out
/// where an operation is not the unit that is counted. With several processes whose medians differ
/// by more than each is uncertain, the interval is Student's over the processes' medians, and wide
/// enough to hold all of them.
[[nodiscard]] case_summary summarize(const case_record& record);

/// A case as it was measured, and what is concluded from that: once, when this is made.
struct case_result {
    case_result() = default;
    case_result(case_record seen) : record(std::move(seen)), summary(summarize(record)) {}
    /// Of a record whose rounds were not kept.
    case_result(case_record seen, case_summary concluded)
        : record(std::move(seen)), summary(std::move(concluded)) {}

    case_record record;
    case_summary summary;
};

} // namespace tollgate::measure
