// SPDX-License-Identifier: BSL-1.0
#include "measure_here.hpp"

#include <tollgate/cli/errors.hpp>
#include <tollgate/cli/guard.hpp>
#include <tollgate/cli/progress_line.hpp>
#include <tollgate/environment/examine.hpp>
#include <tollgate/measure/run.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace tollgate::cli {
namespace {

using std::chrono::nanoseconds;

double seconds(nanoseconds time) {
    return std::chrono::duration<double>(time).count();
}

std::string progress_text(const measure::progress& now) {
    using phase = measure::progress::phase;
    if (now.what == phase::classical_run) {
        return fmt::format("classical run of {}: {} of {}", now.case_name, now.done, now.expected);
    }
    if (now.what == phase::first_look) {
        return fmt::format("first look at {}", now.case_name);
    }
    if (now.expected != 0) {
        const double done = static_cast<double>(now.done);
        const double left =
            done == 0 ? 0
                      : seconds(now.elapsed) / done * (static_cast<double>(now.expected) - done);
        return fmt::format("round {} of {}, {:.0f} s left: {}", now.done + 1, now.expected, left,
                           now.case_name);
    }
    const double left = std::max(0.0, seconds(now.budget - now.elapsed));
    return fmt::format("round {}, at most {:.0f} s left: {}", now.done + 1, left, now.case_name);
}

std::vector<int> cpu_numbers(const cpu::topology& machine) {
    std::vector<int> cpus;
    for (const cpu::hardware_thread& one : machine.threads) {
        cpus.push_back(one.cpu);
    }
    return cpus;
}

nanoseconds in_ns(double time_s) {
    return nanoseconds(static_cast<std::int64_t>(time_s * 1e9));
}

std::optional<measure::classical_request>
classical_request(const program& what, const options& chosen, const time_budget& budget) {
    if (!what.reference || chosen.wanted != options::action::measure) {
        return std::nullopt;
    }
    constexpr double share_of_budget = 0.2;
    const std::uint64_t each = chosen.iterations.value_or(what.iterations_default);
    measure::classical_request asked{what.reference(chosen), chosen.members * each, std::nullopt};
    if (!chosen.iterations) {
        asked.longest = in_ns(share_of_budget * budget.seconds);
    }
    return asked;
}

measure::run_options run_options(const program& what, const options& chosen,
                                 const time_budget& budget) {
    measure::run_options asked;
    asked.until.budget = in_ns(budget.seconds);
    asked.until.exact_rounds = chosen.rounds;
    asked.until.precision = chosen.precision;
    asked.clock = chosen.clock;
    asked.seed = chosen.seed;
    asked.classical = classical_request(what, chosen, budget);
    asked.outside.now = [start = budget.start] { return std::chrono::steady_clock::now() - start; };
    return asked;
}

void add_classical(const program& what, const measure::classical_request& asked,
                   const measure::classical_run& run, report::result& seen) {
    const measure::calibration& clock = seen.clock;
    if (!run.failures.empty()) {
        throw failed_proof(fmt::format("{}: {}", run.of, run.failures.front()));
    }
    const auto to_ns = [&](std::int64_t counts) {
        return std::llround(static_cast<double>(counts) * clock.ns_per_count);
    };
    seen.classical =
        report::classical_figure{what.kind,
                                 clock.source == clock::source::tsc ? "tsc" : "clock_gettime",
                                 run.of,
                                 to_ns(run.sums.operations_total),
                                 to_ns(run.sums.calls_total),
                                 run.sums.operations};
    if (run.cut_short) {
        seen.notes.push_back(fmt::format(
            "the classical run was cut short when its share of the time was used; give {} and "
            "iterations for all {} switches",
            what.members, asked.operations));
    }
}

} // namespace

report::result measure_here(const program& what, const options& chosen, const case_list& selected,
                            const cpu::topology& machine, const time_budget& budget,
                            signals& watch) {
    const environment::machine_files files;
    const environment::disturbance_reader disturbances(files, cpu_numbers(machine));
    progress_line progress(chosen.progress);
    measure::run_options asked = run_options(what, chosen, budget);
    asked.outside.interrupted = [&] { return watch.interrupted(); };
    asked.outside.report_progress = [&](const measure::progress& now) {
        watch.still_alive(now.lasts);
        if (progress.due()) {
            progress.show(progress_text(now));
        }
        if (watch.state_wanted()) {
            progress.clear();
            write_stderr_line(what.name, progress_text(now));
        }
    };
    asked.outside.disturbances = [&] { return disturbances.read(); };

    measure::result measured = measure::run(selected.cases, asked);
    const std::optional<measure::classical_run> classical = std::move(measured.classical);
    report::result seen(std::move(measured));
    seen.unavailable = selected.unavailable;
    seen.notes = selected.notes;
    if (classical) {
        add_classical(what, *asked.classical, *classical, seen);
    }
    seen.environment =
        environment::examine(files, {cpu_numbers(machine), what.build, seen.clock.reading_ns_p50,
                                     seen.clock.counter_invariant});
    seen.budget_s = budget.seconds;
    return seen;
}

} // namespace tollgate::cli
