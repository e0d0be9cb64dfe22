// SPDX-License-Identifier: BSL-1.0
#include "measure_here.hpp"

#include "classical_run.hpp"
#include "stderr_line.hpp"

#include <tollgate/cli/progress_line.hpp>
#include <tollgate/environment/examine.hpp>
#include <tollgate/measure/session.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace tollgate::cli {
namespace {

using std::chrono::nanoseconds;

double seconds(nanoseconds time) {
    return std::chrono::duration<double>(time).count();
}

std::string progress_text(const measure::progress& now) {
    if (now.rounds_done == 0 && now.budget.count() == 0) {
        return fmt::format("first look at {}", now.case_name);
    }
    if (now.rounds_expected != 0) {
        const double done = static_cast<double>(now.rounds_done);
        const double left = done == 0 ? 0
                                      : seconds(now.elapsed) / done *
                                            (static_cast<double>(now.rounds_expected) - done);
        return fmt::format("round {} of {}, {:.0f} s left: {}", now.rounds_done + 1,
                           now.rounds_expected, left, now.case_name);
    }
    const double left = std::max(0.0, seconds(now.budget - now.elapsed));
    return fmt::format("round {}, at most {:.0f} s left: {}", now.rounds_done + 1, left,
                       now.case_name);
}

std::vector<int> cpu_numbers(const cpu::topology& machine) {
    std::vector<int> cpus;
    for (const cpu::hardware_thread& one : machine.threads) {
        cpus.push_back(one.cpu);
    }
    return cpus;
}

measure::limits limits_of(const options& chosen, const time_budget& budget) {
    measure::limits until;
    until.budget = std::max(nanoseconds(0), budget.left());
    until.exact_rounds = chosen.rounds;
    until.precision = chosen.precision;
    return until;
}

} // namespace

nanoseconds time_budget::left() const {
    return nanoseconds(static_cast<std::int64_t>(seconds * 1e9)) -
           (std::chrono::steady_clock::now() - start);
}

report::result measure_here(const program& what, const options& chosen, const case_list& selected,
                            const cpu::topology& machine, const time_budget& budget,
                            signals& watch) {
    const environment::machine_files files;
    const environment::disturbance_reader disturbances(files, cpu_numbers(machine));
    progress_line progress(chosen.progress);
    const auto show = [&](const auto& make_text, nanoseconds lasts = {}) {
        watch.still_alive(lasts);
        if (progress.due()) {
            progress.show(make_text());
        }
        if (watch.state_wanted()) {
            progress.clear();
            write_stderr_line(what.name, make_text());
        }
    };

    report::result seen;
    seen.clock = measure::calibrate(chosen.clock);
    seen.environment =
        environment::examine(files, {cpu_numbers(machine), what.build, seen.clock.reading_ns_p50,
                                     seen.clock.counter_invariant});
    seen.unavailable = selected.unavailable;
    seen.notes = selected.notes;
    seen.budget_s = budget.seconds;

    measure::session session(
        seen.clock,
        {[&] { return std::chrono::steady_clock::now() - budget.start; },
         [&] { return watch.interrupted(); },
         [&](const measure::progress& now) { show([&] { return progress_text(now); }, now.lasts); },
         [&] { return disturbances.read(); }});

    const std::string reference = what.reference ? what.reference(chosen) : std::string{};
    run_classical(
        what, chosen, selected.cases, reference, seen.clock, budget,
        [&](const std::string& text) {
            show([&] { return text; });
            return watch.interrupted();
        },
        seen);

    const auto pilots = session.look_at(selected.cases);
    const measure::plan plan = measure::make_plan(pilots, limits_of(chosen, budget),
                                                  seen.clock.reading_ns_p50, chosen.seed);
    measure::rounds rounds = session.measure(selected.cases, plan);
    seen.cases = std::move(rounds.cases);
    seen.twin = std::move(rounds.twin);
    seen.stopped = rounds.stopped;
    seen.rounds = rounds.done;
    seen.took_s = seconds(std::chrono::steady_clock::now() - budget.start);
    return seen;
}

} // namespace tollgate::cli
