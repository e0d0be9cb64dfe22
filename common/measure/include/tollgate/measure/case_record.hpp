// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/environment/disturbance.hpp>
#include <tollgate/measure/case_key.hpp>
#include <tollgate/measure/gap_log.hpp>
#include <tollgate/measure/method.hpp>
#include <tollgate/stats/histogram.hpp>
#include <tollgate/stats/interval.hpp>
#include <tollgate/stats/line_fit.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::measure {

/// The figures of one case in one round. The value, the CPU times and the switches are for one
/// operation.
struct case_round {
    /// Returns whether both reference times are known.
    [[nodiscard]] bool has_references() const {
        return reference_before_ns > 0 && reference_after_ns > 0;
    }

    std::uint64_t process = 0; ///< the number of the pass
    std::uint64_t round = 0;   ///< the number of the round
    /// The number of operations in the value's group, or the number of events.
    std::uint64_t operations = 0;
    double value_ns = 0;             ///< wall-clock time in an untimed loop, or the median event
    double cpu_ns = 0;               ///< CPU time, exact
    double cpu_user_ns = 0;          ///< CPU time in user mode, sampled; see usage
    double cpu_system_ns = 0;        ///< CPU time in the kernel, sampled
    double voluntary_switches = 0;   ///< switches because a thread waited
    double involuntary_switches = 0; ///< switches because a thread was preempted
    double units_per_operation = 1;  ///< counted; value_ns is already divided by this number
    /// The line through the times of groups in ns over their numbers of operations. For events, the
    /// intercept is the cost of a clock reading, and the slope is the mean time minus this cost.
    stats::line fit{};
    /// The reference time right before the value's batch, on the CPUs on which the case ran the
    /// last time: the mean over these CPUs. If case_record::latency_of names two CPUs, the
    /// reference time is their cache-line latency. 0: the time of some of the CPUs is not known.
    double reference_before_ns = 0;
    /// The reference time right after the value's batch, on the CPUs of this round.
    double reference_after_ns = 0;
    std::vector<std::string> disturbances; ///< the disturbances of this round, in words
    /// The kernel's counts during the value's batch only. No result file contains these counts.
    environment::disturbance_counters counted{};
};

/// One of the largest samples, with the disturbances of its round.
struct worst_sample {
    double raw_ns = 0;                     ///< the measured time, with nothing subtracted
    std::uint64_t process = 0;             ///< the number of the pass
    std::uint64_t round = 0;               ///< the number of the round
    std::uint64_t index = 0;               ///< the number of the sample in its round
    std::vector<std::string> disturbances; ///< the disturbances of the round, in words
};

/// Everything that was measured of one case.
struct case_record {
    case_key key;                            ///< the case
    std::string unit;                        ///< what one operation is, in words
    std::uint64_t threads = 1;               ///< the number of threads that take part
    method valued_by = method::untimed_loop; ///< how the value is found
    std::string compared_with;               ///< as in measured_case; empty: the first case
    std::vector<case_round> rounds;          ///< the rounds of all passes
    double ns_per_count = 1;                 ///< the length of a count of the samples
    double reading_ns = 0;                   ///< the cost of a clock reading; 0: not known
    stats::histogram samples;                ///< uncorrected times of single operations, in counts
    /// The samples of each pass, if there are several. No result file contains them.
    std::vector<stats::histogram> samples_of_passes{};
    /// The intervals of `reported_percentiles`, in counts, over the passes. Empty: not computed.
    std::vector<std::optional<stats::interval>> sample_ranges{};
    std::vector<worst_sample> worst;   ///< the largest sample first, at most `most_worst`
    std::vector<std::string> failures; ///< the failed self-checks
    /// The reason why the case was given up (see measured_case); absent: the case was not given up.
    std::optional<std::string> lost{};
    std::uint64_t repeated = 0;                   ///< events that were prevented and repeated
    std::map<std::string, std::uint64_t> counted; ///< counts of the loop in all rounds, by name
    std::vector<int> cpus;                        ///< the CPUs of the threads, ascending
    /// The two CPUs of the references if these are cache-line latencies. Empty: the references are
    /// the times of reference loops.
    std::vector<int> latency_of;
    gap_log gaps; ///< the gaps, if the loop watches for lost time

    static constexpr std::size_t most_worst = 8; ///< the capacity of `worst`
    /// Adds the sample to `worst` if the sample is among the largest.
    void keep_if_among_worst(const worst_sample& sample);
    /// Adds the CPU to `cpus`, unless `cpus` contains the CPU.
    void saw_cpu(int cpu);
};

/// Adds a later pass of the same case to a record. The numbers of the pass and of the round
/// identify each round.
///
/// The references of `from` are left out in two cases: they are of another kind than the references
/// of `to`, or they are the latency of other CPUs. This happens if the plans of the two passes
/// have different CPUs for the case.
void add_pass(case_record& to, const case_record& from);

} // namespace tollgate::measure
