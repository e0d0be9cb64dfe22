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

/// So far above the fast level a reference loop still counts as fast.
inline constexpr double fast_within = 1.03;

/// A distance of two CPUs counts as their usual one up to this many times that, and down to as
/// small a part of it. The distances that a host gives them are further from each other.
inline constexpr double usual_within = 1.25;

/// Between these the references on either side of a round are as they are while it is quiet.
struct quiet_level {
    double ns = 0; ///< the level itself; 0: not known, and no round is quiet
    double from_ns = 0;
    double to_ns = 0;

    /// Of loops: nothing makes them too fast.
    [[nodiscard]] static quiet_level fast(double ns) { return {ns, 0, fast_within * ns}; }
    [[nodiscard]] static quiet_level usual(double ns) {
        return {ns, ns / usual_within, usual_within * ns};
    }
};

/// Whether the references on either side of a round are at this level. Pure.
[[nodiscard]] inline bool is_quiet(const case_round& round, const quiet_level& level) {
    return level.ns > 0 && round.has_references() &&
           (std::min)(round.reference_before_ns, round.reference_after_ns) >= level.from_ns &&
           (std::max)(round.reference_before_ns, round.reference_after_ns) <= level.to_ns;
}

/// How far two CPUs were from each other during a run.
struct cpu_distance {
    double usual_ns = 0;    ///< the middle of the densest readings
    double usual_share = 0; ///< of the readings that are within `usual_within` of it
    double least_ns = 0;
    double most_ns = 0;
    std::uint64_t readings = 0;
};

/// How fast the machine was during a run, by its reference loops.
struct machine_speed {
    /// What a part of a loop takes on each CPU when nothing slows it down.
    std::map<int, double> fast_ns;
    std::map<std::pair<int, int>, cpu_distance> distances; ///< of two CPUs, the lower one first
    std::uint64_t loops = 0;     ///< beside batches; one between two batches counts for both
    double fast_share = 0;       ///< of them
    double slow_ratio = 1;       ///< nine in ten took no longer than this many times the fast level
    double interrupts_share = 0; ///< of the time, the median over passes; see pass
    double interrupts_u95 = 0;   ///< its 95 % uncertainty; of one pass alone, all of it

    /// The mean over these CPUs; 0 if that of one is not known.
    [[nodiscard]] double fast_ns_on(const std::vector<int>& cpus) const {
        double sum = 0;
        for (const int cpu : cpus) {
            const auto found = fast_ns.find(cpu);
            if (found == fast_ns.end()) {
                return 0;
            }
            sum += found->second;
        }
        return cpus.empty() ? 0 : sum / static_cast<double>(cpus.size());
    }

    /// Of a case's references.
    [[nodiscard]] quiet_level level_of(const case_record& record) const {
        if (record.distance_of.size() != 2) {
            return quiet_level::fast(fast_ns_on(record.cpus));
        }
        const auto found = distances.find({record.distance_of.front(), record.distance_of.back()});
        return found == distances.end() ? quiet_level{}
                                        : quiet_level::usual(found->second.usual_ns);
    }
};

/// What these readings say of a distance: around the densest ones, of as many as possible within
/// `usual_within` of each other the median. Empty readings give zeros. Pure.
[[nodiscard]] cpu_distance distance_from(std::vector<double> readings_ns);

/// From the rounds of all cases of a run, and what each pass says of the CPUs and of interrupts.
/// Pure.
[[nodiscard]] machine_speed speed_during(std::span<const case_record> records,
                                         std::map<int, double> fast_ns,
                                         const std::vector<double>& interrupts_shares);

/// The third fastest part of the loops on one CPU, of each of which the fastest is given: not the
/// fastest, which luck may have made. Even while the machine is slow some part is seldom slowed
/// down. 0 without loops. Pure.
[[nodiscard]] double fast_level(std::vector<double> least_ns);

} // namespace tollgate::measure
