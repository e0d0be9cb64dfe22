// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/environment/disturbance.hpp>
#include <tollgate/measure/case_key.hpp>
#include <tollgate/measure/gap_log.hpp>
#include <tollgate/measure/method.hpp>
#include <tollgate/stats/histogram.hpp>
#include <tollgate/stats/line_fit.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::measure {

/// The figures of one case in one round, for one operation.
struct case_round {
    /// Whether both reference times are known.
    [[nodiscard]] bool has_references() const {
        return reference_before_ns > 0 && reference_after_ns > 0;
    }

    std::uint64_t process = 0;       ///< the number of the pass
    std::uint64_t round = 0;         ///< the number of the round
    std::uint64_t operations = 0;    ///< in the value's group; of events, their number
    double value_ns = 0;             ///< wall clock, untimed; of events, the median
    double cpu_ns = 0;               ///< exact
    double cpu_user_ns = 0;          ///< sampled; see usage
    double cpu_system_ns = 0;        ///< sampled
    double voluntary_switches = 0;   ///< of threads that waited
    double involuntary_switches = 0; ///< of threads that were preempted
    double units_per_operation = 1;  ///< counted; value_ns is already divided by it
    stats::line fit{}; ///< ns over operations between two readings; of events, the mean
    /// The reference time right before the value's batch, on the CPUs on which the case ran the
    /// last time: the mean over several CPUs. Where case_record::latency_of names two CPUs, it is
    /// their cache-line latency. 0: the reference loop did not run on all of the CPUs.
    double reference_before_ns = 0;
    double reference_after_ns = 0; ///< the same right after the batch, on the CPUs of this round
    std::vector<std::string> disturbances; ///< in words for a reader
    /// The kernel's counts during the batch with the value alone; no result file contains them.
    environment::disturbance_counters counted{};
};

/// One of the largest samples, and what happened meanwhile.
struct worst_sample {
    double raw_ns = 0;                     ///< as it was read, nothing subtracted
    std::uint64_t process = 0;             ///< the number of the pass
    std::uint64_t round = 0;               ///< the number of the round
    std::uint64_t index = 0;               ///< among the round's samples
    std::vector<std::string> disturbances; ///< of the round, in words for a reader
};

/// Everything measured of one case.
struct case_record {
    case_key key;                            ///< the case
    std::string unit;                        ///< what one operation is, for a reader
    std::uint64_t threads = 1;               ///< that take part
    method valued_by = method::untimed_loop; ///< how its value is found
    std::string compared_with;               ///< the name of another case; empty: the first
    std::vector<case_round> rounds;          ///< of all passes
    double ns_per_count = 1;                 ///< the length of a count of the samples
    double reading_ns = 0;                   ///< the cost of a clock reading; 0: not known
    stats::histogram samples;                ///< raw lengths of single operations, in counts
    std::vector<worst_sample> worst;         ///< largest first, at most `most_worst`
    std::vector<std::string> failures;       ///< of self-checks
    /// The reason if the case was given up; see measured_case.
    std::optional<std::string> lost{};
    std::uint64_t repeated = 0;                   ///< events that did not come about at first
    std::map<std::string, std::uint64_t> counted; ///< by its loop, in all rounds
    std::vector<int> cpus;                        ///< on which its threads ran, ascending
    /// The two CPUs whose cache-line latency the references are; empty: they are loops' times.
    std::vector<int> latency_of;
    gap_log gaps; ///< of a loop that watches for lost time

    static constexpr std::size_t most_worst = 8; ///< the capacity of `worst`
    /// Adds the sample to `worst` if it is among the largest.
    void keep_if_among_worst(const worst_sample& sample);
    /// Adds the CPU to `cpus`, unless they contain it.
    void saw_cpu(int cpu);
};

/// Adds to a record what a later pass measured of the same case. The pass and the round's number
/// identify each round. References are left out if they are of another kind than those of the first
/// rounds, or the latency of other CPUs: only the first pass may know where a case runs.
void add_pass(case_record& to, const case_record& from);

} // namespace tollgate::measure
