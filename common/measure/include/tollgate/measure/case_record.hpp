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

/// What one case gave in one round, for one operation.
struct case_round {
    [[nodiscard]] bool has_references() const {
        return reference_before_ns > 0 && reference_after_ns > 0;
    }

    std::uint64_t process = 0; ///< which pass
    std::uint64_t round = 0;
    std::uint64_t operations = 0; ///< in the value's group; of events how many
    double value_ns = 0;          ///< wall clock, unobserved; of events the median
    double cpu_ns = 0;            ///< exact
    double cpu_user_ns = 0;       ///< sampled; see usage
    double cpu_system_ns = 0;     ///< sampled
    double voluntary_switches = 0;
    double involuntary_switches = 0;
    double units_per_operation = 1; ///< counted; value_ns is already divided by it
    stats::line fit{};              ///< ns over operations between two readings; of events the mean
    /// What the reference loop took right before the value's batch, on the CPUs where the case was
    /// seen the last time, and right after it, on those of this time; of several CPUs the mean. Of
    /// two CPUs whose distance is looked at it is that; see case_record::distance_of. 0: it did not
    /// run, or not on all of them.
    double reference_before_ns = 0;
    double reference_after_ns = 0;
    std::vector<std::string> disturbances;
    /// The counts of the kernel during the batch with the value alone; no result file has them.
    environment::disturbance_counters counted{};
};

/// One of the largest samples and what was going on.
struct worst_sample {
    double raw_ns = 0;
    std::uint64_t process = 0;
    std::uint64_t round = 0;
    std::uint64_t index = 0; ///< among the round's samples
    std::vector<std::string> disturbances;
};

/// Everything measured of one case.
struct case_record {
    case_key key;
    std::string unit;
    std::uint64_t threads = 1;
    method valued_by = method::unobserved_loop;
    std::string compared_with; ///< the name of another case; empty: the first
    std::vector<case_round> rounds;
    double ns_per_count = 1;
    double reading_ns = 0;           ///< what a reading of the clock costs; 0: not known
    stats::histogram samples;        ///< raw lengths of single operations, in the clock's counts
    std::vector<worst_sample> worst; ///< largest first, at most `most_worst`
    std::vector<std::string> failures;
    /// Why it was given up, if it was; see measured_case.
    std::optional<std::string> lost{};
    std::uint64_t repeated = 0;                   ///< events that did not come about at first
    std::map<std::string, std::uint64_t> counted; ///< by its loop, in all rounds
    std::vector<int> cpus;                        ///< on which its threads were seen, ascending
    /// The two CPUs of which each round's references are the distance; empty: they are loops.
    std::vector<int> distance_of;
    gap_log gaps; ///< of a loop that watches

    static constexpr std::size_t most_worst = 8;
    void keep_if_among_worst(const worst_sample& sample);
    void saw_cpu(int cpu);
};

/// Adds to a record what a later pass measured of the same case. Each round is told from the others
/// by its pass and its number. References of another kind than those of the first rounds, or of
/// other CPUs' distance, are left out: where a case runs may be known from its first pass on alone.
void add_pass(case_record& to, const case_record& from);

} // namespace tollgate::measure
