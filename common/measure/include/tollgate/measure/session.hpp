// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/environment/disturbance.hpp>
#include <tollgate/measure/calibration.hpp>
#include <tollgate/measure/case_record.hpp>
#include <tollgate/measure/measured_case.hpp>
#include <tollgate/measure/plan.hpp>
#include <tollgate/measure/stop_reason.hpp>
#include <tollgate/measure/surroundings.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace tollgate::measure {

struct value_surroundings;
struct value_watch;

/// Everything that one pass measured.
struct pass {
    std::vector<case_record> cases; ///< in the order of the cases
    std::vector<case_record> twins; ///< in the order of the twins: those cases under a second name
    std::uint64_t rounds = 0;       ///< that were done to their end
    /// What a part of a reference loop takes on each CPU when nothing slows it down; see
    /// machine_speed.
    std::map<int, double> fast_ns{};
    /// The share of the time that interrupts took, the median over the CPUs of the cases; absent if
    /// it is not known.
    std::optional<double> interrupts_share{};
    /// Absent if all was done that was ordered.
    std::optional<stop_reason> ended_early{};
};

/// Runs cases in interleaved rounds, of one pass. Everything happens on the calling thread and
/// those that the cases start; a session is not thread safe.
class session {
public:
    session(calibration clock, surroundings outside);

    [[nodiscard]] const calibration& clock() const { return clock_; }

    /// Runs each case briefly, but for those of events, which know how long they take: three times
    /// at the length that counts, of which the least is taken, because a preemption makes a short
    /// look at a fast operation say that it is a slow one. A case that fails its proofs throws
    /// nothing: the rounds will tell.
    [[nodiscard]] std::vector<pilot> look_at(std::span<const measured_case> cases);

    /// A pass in which nothing was measured.
    [[nodiscard]] pass empty_pass(std::span<const measured_case> cases,
                                  const pass_order& what) const;

    /// The rounds that are ordered, or fewer: a proof that fails ends the pass, as does an
    /// interrupt. `cases` and `what.cases` correspond.
    [[nodiscard]] pass run_pass(std::span<const measured_case> cases, const pass_order& what);

private:
    /// A case, its place in the order, and what it is to do.
    struct planned_case {
        const measured_case& one;
        const case_plan& what;
        std::size_t index;
    };
    /// False if it was interrupted in its middle: then nothing of it is kept.
    bool run_slot(const planned_case& now, std::uint64_t pass_index, std::uint64_t round,
                  case_record& record);
    [[nodiscard]] environment::disturbance_counters disturbances() const;
    [[nodiscard]] value_watch watch_value(const planned_case& now, value_surroundings& seen);
    /// Whether its references are the distance of two CPUs: a loop that is planned there.
    [[nodiscard]] bool is_by_distance(const measured_case& one, const case_plan& what) const;
    [[nodiscard]] double reference_on(const std::vector<int>& cpus);
    /// The reference of a case on these CPUs, or what is known of it since the last batch.
    [[nodiscard]] double reference_of(bool by_distance, const std::vector<int>& cpus,
                                      bool may_be_known);
    /// On the CPUs of the cases of the pass that has just been run.
    [[nodiscard]] std::optional<double> share_of_interrupts() const;
    [[nodiscard]] schedule interruptible(schedule asked) const;
    [[nodiscard]] case_plan interruptible(case_plan what) const;
    calibration clock_;
    surroundings outside_;
    std::vector<std::vector<int>> cpus_;               ///< on which each case was seen last
    std::map<int, std::vector<double>> fastest_parts_; ///< of the reference loops on each CPU
    /// The last reference loop, if no batch has run since.
    struct fresh_reference {
        bool by_distance = false;
        std::vector<int> cpus;
        double ns = 0;
    };
    std::optional<fresh_reference> fresh_;
};

} // namespace tollgate::measure
