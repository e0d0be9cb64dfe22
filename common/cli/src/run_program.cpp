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
#include <tollgate/report/printable.hpp>
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
#include <unistd.h>

namespace tollgate::cli {
namespace {

using std::chrono::nanoseconds;
using std::chrono::steady_clock;

std::vector<environment::verdict> examined(const program& description, const cpu::topology& machine,
                                           const measure::calibration& clock) {
    return environment::examine(environment::machine_files{},
                                {machine.cpus(), description.build, clock.reading_ns_p50,
                                 clock.counter_invariant, cpu::kinds_of_core(machine)});
}

/// Selects the wanted cases from those of the program and of the other runtimes.
run::case_list wanted_of(const program& description, const run::case_list& all, options chosen,
                         const cpu::topology& machine) {
    chosen.headline = runtime::with_runtime_cases(chosen.headline, all);
    return select_cases(all, chosen,
                        chosen.only ? cases_at_all_places(description, chosen, machine)
                                    : std::vector<measure::measured_case>{},
                        description);
}

/// Adds time for the cases of other runtimes, unless the user set the time. The time begins when
/// the runtimes have started.
void give_time_to_runtimes(const run::case_list& selected, const options& chosen,
                           run::request& request) {
    constexpr double case_s = 0.4;
    if (!chosen.runtimes.empty() || !chosen.runtime_commands.empty()) {
        request.outside.now = [start = steady_clock::now()] { return steady_clock::now() - start; };
    }
    for (const measure::measured_case& selected_case : selected.cases) {
        if (!chosen.time_s && selected_case.valued_by == measure::method::self_timed) {
            request.until.budget += in_ns(case_s);
        }
    }
}

report::result measured(const program& description, const options& chosen,
                        const cpu::topology& machine, run::request& request, const signals& watch) {
    runtime::runtimes runtimes = runtimes_of(description, chosen, machine, watch);
    if (watch.interrupted()) {
        report::result nothing;
        nothing.stopped = measure::stop_reason::interrupted;
        nothing.passes = 0;
        return nothing;
    }
    run::case_list all_cases = description.cases(chosen, machine);
    runtimes.add_cases(all_cases, machine);
    run::case_list selected = wanted_of(description, all_cases, chosen, machine);
    run::expect_enough_time(selected.cases, request.until, chosen.time_s);
    runtimes.start(selected, request.outside.interrupted);
    give_time_to_runtimes(selected, chosen, request);
    runtimes.hand_on(*request.processes);
    report::result result = run::measured(selected.cases, request);
    result.unavailable.insert(result.unavailable.begin(), selected.unavailable.begin(),
                              selected.unavailable.end());
    result.notes.insert(result.notes.begin(), selected.notes.begin(), selected.notes.end());
    return result;
}

/// Adds the context, the environment and the self-checks of the whole run to a result.
/// `before` are the verdicts from before the run.
void complete(report::result& result, const program& description, const cpu::topology& machine,
              const options& chosen, const run::request& request,
              const std::vector<environment::verdict>& before) {
    if (result.clock_pair) {
        result.clock_pair->kind = description.kind;
    }
    if (result.rounds != 0 && request.until.passes != 1 && request.processes->file.empty()) {
        result.notes.emplace_back("this program cannot be started again here, so all passes ran "
                                  "in one process: the intervals leave out what differs "
                                  "between processes");
    }
    if (!machine.relations_known) {
        result.notes.push_back(cpu::describe(machine) + ": " + machine.source);
    }
    result.budget_s = std::chrono::duration<double>(request.until.budget).count();
    if (result.clock.reading_samples > 0) { // otherwise the run was interrupted before
        result.environment =
            environment::verdicts_of_run(before, examined(description, machine, result.clock));
    }
    run::note_cost_of_verdicts(result);
    if (description.failed_self_checks) {
        const std::vector<std::string> lines = description.failed_self_checks(result);
        result.failures.insert(result.failures.end(), lines.begin(), lines.end());
    }
    if (description.self_checks_not_made) {
        const std::vector<std::string> lines = description.self_checks_not_made(result);
        result.notes.insert(result.notes.begin(), lines.begin(), lines.end());
    }
    result.about = context_of(description.name, chosen.arguments, machine,
                              environment::machine_files{}, description.build);
}

exit_code code_of(const report::result& result) {
    if (!result.self_checks_held() || (result.lost_any() && !result.partial())) {
        return exit_code::wrong_answer;
    }
    if (result.stopped == measure::stop_reason::lost_pass) {
        return exit_code::refused;
    }
    return result.partial() ? exit_code::interrupted : exit_code::success;
}

exit_code measure_and_report(const program& description, const options& chosen) {
    const auto start = steady_clock::now();
    std::optional<run::interleaving> interleaving;
    if (chosen.interleaved) { // before our own descriptors get these numbers
        interleaving.emplace(chosen.interleaved->first, chosen.interleaved->second);
    }
    expect_all_writable(chosen);
    const cpu::topology machine = allowed_machine(chosen);
    const std::vector<environment::verdict> before = examined(description, machine, {});
    signals watch;
    state_line state(description.name, chosen.progress, watch);
    run::request request = request_of(description, chosen, machine, watch);
    request.outside.now = [start] { return steady_clock::now() - start; };
    request.outside.report_progress = [&](const measure::progress& now) { state.show(now); };
    request.processes->waiting = [&] { state.tick(); };
    request.processes->among = interleaving ? &*interleaving : nullptr;
    report::result result =
        chosen.explain ? run::explain_case(find_case(description, chosen, machine), request)
                       : measured(description, chosen, machine, request, watch);
    watch.no_batch_runs();
    state.end();
    result.stops = watch.continued();
    complete(result, description, machine, chosen, request, before);
    put_out(description, result, chosen, machine, watch);
    return code_of(result);
}

/// The process of a pass: writes its measurements for the run that started it.
exit_code measure_one_pass(const program& description, const options& chosen) {
    const cpu::topology machine = allowed_machine(chosen);
    report::ordered_pass ordered = run::read_order();
    signals watch; // before this line a signal ends the process
    const run::request request = request_of(description, chosen, machine, watch);
    run::case_list selected;
    if (chosen.explain) {
        selected =
            run::cases_of_variants(ordered.variants, find_case(description, chosen, machine));
    } else {
        run::case_list all = description.cases(chosen, machine);
        runtime::runtimes runtimes(ordered.handed_on, chosen.numbers);
        runtimes.add_cases(all, machine);
        selected = wanted_of(description, all, chosen, machine);
        runtimes.connect(selected);
    }
    const measure::pass pass = run::ordered_pass(ordered, selected.cases, request.outside);
    watch.no_batch_runs();
    write_stdout(report::pass_text(pass));
    return exit_code::success;
}

exit_code list_cases(const program& description, const options& chosen) {
    const cpu::topology machine = allowed_machine(chosen);
    signals watch;
    runtime::runtimes runtimes = runtimes_of(description, chosen, machine, watch);
    watch.end_at_once();
    if (watch.interrupted()) {
        return exit_code::interrupted;
    }
    run::case_list all = description.cases(chosen, machine);
    runtimes.add_cases(all, machine);
    const std::size_t columns = output_terminal(chosen.wide).columns;
    const std::string text =
        listing(wanted_of(description, all, chosen, machine), description.case_names, columns);
    // A program that reads the list needs whole names.
    write_stdout(isatty(STDOUT_FILENO) == 0 ? text : report::fitted(text, columns));
    return exit_code::success;
}

exit_code print_environment(const program& description, const options& chosen) {
    const cpu::topology machine = allowed_machine(chosen);
    const auto clock = measure::calibrate(clock::source::realtime);
    write_stdout(
        report::fitted(report::environment_text(examined(description, machine, clock), true),
                       output_terminal(chosen.wide).columns));
    return exit_code::success;
}

exit_code carry_out(const program& description, const std::vector<std::string>& arguments) {
    const options chosen = parse_command_line(description, arguments);
    using action = options::action;
    switch (chosen.wanted) {
    case action::help:
        write_stdout(report::fitted(help_text(description), output_terminal(false).columns));
        return exit_code::success;
    case action::version:
        write_stdout(version_line(description.name));
        return exit_code::success;
    case action::list:
        return list_cases(description, chosen);
    case action::environment:
        return print_environment(description, chosen);
    case action::own:
        return std::ranges::find(description.actions, chosen.own_action, &own_action::name)->run();
    case action::selftest:
    case action::measure:
        break;
    }
    return chosen.one_pass ? measure_one_pass(description, chosen)
                           : measure_and_report(description, chosen);
}

} // namespace

int run_program(int argc, const char* const* argv, const program& description) {
    // A closed pipe and the file size limit become errors of the call that writes.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    return guard(description.name, [&] {
        return carry_out(description,
                         std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
    });
}

} // namespace tollgate::cli
