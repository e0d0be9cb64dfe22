// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_record.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace tollgate::measure {

/// A reference loop is fast if its time is at most this factor times the fast level.
inline constexpr double fast_within = 1.03;

/// A cache-line latency is usual if it differs from the usual latency by at most this factor. The
/// host of a virtual machine can place two CPUs in several ways, whose latencies differ by more.
inline constexpr double usual_within = 1.25;

/// A range of reference times. A reference time is the time of a reference loop, or a cache-line
/// latency. A round is quiet if the reference times before and after the round are within this
/// range.
struct quiet_level {
    double ns = 0;      ///< the level; 0: the level is not known, and no round is quiet
    double from_ns = 0; ///< the lower end of the range
    double to_ns = 0;   ///< the upper end of the range

    /// Returns the range for reference loops with the fast level `ns`. The range has no lower
    /// limit.
    [[nodiscard]] static quiet_level fast(double ns) { return {ns, 0, fast_within * ns}; }
    /// Returns the range for cache-line latencies with the usual latency `ns`.
    [[nodiscard]] static quiet_level usual(double ns) {
        return {ns, ns / usual_within, usual_within * ns};
    }
};

/// Returns whether the reference times before and after a round are within the range. Pure.
[[nodiscard]] inline bool is_quiet(const case_round& round, const quiet_level& level) {
    return level.ns > 0 && round.has_references() &&
           (std::min)(round.reference_before_ns, round.reference_after_ns) >= level.from_ns &&
           (std::max)(round.reference_before_ns, round.reference_after_ns) <= level.to_ns;
}

/// The cache-line latencies of two CPUs during a run.
struct cache_line_latency {
    double usual_ns = 0;        ///< the usual latency: the middle of the densest readings
    double usual_share = 0;     ///< the share of readings within `usual_within` of `usual_ns`
    double least_ns = 0;        ///< the smallest reading
    double most_ns = 0;         ///< the largest reading
    std::uint64_t readings = 0; ///< the number of readings
};

/// The speed of the machine during a run, by its reference loops and cache-line latencies.
struct machine_speed {
    /// The fast level of each CPU: the time of a part of a reference loop if nothing slows the loop
    /// down.
    std::map<int, double> fast_ns;
    /// The latencies of each pair of CPUs, the lower CPU first.
    std::map<std::pair<int, int>, cache_line_latency> latencies;
    /// The number of loops before and after batches. A loop between two batches counts twice.
    std::uint64_t loops = 0;
    double fast_share = 0; ///< the share of fast loops
    double slow_ratio = 1; ///< nine in ten loops took at most this factor times the fast level
    /// The share of the time that interrupts took: the median over the passes. See
    /// pass::interrupts_share.
    double interrupts_share = 0;
    /// The 95 % uncertainty of this share. With a single pass: the share itself.
    double interrupts_u95 = 0;

    /// Returns the mean of `fast_ns` over these CPUs; 0 if `fast_ns` lacks one of the CPUs.
    [[nodiscard]] double fast_ns_on(const std::vector<int>& cpus) const {
        double sum = 0;
        for (const int cpu : cpus) {
            const auto entry = fast_ns.find(cpu);
            if (entry == fast_ns.end()) {
                return 0;
            }
            sum += entry->second;
        }
        return cpus.empty() ? 0 : sum / static_cast<double>(cpus.size());
    }

    /// Returns the range of the case's references in quiet rounds.
    [[nodiscard]] quiet_level level_of(const case_record& record) const {
        if (record.latency_of.size() != 2) {
            return quiet_level::fast(fast_ns_on(record.cpus));
        }
        const auto entry = latencies.find({record.latency_of.front(), record.latency_of.back()});
        return entry == latencies.end() ? quiet_level{}
                                        : quiet_level::usual(entry->second.usual_ns);
    }
};

/// Summarizes readings of a latency. The usual latency is the median of the largest set of readings
/// that are within `usual_within` of each other. Without readings, all members are zero. Pure.
[[nodiscard]] cache_line_latency latency_from(std::vector<double> readings_ns);

/// Summarizes the speed of the machine. The function uses the rounds of all cases of a run, the
/// fast levels of the CPUs, and the share of interrupts of each pass. Pure.
[[nodiscard]] machine_speed speed_during(std::span<const case_record> records,
                                         std::map<int, double> fast_ns,
                                         const std::vector<double>& interrupts_shares);

/// Returns the fast level of a CPU. `least_ns` has the fastest part of each reference loop. The
/// fast level is the third fastest of these parts, because the fastest part may be due to luck.
/// Even while the machine is slow, a few parts run at full speed. Without loops, the result is 0.
/// Pure.
[[nodiscard]] double fast_level(std::vector<double> least_ns);

} // namespace tollgate::measure
