// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/environment/disturbance.hpp>
#include <tollgate/measure/calibration.hpp>
#include <tollgate/measure/case_record.hpp>
#include <tollgate/measure/measured_case.hpp>
#include <tollgate/measure/plan.hpp>
#include <tollgate/measure/run_hooks.hpp>
#include <tollgate/measure/stop_reason.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace tollgate::measure {

struct value_references;
struct value_watch;

/// Everything that one pass measured.
struct pass {
    std::vector<case_record> cases; ///< in the order of the cases
    /// In the order of the controls: those cases, measured a second time.
    std::vector<case_record> controls;
    std::uint64_t rounds = 0; ///< the number of complete rounds
    /// The time of a part of a reference loop on each CPU when nothing slows it down; see
    /// machine_speed.
    std::map<int, double> fast_ns{};
    /// The share of the time that interrupts took: the median over the cases' CPUs. Absent: not
    /// known.
    std::optional<double> interrupts_share{};
    /// Absent if all ordered rounds are complete.
    std::optional<stop_reason> ended_early{};
};

/// Runs the cases of one pass in interleaved rounds.
///
/// - *Threads*: one at a time. The work is done on the calling thread and on those that cases
/// start.
class session {
public:
    /// A session with the run's clock and hooks.
    session(calibration clock, run_hooks hooks);

    /// The run's clock.
    [[nodiscard]] const calibration& clock() const { return clock_; }

    /// The first look: runs each case briefly, except cases of events, which state their time.
    ///
    /// A case runs three times with a group that is long enough, and the shortest time counts. A
    /// preemption would make a fast operation look slow. A case whose self-checks fail throws
    /// nothing here, because its first round will fail.
    [[nodiscard]] std::vector<pilot> first_look(std::span<const measured_case> cases);

    /// A pass in which nothing was measured.
    [[nodiscard]] pass empty_pass(std::span<const measured_case> cases,
                                  const pass_order& order) const;

    /// Runs the ordered rounds. A failed self-check or an interrupt ends the pass early. `cases`
    /// and `order.cases` correspond.
    [[nodiscard]] pass run_pass(std::span<const measured_case> cases, const pass_order& order);

private:
    /// A case, its work, and its place in the order.
    struct planned_case {
        const measured_case& subject;
        const case_plan& work;
        std::size_t index;
    };
    /// False if it was interrupted: then nothing of it is kept.
    bool run_slot(const planned_case& current, std::uint64_t pass_index, std::uint64_t round,
                  case_record& record);
    [[nodiscard]] environment::disturbance_counters disturbances() const;
    [[nodiscard]] value_watch watch_value(const planned_case& current,
                                          value_references& references);
    /// Whether its references are cache-line latencies: a loop that is planned on two CPUs.
    [[nodiscard]] bool is_by_latency(const measured_case& subject, const case_plan& planned) const;
    [[nodiscard]] double reference_on(const std::vector<int>& cpus);
    /// The reference of a case on these CPUs. If `may_be_known`, it may be the last one that was
    /// read, provided that no batch has run since.
    [[nodiscard]] double reference_of(bool by_latency, const std::vector<int>& cpus,
                                      bool may_be_known);
    /// The share of the time that interrupts take on the CPUs of the last pass.
    [[nodiscard]] std::optional<double> share_of_interrupts() const;
    [[nodiscard]] case_plan interruptible(case_plan planned) const;
    calibration clock_;
    run_hooks hooks_;
    std::vector<std::vector<int>> cpus_;               ///< on which each case ran last
    std::map<int, std::vector<double>> fastest_parts_; ///< of the reference loops on each CPU
    /// The last reference, if no batch has run since.
    struct fresh_reference {
        bool by_latency = false;
        std::vector<int> cpus;
        double ns = 0;
    };
    std::optional<fresh_reference> fresh_;
};

} // namespace tollgate::measure
