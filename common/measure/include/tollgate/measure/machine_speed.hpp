// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_record.hpp>
#include <tollgate/measure/digits.hpp>
#include <tollgate/measure/reference_loop.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace tollgate::measure {

/// So far above the fast level a reference loop still counts as fast.
inline constexpr double fast_within = 1.03;

/// Whether a round had a fast reference loop on either side. `fast_ns`: the level on its CPUs; 0 is
/// none. Pure.
[[nodiscard]] inline bool is_quiet(const case_round& round, double fast_ns) {
    return round.has_references() &&
           std::max(round.reference_before_ns, round.reference_after_ns) <= fast_within * fast_ns;
}

/// How fast the machine was during a run, by its reference loops.
struct machine_speed {
    /// What a part of a loop takes on each CPU when nothing slows it down.
    std::map<int, double> fast_ns;
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
        return cpus.empty() ? 0 : ten_digits(sum / static_cast<double>(cpus.size()));
    }
};

/// From the rounds of all cases of a run, and what each pass says of the CPUs and of interrupts.
/// Pure.
[[nodiscard]] machine_speed speed_during(std::span<const case_record> records,
                                         std::map<int, double> fast_ns,
                                         const std::vector<double>& interrupts_shares);

/// What is left of the reference loops that ran on one CPU.
using reference_loops = std::vector<reference_time>;

/// The third fastest part of these loops: not the fastest, which luck may have made. Even while the
/// machine is slow some part is seldom slowed down. 0 without loops. Pure.
[[nodiscard]] double fast_level(std::span<const reference_time> loops);

/// The share of time that was taken from these loops: how far the mean of a loop's parts is above
/// their median, in those that were fast, and without those in which something else than an
/// interrupt took the CPU. Absent for fewer than 20. Pure.
[[nodiscard]] std::optional<double> interrupts_share(std::span<const reference_time> loops);

} // namespace tollgate::measure
