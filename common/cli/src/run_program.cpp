// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cli/context_of.hpp>
#include <tollgate/cli/guard.hpp>
#include <tollgate/cli/output_file.hpp>
#include <tollgate/cli/program.hpp>

#include "request.hpp"
#include "result_output.hpp"
#include "signals.hpp"
#include "state_line.hpp"

#include <tollgate/environment/examine.hpp>
#include <tollgate/measure/calibration.hpp>
#include <tollgate/report/pass_text.hpp>
#include <tollgate/report/text.hpp>
#include <tollgate/run/errors.hpp>
#include <tollgate/run/explain_case.hpp>
#include <tollgate/run/run.hpp>
#include <tollgate/runtime/runtimes.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <utility>

#include <csignal>

namespace tollgate::cli {
namespace {

using std::chrono::nanoseconds;
using std::chrono::steady_clock;

std::vector<environment::verdict> examined(const program& what, const cpu::topology& machine,
                                           const measure::calibration& clock) {
    return environment::examine(environment::machine_files{},
                                {machine.cpus(), what.build, clock.reading_ns_p50,
                                 clock.counter_invariant, cpu::kinds_of_core(machine)});
}

/// The cases that are wanted of all that the program and its runtimes have.
run::case_list wanted_of(const program& what, const run::case_list& all, options chosen,
                         const cpu::topology& machine) {
    chosen.headline = runtime::and_beside(chosen.headline, all);
    return select_cases(all, chosen,
                        chosen.only ? cases_at_all_places(what, chosen, machine)
                                    : std::vector<measure::measured_case>{});
}

/// More cases take more time, unless the user has said how much. It begins when the runtimes have
/// started.
void give_time_to_runtimes(const run::case_list& selected, const options& chosen,
                           run::request& asked) {
    constexpr double case_s = 0.4;
    if (!chosen.runtimes.empty() || !chosen.runtime_commands.empty()) {
        asked.outside.now = [start = steady_clock::now()] { return steady_clock::now() - start; };
    }
    for (const measure::measured_case& one : selected.cases) {
        if (!chosen.time_s && one.valued_by == measure::method::self_timed) {
            asked.until.budget += in_ns(case_s);
        }
    }
}

report::result measured(const program& what, const options& chosen, const cpu::topology& machine,
                        run::request& asked, const signals& watch) {
    runtime::runtimes others = runtimes_of(what, chosen, machine, watch);
    if (watch.interrupted()) {
        report::result nothing;
        nothing.stopped = measure::stop_reason::interrupted;
        nothing.passes = 0;
        return nothing;
    }
    run::case_list all = what.cases(chosen, machine);
    others.add_cases(all, machine);
    run::case_list selected = wanted_of(what, all, chosen, machine);
    run::expect_enough_time(selected.cases, asked.until, chosen.time_s);
    others.start(selected, asked.outside.interrupted);
    give_time_to_runtimes(selected, chosen, asked);
    others.hand_on(*asked.processes);
    report::result found = run::measured(selected.cases, asked);
    found.unavailable.insert(found.unavailable.begin(), selected.unavailable.begin(),
                             selected.unavailable.end());
    found.notes.insert(found.notes.begin(), selected.notes.begin(), selected.notes.end());
    return found;
}

/// Adds to a result where and by what it was measured, and the proofs of the whole run.
void complete(report::result& found, const program& what, const cpu::topology& machine,
              const options& chosen, const run::request& asked) {
    if (found.classical) {
        found.classical->kind = what.kind;
        if (found.classical->switches < asked.classical->operations) {
            found.notes.push_back(fmt::format(
                "the classical run was cut short when its share of the time was used; give {} and "
                "iterations for all {} switches",
                what.members, asked.classical->operations));
        }
    }
    if (asked.until.passes != 1 && asked.processes->file.empty()) {
        found.notes.emplace_back("this program cannot be started again here, so its passes are no "
                                 "processes of their own: what differs from one to the next is not "
                                 "in the intervals");
    }
    if (!machine.relations_known) {
        found.notes.push_back(cpu::describe(machine) + ": " + machine.source);
    }
    found.budget_s = std::chrono::duration<double>(asked.until.budget).count();
    if (found.clock.reading_samples > 0) { // else it was interrupted before
        found.environment = examined(what, machine, found.clock);
    }
    run::note_cost_of_verdicts(found);
    if (what.failed_proofs) {
        const std::vector<std::string> lines = what.failed_proofs(found);
        found.failures.insert(found.failures.end(), lines.begin(), lines.end());
    }
    if (what.proofs_not_made) {
        const std::vector<std::string> lines = what.proofs_not_made(found);
        found.notes.insert(found.notes.begin(), lines.begin(), lines.end());
    }
    found.about =
        context_of(what.name, chosen.arguments, machine, environment::machine_files{}, what.build);
}

exit_code code_of(const report::result& found) {
    if (!found.proven() || (found.lost_any() && !found.partial())) {
        return exit_code::wrong_answer;
    }
    if (found.stopped == measure::stop_reason::lost_pass) {
        return exit_code::refused;
    }
    return found.partial() ? exit_code::interrupted : exit_code::success;
}

exit_code measure_and_report(const program& what, const options& chosen) {
    const auto start = steady_clock::now();
    std::optional<run::interleaving> among;
    if (chosen.interleaved) { // before descriptors of ours have these numbers
        among.emplace(chosen.interleaved->first, chosen.interleaved->second);
    }
    expect_all_writable(chosen);
    const cpu::topology machine = allowed_machine(chosen);
    signals watch;
    state_line state(what.name, chosen.progress, watch);
    run::request asked = request_of(what, chosen, machine, watch);
    asked.outside.now = [start] { return steady_clock::now() - start; };
    asked.outside.report_progress = [&](const measure::progress& now) { state.show(now); };
    asked.processes->waiting = [&] { state.tick(); };
    asked.processes->among = among ? &*among : nullptr;
    report::result found = chosen.explain
                               ? run::explain_case(find_case(what, chosen, machine), asked)
                               : measured(what, chosen, machine, asked, watch);
    watch.no_batch_runs();
    state.end();
    found.stops = watch.continued();
    complete(found, what, machine, chosen, asked);
    put_out(what, found, chosen, watch);
    return code_of(found);
}

/// The process of one pass: it writes what it measured for the run that started it.
exit_code measure_one_pass(const program& what, const options& chosen) {
    const cpu::topology machine = allowed_machine(chosen);
    report::ordered_pass ordered = run::read_order();
    signals watch; // until here a signal just ends it
    const run::request asked = request_of(what, chosen, machine, watch);
    run::case_list selected;
    if (chosen.explain) {
        selected = run::cases_of_variants(ordered.variants, find_case(what, chosen, machine));
    } else {
        run::case_list all = what.cases(chosen, machine);
        runtime::runtimes others(ordered.handed_on, chosen.numbers);
        others.add_cases(all, machine);
        selected = wanted_of(what, all, chosen, machine);
        others.connect(selected);
    }
    const measure::pass pass = run::ordered_pass(ordered, selected.cases, asked.outside);
    watch.no_batch_runs();
    write_stdout(report::pass_text(pass));
    return exit_code::success;
}

exit_code list_cases(const program& what, const options& chosen) {
    const cpu::topology machine = allowed_machine(chosen);
    signals watch;
    runtime::runtimes others = runtimes_of(what, chosen, machine, watch);
    watch.end_at_once();
    if (watch.interrupted()) {
        return exit_code::interrupted;
    }
    run::case_list all = what.cases(chosen, machine);
    others.add_cases(all, machine);
    write_stdout(listing(wanted_of(what, all, chosen, machine)));
    return exit_code::success;
}

exit_code print_environment(const program& what, const options& chosen) {
    const cpu::topology machine = allowed_machine(chosen);
    const auto clock = measure::calibrate(clock::source::realtime);
    write_stdout(report::environment_text(examined(what, machine, clock), true));
    return exit_code::success;
}

exit_code carry_out(const program& what, const std::vector<std::string>& arguments) {
    const options chosen = parse_command_line(what, arguments);
    using action = options::action;
    switch (chosen.wanted) {
    case action::help:
        write_stdout(help_text(what));
        return exit_code::success;
    case action::version:
        write_stdout(version_line(what.name));
        return exit_code::success;
    case action::list:
        return list_cases(what, chosen);
    case action::environment:
        return print_environment(what, chosen);
    case action::own:
        return std::ranges::find(what.actions, chosen.own_action, &own_action::name)->run();
    case action::selftest:
    case action::measure:
        break;
    }
    return chosen.one_pass ? measure_one_pass(what, chosen) : measure_and_report(what, chosen);
}

} // namespace

int run_program(int argc, const char* const* argv, const program& what) {
    // A reader of --list who has seen enough is no error either.
    std::signal(SIGPIPE, SIG_IGN);
    // A file that may not grow is refused by the call that writes.
    std::signal(SIGXFSZ, SIG_IGN);
    return guard(what.name, [&] {
        return carry_out(what, std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
    });
}

} // namespace tollgate::cli
