// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/source.hpp>
#include <tollgate/cpu/topology.hpp>
#include <tollgate/measure/clock_pair_run.hpp>
#include <tollgate/measure/measured_case.hpp>
#include <tollgate/measure/plan.hpp>
#include <tollgate/measure/run_hooks.hpp>
#include <tollgate/report/pass_text.hpp>
#include <tollgate/report/result.hpp>
#include <tollgate/run/interleaving.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tollgate::run {

/// The settings for passes that run in new processes. If a run has only one pass, the pass runs in
/// this process.
struct pass_processes {
    /// The file that starts this program again. Empty: there is no such file. The passes then run
    /// in this process, and the result has a remark that states this.
    std::string file;
    /// This program's name, and the arguments for one pass of the same cases.
    std::vector<std::string> command;
    /// Called about twice a second while the process of a pass, or another program, measures.
    std::function<void()> waiting = [] {};
    /// Gives turns to this program and to other programs. Null: there are no other programs.
    interleaving* among = nullptr;
    /// The process of a pass gets copies of these descriptors, as its descriptors 3, 4, 5 …
    std::vector<int> descriptors{};
    std::string handed_on{}; ///< a text about these descriptors for the process of a pass
    /// The variants of an explained case; see report::ordered_pass.
    std::vector<std::vector<std::string>> variants{};
};

/// The limits, the clock and the environment of a run.
struct request {
    measure::limits until; ///< the limits; the budget in them is for the whole run
    clock::source clock = clock::source::realtime; ///< the clock that times the batches
    std::uint64_t seed = 1; ///< the seed for the order of the cases in each round
    /// If the system takes one of these CPUs away during a pass, the pass is lost.
    std::vector<int> cpus{};
    /// Present: the run begins with a clock-pair run of the named case, if the case supports it.
    std::optional<measure::clock_pair_request> clock_pair{};
    /// The functions that read the machine. The hook `now` returns the part of the budget that is
    /// used. If `now` is not set, the budget starts when the run begins.
    measure::run_hooks outside{};
    std::optional<pass_processes> processes{}; ///< absent: the passes run in this process
    std::uint64_t passes_before = 0; ///< the number of passes in an earlier part of the same run
    std::uint64_t rounds_before = 0; ///< the number of rounds in these passes
};

/// Returns hooks for the clock, the reference loops and the counters of this machine. The caller
/// adds the hooks for interrupts and progress. `stops` returns how often this process was stopped.
[[nodiscard]] measure::run_hooks on_this_machine(const cpu::topology& machine,
                                                 std::function<std::uint64_t()> stops);

/// Checks that the run is long enough for its events. An event, such as a sleep of 10 ms, is timed
/// alone, and its length is known before the run. Throws usage_error in these cases:
///
/// - The limits contain an exact number of rounds, and these rounds need more than `time_s`, the
///   time that the user gave.
/// - The limits contain no number of rounds, and the smallest number of rounds
///   (measure::fewest_passes) needs more than `share` of the budget.
void expect_enough_time(std::span<const measure::measured_case> cases, const measure::limits& until,
                        std::optional<double> time_s, double share = 1);

/// Measures cases. Precondition: at least one case, and all names are different.
///
///     const std::vector<measure::measured_case> cases(1);
///     const auto result = run::measured(cases, {.until = {.budget = std::chrono::seconds(1)}});
///
/// The function calibrates the clock and tries each case briefly. It plans the operations of a
/// batch and the number of rounds. It then runs the passes, and computes the conclusions. Cases
/// with a narrow interval give their time to cases with a wide interval. The caller completes
/// `about` and `environment` of the result.
///
/// These events end the run: a failed self-check, an interrupt, an exception in a pass, and the
/// death of the process of a pass. The result then has the earlier measurements. A case that is
/// given up, such as a case of a lost runtime, does not end the run.
///
/// - *Threads*: runs on the calling thread, and on the threads that the cases start.
/// - *Exceptions*: std::invalid_argument if the precondition does not hold. Before the end of the
///   first pass also failed_self_check, and machine_refused or another exception if the system
///   refuses a call.
[[nodiscard]] report::result measured(std::span<const measure::measured_case> cases,
                                      const run::request& request = {});

/// Called in the process of a pass. Reads an order from standard input: the work of this pass.
/// Throws usage_error if the input is not an order.
[[nodiscard]] report::ordered_pass read_order();

/// Called in the process of a pass. Does the pass. If the process of the run has ended, the pass
/// ends after the current batch. Throws machine_refused if the order is for another number of
/// cases.
[[nodiscard]] measure::pass ordered_pass(const report::ordered_pass& ordered,
                                         std::span<const measure::measured_case> cases,
                                         measure::run_hooks outside);

} // namespace tollgate::run
