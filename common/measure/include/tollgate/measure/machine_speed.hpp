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

/// A reference loop is fast up to this many times the fast level.
inline constexpr double fast_within = 1.03;

/// A cache-line latency is usual from the usual latency divided by this number up to this many
/// times the usual latency. The latencies that a host can give two CPUs differ by more.
inline constexpr double usual_within = 1.25;

/// The range of the references before and after a round while the round is quiet.
struct quiet_level {
    double ns = 0;      ///< the level itself; 0: not known, and no round is quiet
    double from_ns = 0; ///< the lower end
    double to_ns = 0;   ///< the upper end

    /// The level of reference loops, which are never too fast.
    [[nodiscard]] static quiet_level fast(double ns) { return {ns, 0, fast_within * ns}; }
    /// The level of cache-line latencies.
    [[nodiscard]] static quiet_level usual(double ns) {
        return {ns, ns / usual_within, usual_within * ns};
    }
};

/// Whether the references before and after a round are at this level. Pure.
[[nodiscard]] inline bool is_quiet(const case_round& round, const quiet_level& level) {
    return level.ns > 0 && round.has_references() &&
           (std::min)(round.reference_before_ns, round.reference_after_ns) >= level.from_ns &&
           (std::max)(round.reference_before_ns, round.reference_after_ns) <= level.to_ns;
}

/// The cache-line latencies of two CPUs during a run.
struct cache_line_latency {
    double usual_ns = 0;        ///< the middle of the densest readings
    double usual_share = 0;     ///< of the readings that are within `usual_within` of it
    double least_ns = 0;        ///< the smallest reading
    double most_ns = 0;         ///< the largest reading
    std::uint64_t readings = 0; ///< their number
};

/// The speed of the machine during a run, by its reference loops.
struct machine_speed {
    /// The time of a part of a loop on each CPU when nothing slows it down.
    std::map<int, double> fast_ns;
    /// The latencies of two CPUs, the lower CPU first.
    std::map<std::pair<int, int>, cache_line_latency> latencies;
    /// The loops before and after batches; a loop between two batches counts for both.
    std::uint64_t loops = 0;
    double fast_share = 0;       ///< the share of fast loops
    double slow_ratio = 1;       ///< nine in ten loops took at most this many times the fast level
    double interrupts_share = 0; ///< of the time, the median over passes; see pass
    double interrupts_u95 = 0;   ///< its 95 % uncertainty; with a single pass, the whole share

    /// The mean of `fast_ns` over these CPUs; 0 if it is not known for all of them.
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

    /// The quiet level of a case's references.
    [[nodiscard]] quiet_level level_of(const case_record& record) const {
        if (record.latency_of.size() != 2) {
            return quiet_level::fast(fast_ns_on(record.cpus));
        }
        const auto entry = latencies.find({record.latency_of.front(), record.latency_of.back()});
        return entry == latencies.end() ? quiet_level{}
                                        : quiet_level::usual(entry->second.usual_ns);
    }
};

/// Summarizes latency readings. The usual latency is the median of the largest set of readings that
/// are within `usual_within` of each other. Without readings, all is zero. Pure.
[[nodiscard]] cache_line_latency latency_from(std::vector<double> readings_ns);

/// The speed by the rounds of all cases of a run, by the CPUs' fast levels, and by each pass's
/// share of interrupts. Pure.
[[nodiscard]] machine_speed speed_during(std::span<const case_record> records,
                                         std::map<int, double> fast_ns,
                                         const std::vector<double>& interrupts_shares);

/// The fast level of a CPU, from the fastest part of each of its loops: the third fastest of them.
/// The fastest may be due to luck. Even while the machine is slow, a part is seldom slowed down. 0
/// without loops. Pure.
[[nodiscard]] double fast_level(std::vector<double> least_ns);

} // namespace tollgate::measure
