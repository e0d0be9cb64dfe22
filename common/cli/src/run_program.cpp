// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cli/command_line.hpp>
#include <tollgate/cli/context_of.hpp>
#include <tollgate/cli/errors.hpp>
#include <tollgate/cli/guard.hpp>
#include <tollgate/cli/output_file.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/cli/signals.hpp>

#include "explain_case.hpp"
#include "measure_here.hpp"
#include "select_cases.hpp"

#include <tollgate/environment/examine.hpp>
#include <tollgate/report/bmf.hpp>
#include <tollgate/report/csv.hpp>
#include <tollgate/report/json.hpp>
#include <tollgate/report/text.hpp>

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include <csignal>

namespace tollgate::cli {
namespace {

cpu::topology allowed_machine(const options& chosen) {
    cpu::topology machine = cpu::read_topology();
    if (chosen.cpus.empty()) {
        return machine;
    }
    try {
        return cpu::restrict_to(machine, chosen.cpus);
    } catch (const std::invalid_argument& error) {
        throw usage_error(fmt::format("--cpus: {}", error.what()));
    }
}

std::string listing(const case_list& all) {
    std::string text;
    for (const measure::measured_case& one : all.cases) {
        text += fmt::format("{}\n    {}\n", one.key.name(), one.unit);
    }
    for (const report::unavailable_case& one : all.unavailable) {
        text += fmt::format("{}\n    not available: {}\n", one.key.name(), one.reason);
    }
    return text;
}

std::string printed(const program& what, const report::result& seen, const options& chosen) {
    switch (chosen.format) {
    case output_format::json:
        return report::to_json(seen);
    case output_format::csv:
        return report::to_csv(seen);
    case output_format::table:
        break;
    }
    if (chosen.wanted == options::action::selftest) {
        return report::conditions_text(seen);
    }
    if (seen.explanation) {
        return report::explanation_text(*seen.explanation) + "\n" +
               report::conditions_text(seen, report::extent::brief) +
               report::environment_summary(seen.environment);
    }
    if (chosen.headline) {
        report::answer found(seen);
        if (what.answer) {
            what.answer(found);
        }
        return report::brief_text(seen, found.str());
    }
    return (what.overview ? what.overview(seen) : std::string{}) + report::full_text(seen);
}

void expect_all_writable(const options& chosen) {
    const std::pair<const char*, const std::optional<std::filesystem::path>&> files[] = {
        {"--json", chosen.json},
        {"--json-ci", chosen.json_ci},
        {"--bmf", chosen.bmf},
        {"--csv", chosen.csv}};
    for (const auto& [option, file] : files) {
        if (file) {
            expect_writable(option, *file);
        }
    }
}

void write_files(const report::result& seen, const options& chosen) {
    if (chosen.json) {
        replace_file(*chosen.json, report::to_json(seen));
    }
    if (chosen.json_ci) {
        replace_file(*chosen.json_ci, report::to_ci_json(seen));
    }
    if (chosen.bmf) {
        replace_file(*chosen.bmf, report::to_bmf(seen));
    }
    if (chosen.csv) {
        replace_file(*chosen.csv, report::to_csv(seen));
    }
}

exit_code code_of(const report::result& seen) {
    if (!seen.proven()) {
        return exit_code::wrong_answer;
    }
    return seen.partial() ? exit_code::interrupted : exit_code::success;
}

report::result measured(const program& what, const options& chosen, const cpu::topology& machine,
                        const time_budget& budget, signals& watch) {
    if (chosen.explain) {
        return explain_case(what, chosen, machine, budget, watch);
    }
    const case_list selected = select_cases(what.cases(chosen, machine), chosen);
    expect_enough_time(selected.cases, chosen, budget.seconds);
    return measure_here(what, chosen, selected, machine, budget, watch);
}

exit_code measure_and_report(const program& what, const options& chosen,
                             const std::vector<std::string>& arguments, const time_budget& budget) {
    expect_all_writable(chosen);
    const cpu::topology machine = allowed_machine(chosen);
    signals watch;
    if (chosen.one_pass) {
        const case_list selected = chosen.explain
                                       ? arms_of_pass(what, chosen, machine, watch)
                                       : select_cases(what.cases(chosen, machine), chosen);
        measure_one_pass(selected, machine, watch);
        return exit_code::success;
    }
    report::result seen = measured(what, chosen, machine, budget, watch);
    watch.no_batch_runs();
    if (what.failed_proofs) {
        seen.failures = what.failed_proofs(seen);
    }
    if (what.proofs_not_made) {
        const std::vector<std::string> lines = what.proofs_not_made(seen);
        seen.notes.insert(seen.notes.begin(), lines.begin(), lines.end());
    }
    seen.about =
        context_of(what.name, arguments, machine, environment::machine_files{}, what.build);
    write_files(seen, chosen);
    write_stdout(printed(what, seen, chosen));
    return code_of(seen);
}

exit_code carry_out_own(const program& what, const std::string& name) {
    for (const own_action& one : what.actions) {
        if (one.name == name) {
            return one.run();
        }
    }
    throw usage_error(fmt::format("--{}: there is no such action", name));
}

double budget_s(const program& what, const options& chosen) {
    if (chosen.quick) {
        return chosen.explain ? quick_explain_budget_s : what.quick_budget_s;
    }
    const double usual_s =
        chosen.headline && what.headline_budget_s ? *what.headline_budget_s : what.budget_s;
    return chosen.time_s.value_or(chosen.explain ? explain_budget_s : usual_s);
}

exit_code carry_out(const program& what, const std::vector<std::string>& arguments) {
    const auto start = std::chrono::steady_clock::now();
    const options chosen = parse_command_line(what, arguments);
    switch (chosen.wanted) {
    case options::action::help:
        write_stdout(help_text(what));
        return exit_code::success;
    case options::action::version:
        write_stdout(version_line(what.name));
        return exit_code::success;
    case options::action::list: {
        const case_list all = what.cases(chosen, allowed_machine(chosen));
        const bool some = chosen.only || chosen.headline;
        write_stdout(listing(some ? select_cases(all, chosen) : all));
        return exit_code::success;
    }
    case options::action::environment: {
        const cpu::topology machine = allowed_machine(chosen);
        const auto clock = measure::calibrate(clock::source::realtime);
        std::vector<int> cpus;
        for (const cpu::hardware_thread& one : machine.threads) {
            cpus.push_back(one.cpu);
        }
        const auto verdicts =
            environment::examine(environment::machine_files{},
                                 {cpus, what.build, clock.reading_ns_p50, clock.counter_invariant});
        write_stdout(report::environment_text(verdicts, true));
        return exit_code::success;
    }
    case options::action::own:
        return carry_out_own(what, chosen.own_action);
    case options::action::selftest:
    case options::action::measure:
        break;
    }
    return measure_and_report(what, chosen, arguments, {start, budget_s(what, chosen)});
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
