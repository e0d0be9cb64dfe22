// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/source.hpp>
#include <tollgate/cpu/topology.hpp>
#include <tollgate/measure/classical_run.hpp>
#include <tollgate/measure/measured_case.hpp>
#include <tollgate/measure/plan.hpp>
#include <tollgate/measure/surroundings.hpp>
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

/// How each pass becomes a process of its own, if there are several.
struct pass_processes {
    /// By which this program can be started again; empty: by none, and the passes run in this
    /// process, which the result says.
    std::string file;
    /// This program's name, and the arguments with which it has the same cases and does one pass.
    std::vector<std::string> command;
    /// Called about twice a second while such a process, or another program, is at work.
    std::function<void()> waiting = [] {};
    interleaving* among = nullptr; ///< other programs; null: there are none
    /// What the program hands on to its passes: each has copies of these descriptors, as 3, 4, 5 …,
    /// and finds the text in its order.
    std::vector<int> descriptors{};
    std::string handed_on{};
    std::vector<std::vector<std::string>> variants{}; ///< of an explained case; see ordered_pass
};

/// How a run is done.
struct request {
    measure::limits until; ///< its budget is for all of the run
    clock::source clock = clock::source::realtime;
    std::uint64_t seed = 1;  ///< for the order of the rounds
    std::vector<int> cpus{}; ///< a pass during which one of them is taken away is lost
    /// Before anything else. A case of that name that has no classical run is not observed.
    std::optional<measure::classical_request> classical{};
    measure::surroundings outside{};           ///< without `now` the budget begins with the run
    std::optional<pass_processes> processes{}; ///< absent: the passes run in this process
    std::uint64_t passes_before = 0; ///< of an earlier part of the same run, and the rounds in them
    std::uint64_t rounds_before = 0;
};

/// The clock, the reference loops and the counters of this machine. What tells of an interrupt and
/// shows progress is the caller's; `stops` says how often this process was stopped.
[[nodiscard]] measure::surroundings on_this_machine(const cpu::topology& machine,
                                                    std::function<std::uint64_t()> stops);

/// Events have to be waited for, so how long their rounds take is known beforehand. Throws
/// usage_error if the rounds that are wanted do not fit into `time_s`, what the user gave; or the
/// fewest from which anything is concluded, into this share of the budget.
void expect_enough_time(std::span<const measure::measured_case> cases, const measure::limits& until,
                        std::optional<double> time_s, double share = 1);

/// Measures these cases, of which there is one at least, each with a name of its own.
///
///     const report::result found = run::measured(cases, {.until = {.budget = 1s}});
///
/// It calibrates the clock, looks at each case briefly, plans how often each is to run in a batch
/// and in how many rounds, runs the passes, gives those cases that are not sure enough yet the time
/// of the others, and concludes. Of the result, where and by what it was measured is still missing.
///
/// *Threads*: everything happens on the calling one and on those that the cases start.
/// *What ends it*: a proof of work that fails, an interrupt, a pass that throws or whose process
/// died: what was measured until then is in the result. A case that is given up ends alone.
/// *Exceptions*: std::invalid_argument without a case or if two have one name; what
/// measure::calibrate, the classical run, the first look and the first pass throw: failed_proof, or
/// machine_refused and others where the system refuses.
[[nodiscard]] report::result measured(std::span<const measure::measured_case> cases,
                                      const request& asked = {});

/// In the process of a pass: what the run that started it wants, from standard input. Throws
/// usage_error if that is no order.
[[nodiscard]] report::ordered_pass read_order();

/// Does the pass that was ordered. It ends early, with its batch, when the run that ordered it is
/// gone. Throws machine_refused if the cases are not those of the order.
[[nodiscard]] measure::pass ordered_pass(const report::ordered_pass& ordered,
                                         std::span<const measure::measured_case> cases,
                                         measure::surroundings outside);

} // namespace tollgate::run
