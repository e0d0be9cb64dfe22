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
    std::vector<case_record> cases; ///< the record of each case, in the order of the cases
    /// The record of each control, in the order of `pass_order::controls`. A control measures a
    /// case a second time.
    std::vector<case_record> controls;
    std::uint64_t rounds = 0; ///< the number of complete rounds
    /// The fast level of each CPU: the time of a part of a reference loop if nothing slows the loop
    /// down (see machine_speed).
    std::map<int, double> fast_ns{};
    /// The share of the time that interrupts took: the median over the CPUs of the cases. Absent:
    /// not known.
    std::optional<double> interrupts_share{};
    /// Why the pass ended early. Absent: all planned rounds are complete.
    std::optional<stop_reason> ended_early{};
};

/// Runs the cases of one pass in rounds. In a round, each case runs once.
///
/// - *Threads*: one thread at a time. The work is done on the calling thread, and on the threads
///   that the cases start.
class session {
public:
    /// Makes a session with the clock and the hooks of the run.
    session(calibration clock, run_hooks hooks);

    /// The clock of the run.
    [[nodiscard]] const calibration& clock() const { return clock_; }

    /// Takes the first look: runs each case briefly, to find the times with which the run is
    /// planned. Cases of events do not run, because `measured_case::events` states their times.
    ///
    /// The number of operations in the timed group grows until the group takes 0.2 ms. A case runs
    /// three times with this group. The shortest time counts, because a preemption makes an
    /// operation seem slower. The first look does not report a case that fails its self-checks,
    /// because the first round of the case will report the failure.
    [[nodiscard]] std::vector<pilot> first_look(std::span<const measured_case> cases);

    /// Returns a pass in which nothing was measured.
    [[nodiscard]] pass empty_pass(std::span<const measured_case> cases,
                                  const pass_order& order) const;

    /// Runs the rounds in `order`. The pass ends early if a self-check fails, or if
    /// `run_hooks::interrupted` returns true. Precondition: `order.cases[i]` is the plan of
    /// `cases[i]`.
    [[nodiscard]] pass run_pass(std::span<const measured_case> cases, const pass_order& order);

private:
    /// A case, its work, and its index in `pass_order::cases`.
    struct planned_case {
        const measured_case& subject;
        const case_plan& work;
        std::size_t index;
    };
    /// Runs a case in one round. Returns false if the round was interrupted, and then adds nothing
    /// to the record.
    bool run_slot(const planned_case& current, std::uint64_t pass_index, std::uint64_t round,
                  case_record& record);
    [[nodiscard]] environment::disturbance_counters disturbances() const;
    [[nodiscard]] value_watch watch_value(const planned_case& current,
                                          value_references& references);
    /// Returns whether the references of a case are cache-line latencies (true for a loop that is
    /// planned on two CPUs) or the times of reference loops (false).
    [[nodiscard]] bool is_by_latency(const measured_case& subject, const case_plan& planned) const;
    [[nodiscard]] double reference_on(const std::vector<int>& cpus);
    /// Returns the reference of a case on these CPUs. If `may_be_known` is true and no batch has
    /// run since the last reference, the function may return the last reference again.
    [[nodiscard]] double reference_of(bool by_latency, const std::vector<int>& cpus,
                                      bool may_be_known);
    /// Returns the share of the time that interrupts take on the CPUs of the last pass.
    [[nodiscard]] std::optional<double> share_of_interrupts() const;
    [[nodiscard]] case_plan interruptible(case_plan planned) const;
    calibration clock_;
    run_hooks hooks_;
    std::vector<std::vector<int>> cpus_; ///< the CPUs on which each case ran last
    /// The fastest part of each reference loop, for each CPU.
    std::map<int, std::vector<double>> fastest_parts_;
    /// A reference that was measured after the last batch.
    struct fresh_reference {
        bool by_latency = false;
        std::vector<int> cpus;
        double ns = 0;
    };
    std::optional<fresh_reference> fresh_;
};

} // namespace tollgate::measure
