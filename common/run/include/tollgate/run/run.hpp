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

/// How each pass runs in a process of its own, if there are several passes.
struct pass_processes {
    /// The file with which this program can be started again. Empty: there is none, and the passes
    /// run in this process; the result says so.
    std::string file;
    /// This program's name, and the arguments for one pass of the same cases.
    std::vector<std::string> command;
    /// Called about twice a second while such a process, or another program, measures.
    std::function<void()> waiting = [] {};
    interleaving* among = nullptr;  ///< the turns with other programs; null: there are none
    std::vector<int> descriptors{}; ///< each pass has copies of these, as 3, 4, 5 …
    std::string handed_on{}; ///< a text about the descriptors, which is in the order of a pass
    std::vector<std::vector<std::string>> variants{}; ///< of an explained case; see ordered_pass
};

/// The limits, the clock and the environment of a run.
struct request {
    measure::limits until;                         ///< its budget is for the whole run
    clock::source clock = clock::source::realtime; ///< reads the time of batches
    std::uint64_t seed = 1;                        ///< for the order of the rounds
    std::vector<int> cpus{}; ///< a pass during which one of them is taken away is lost
    /// A clock-pair run before the passes. Nothing happens if the named case has no such run.
    std::optional<measure::clock_pair_request> clock_pair{};
    measure::run_hooks outside{};              ///< without `now` the budget begins with the run
    std::optional<pass_processes> processes{}; ///< absent: the passes run in this process
    std::uint64_t passes_before = 0;           ///< the passes of an earlier part of the same run
    std::uint64_t rounds_before = 0;           ///< the rounds in these passes
};

/// Hooks for the clock, the reference loops and the counters of this machine. The caller adds the
/// hooks for interrupts and progress. `stops` returns how often this process was stopped.
[[nodiscard]] measure::run_hooks on_this_machine(const cpu::topology& machine,
                                                 std::function<std::uint64_t()> stops);

/// Checks that rounds of events fit into the time: their length is known before the run. Throws
/// usage_error if the requested number of rounds needs more than `time_s`, which the user gave.
/// Without such a number, throws it if measure::fewest_passes rounds need more than this share of
/// the budget.
void expect_enough_time(std::span<const measure::measured_case> cases, const measure::limits& until,
                        std::optional<double> time_s, double share = 1);

/// Measures cases. Precondition: at least one case, and all names are different.
///
///     const std::vector<measure::measured_case> cases(1);
///     const auto result = run::measured(cases, {.until = {.budget = std::chrono::seconds(1)}});
///
/// It calibrates the clock, tries each case briefly, plans the operations of a batch and the number
/// of rounds, runs the passes, and concludes. Cases with a wide interval get the time of the
/// others. The caller completes `about` and `environment` of the result.
///
/// A failed self-check, an interrupt, and a pass that throws or whose process dies end the run. The
/// result then has the earlier measurements. A case that is given up ends alone.
///
/// - *Threads*: runs on the calling thread, and on the threads that the cases start.
/// - *Exceptions*: std::invalid_argument if the precondition does not hold. Those of
///   measure::calibrate, of the clock-pair run, and of the first pass: failed_self_check, or
///   machine_refused and others if the system refuses.
[[nodiscard]] report::result measured(std::span<const measure::measured_case> cases,
                                      const run::request& request = {});

/// In the process of a pass: reads the order of its run from standard input. Throws usage_error if
/// the input is not an order.
[[nodiscard]] report::ordered_pass read_order();

/// In the process of a pass: does the pass. It ends after the current batch if its run has ended.
/// Throws machine_refused if the number of cases is not that of the order.
[[nodiscard]] measure::pass ordered_pass(const report::ordered_pass& ordered,
                                         std::span<const measure::measured_case> cases,
                                         measure::run_hooks outside);

} // namespace tollgate::run
