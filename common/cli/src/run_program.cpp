// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cli/command_line.hpp>
#include <tollgate/cli/context_of.hpp>
#include <tollgate/cli/errors.hpp>
#include <tollgate/cli/guard.hpp>
#include <tollgate/cli/output_file.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/cli/signals.hpp>

#include "explain_case.hpp"
#include "guests.hpp"
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
    const std::pair<const char*, const std::optional<std::string>&> files[] = {
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

/// A guest that was lost has no figures, nor has one whose clock is not to be believed.
void give_up_wrong_guests(const guests& others, report::result& seen) {
    std::erase_if(seen.cases, [&](const measure::case_result& one) {
        if (one.record.valued_by != measure::method::guest_batches) {
            return false;
        }
        std::optional<std::string> why = others.why_lost(one.record.key);
        if (const auto false_clock = guest::false_clock(one.record); !why && false_clock) {
            why = guest::reason_of(one.record.key.text("impl"), *false_clock);
        }
        if (why) {
            seen.unavailable.push_back({one.record.key, *why, true});
            const auto is_twin = [&](const measure::case_result& twin) {
                return twin.record.key == one.record.key;
            };
            std::erase_if(seen.twins, is_twin);
        }
        return why.has_value();
    });
}

exit_code code_of(const report::result& seen) {
    if (!seen.proven() || (seen.lost_any() && !seen.partial())) {
        return exit_code::wrong_answer;
    }
    return seen.partial() ? exit_code::interrupted : exit_code::success;
}

/// The cases of the program and of its guests that are wanted.
case_list selected_with(guests& others, const program& what, const options& chosen,
                        const cpu::topology& machine) {
    case_list all = what.cases(chosen, machine);
    others.add_cases(all, chosen, machine);
    options with_others = chosen;
    with_others.headline = others.headline(all, chosen.headline);
    case_list selected = select_cases(std::move(all), with_others);
    others.compare_among(selected);
    return selected;
}

/// More cases take more time, unless the user has said how much. It begins when the guests have
/// started.
time_budget with_guests(time_budget budget, const guests& others, const case_list& selected,
                        const options& chosen) {
    constexpr double case_s = 0.4;
    if (others.any()) {
        budget.start = std::chrono::steady_clock::now();
    }
    if (!chosen.time_s) {
        budget.seconds += case_s * static_cast<double>(others.cases_among(selected));
    }
    return budget;
}

report::result measured(const program& what, const options& chosen, const cpu::topology& machine,
                        const time_budget& budget, signals& watch) {
    if (chosen.explain) {
        return explain_case(what, chosen, machine, budget, watch);
    }
    guests others(chosen, machine, watch);
    if (watch.interrupted()) {
        report::result nothing;
        nothing.stopped = measure::stop_reason::interrupted;
        return nothing;
    }
    case_list selected = selected_with(others, what, chosen, machine);
    expect_enough_time(selected.cases, chosen, budget.seconds);
    others.seat(selected, watch);
    report::result seen =
        measure_here(what, chosen, selected, machine, with_guests(budget, others, selected, chosen),
                     watch, others);
    give_up_wrong_guests(others, seen);
    seen.guests = others.about();
    return seen;
}

void measure_pass(const program& what, const options& chosen, const cpu::topology& machine,
                  signals& watch) {
    report::ordered_pass ordered = ordered_pass();
    guests others(ordered.guests);
    case_list selected = chosen.explain ? arms_of_pass(what, chosen, machine, watch)
                                        : selected_with(others, what, chosen, machine);
    others.take_seats(selected);
    measure_one_pass(std::move(ordered), selected, machine, watch);
}

exit_code measure_and_report(const program& what, const options& chosen,
                             const std::vector<std::string>& arguments, const time_budget& budget) {
    expect_all_writable(chosen);
    const cpu::topology machine = allowed_machine(chosen);
    signals watch;
    if (chosen.one_pass) {
        measure_pass(what, chosen, machine, watch);
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

exit_code list_cases(const program& what, const options& chosen) {
    const cpu::topology machine = allowed_machine(chosen);
    signals watch;
    guests others(chosen, machine, watch);
    if (watch.interrupted()) {
        return exit_code::interrupted;
    }
    if (chosen.only || chosen.headline) {
        write_stdout(listing(selected_with(others, what, chosen, machine)));
    } else {
        case_list all = what.cases(chosen, machine);
        others.add_cases(all, chosen, machine);
        write_stdout(listing(all));
    }
    return exit_code::success;
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
    case options::action::list:
        return list_cases(what, chosen);
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
