// SPDX-License-Identifier: BSL-1.0
#include "measure_here.hpp"

#include "pass_processes.hpp"
#include "turns.hpp"

#include <tollgate/cli/errors.hpp>
#include <tollgate/cli/guard.hpp>
#include <tollgate/cli/output_file.hpp>
#include <tollgate/cli/progress_line.hpp>
#include <tollgate/environment/examine.hpp>
#include <tollgate/measure/gap_watch.hpp>
#include <tollgate/measure/reference_loop.hpp>
#include <tollgate/measure/run.hpp>
#include <tollgate/report/json.hpp>
#include <tollgate/report/pass_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <poll.h>
#include <unistd.h>

namespace tollgate::cli {
namespace {

using std::chrono::nanoseconds;

double seconds(nanoseconds time) {
    return std::chrono::duration<double>(time).count();
}

std::string progress_text(const measure::progress& now, double seconds_after) {
    using phase = measure::progress::phase;
    switch (now.what) {
    case phase::classical_run:
        return fmt::format("classical run of {}: {} of {}", now.case_name, now.done, now.expected);
    case phase::first_look:
        return fmt::format("first look at {}", now.case_name);
    case phase::rounds:
        return fmt::format("round {} of {}: {}", now.done + 1, now.expected, now.case_name);
    case phase::passes:
        break;
    }
    std::string text = fmt::format("pass {} of {}", now.done + 1, now.expected);
    if (now.budget.count() != 0) {
        text += fmt::format(", at most {:.0f} s left",
                            std::max(0.0, seconds(now.budget - now.elapsed)) + seconds_after);
    } else if (now.done != 0) {
        const auto done = static_cast<double>(now.done);
        text += fmt::format(", about {:.0f} s left",
                            seconds(now.elapsed) / done * static_cast<double>(now.expected) -
                                seconds(now.elapsed));
    }
    return text;
}

/// What stands on the terminal, and is said when SIGUSR1 asks for it.
class state_line {
public:
    state_line(const program& what, const options& chosen, double seconds_after, signals& watch)
        : name_(what.name), line_(chosen.progress), seconds_after_(seconds_after), watch_(watch) {}

    void now(const measure::progress& how_far) {
        // Of a case that is there as long as this says, and no longer.
        text_ = progress_text(how_far, seconds_after_);
        watch_.still_alive(how_far.lasts);
        show();
    }
    /// Nothing new: a process is at work, or another program.
    void tick() {
        watch_.still_alive();
        show();
    }

private:
    void show() {
        if (line_.due()) {
            line_.show(text_);
        }
        if (watch_.state_wanted()) {
            line_.clear();
            write_stderr_line(name_, text_);
        }
    }

    const std::string& name_;
    progress_line line_;
    double seconds_after_;
    signals& watch_;
    std::string text_ = "waiting";
};

/// Of a pipe: whether another process may still read it.
bool has_reader(int descriptor) {
    pollfd end{descriptor, 0, 0};
    return ::poll(&end, 1, 0) <= 0 || (end.revents & POLLERR) == 0;
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
    asked.until.passes = chosen.passes;
    asked.until.even_rounds = chosen.explain.has_value();
    return asked;
}

/// But for the time and for what is said of progress. Refers to the files and the signals.
measure::surroundings surroundings_of(const cpu::topology& machine,
                                      const environment::machine_files& files,
                                      const signals& watch) {
    measure::surroundings outside;
    outside.interrupted = [&watch] { return watch.interrupted(); };
    outside.disturbances = [&watch, reader = std::make_shared<environment::disturbance_reader>(
                                        files, cpu_numbers(machine))] {
        environment::disturbance_counters counters = reader->read();
        counters.stops = watch.continued();
        return counters;
    };
    outside.reference = measure::run_reference_loop_on;
    outside.distance = measure::run_distance_loop;
    outside.interrupts = measure::interrupts_share_on;
    return outside;
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
                            const cpu::topology& machine, const time_budget& budget, signals& watch,
                            guests& others) {
    const environment::machine_files files;
    state_line state(what, chosen, budget.seconds_after, watch);
    turns own = chosen.turns.empty() ? turns() : turns(chosen.turns);
    const auto next_turn = [&] {
        return own.next([&] {
            state.tick();
            return !watch.interrupted();
        });
    };
    measure::run_options asked = run_options(what, chosen, budget);
    asked.outside = surroundings_of(machine, files, watch);
    asked.outside.now = [&, start = budget.start] {
        return std::chrono::steady_clock::now() - start - own.waited();
    };
    asked.outside.report_progress = [&](const measure::progress& now) { state.now(now); };
    if (chosen.passes > 1) {
        asked.run_pass = [&](const measure::pass_order& order,
                             const measure::calibration& clock) -> measure::pass {
            // The first turn began with what comes before the passes.
            if (order.index != 0 && !next_turn()) {
                measure::pass nothing;
                nothing.ended_early = measure::stop_reason::interrupted;
                return nothing;
            }
            measure::pass done = run_in_process(
                what, chosen, order, clock, watch, [&] { state.tick(); }, others.seats());
            others.note_lost(done);
            return done;
        };
    }
    if (!next_turn() && !watch.interrupted()) {
        throw machine_refused("--turns: there are none");
    }
    const auto begun = std::chrono::steady_clock::now();
    measure::result measured = measure::run(selected.cases, asked);
    const std::optional<measure::classical_run> classical = std::move(measured.classical);
    const std::vector<measure::lost_case> lost = std::move(measured.lost);
    report::result seen(std::move(measured));
    seen.spread_over_s = seconds(std::chrono::steady_clock::now() - begun);
    seen.unavailable = selected.unavailable;
    for (const measure::lost_case& one : lost) {
        seen.unavailable.push_back({one.key, one.reason, true});
    }
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

report::ordered_pass ordered_pass() {
    try {
        return report::read_order(read_stdin());
    } catch (const report::unreadable_result& error) {
        throw usage_error(fmt::format("--pass: standard input is no order of ours: {}; the option "
                                      "is not meant to be given by hand",
                                      error.what()));
    }
}

void measure_one_pass(report::ordered_pass ordered, const case_list& selected,
                      const cpu::topology& machine, signals& watch) {
    if (ordered.order.cases.size() != selected.cases.size()) {
        throw machine_refused("this process has other cases than the one that started it");
    }
    const environment::machine_files files;
    measure::surroundings outside = surroundings_of(machine, files, watch);
    outside.now = [start = std::chrono::steady_clock::now()] {
        return std::chrono::steady_clock::now() - start;
    };
    outside.report_progress = [&](const measure::progress& now) { watch.still_alive(now.lasts); };
    outside.interrupted = [&] { return watch.interrupted() || !has_reader(STDOUT_FILENO); };
    measure::session session(std::move(ordered.clock), std::move(outside));
    const measure::pass measured = session.run_pass(selected.cases, ordered.order);
    watch.no_batch_runs();
    write_stdout(report::pass_text(measured));
}

} // namespace tollgate::cli
