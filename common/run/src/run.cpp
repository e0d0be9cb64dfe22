// SPDX-License-Identifier: BSL-1.0
#include <tollgate/run/run.hpp>

#include "passes.hpp"

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/environment/disturbance.hpp>
#include <tollgate/environment/machine_files.hpp>
#include <tollgate/measure/case_summary.hpp>
#include <tollgate/measure/gap_watch.hpp>
#include <tollgate/measure/reference_loop.hpp>
#include <tollgate/measure/session.hpp>
#include <tollgate/run/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace tollgate::run {
namespace {

using std::chrono::nanoseconds;
using std::chrono::steady_clock;

void require_different_names(std::span<const measure::measured_case> cases) {
    if (cases.empty()) {
        throw std::invalid_argument("there is no case to measure");
    }
    std::set<std::string_view> names;
    for (const measure::measured_case& one : cases) {
        if (!names.insert(one.key.name()).second) {
            throw std::invalid_argument("two cases have the name " + one.key.name());
        }
    }
}

/// Waits until the other programs let this one go on.
bool goes_on(const request& asked) {
    return asked.processes->among == nullptr || asked.processes->among->wait([&] {
        asked.processes->waiting();
        return !asked.outside.is_interrupted();
    });
}

/// What is still missing in a request. The time in which other programs measure counts for nothing.
request completed(request asked) {
    if (!asked.outside.now) {
        asked.outside.now = [start = steady_clock::now()] { return steady_clock::now() - start; };
    }
    if (asked.processes && asked.processes->among != nullptr) {
        asked.outside.now = [now = asked.outside.now, among = asked.processes->among] {
            return now() - among->waited();
        };
    }
    return asked;
}

std::optional<report::classical_figure> classical(std::span<const measure::measured_case> cases,
                                                  const request& asked,
                                                  const measure::calibration& clock) {
    const auto found = std::find_if(cases.begin(), cases.end(), [&](const auto& one) {
        return asked.classical && one.key.name() == asked.classical->of && one.run_classical;
    });
    if (found == cases.end()) {
        return std::nullopt;
    }
    const measure::classical_run run =
        measure::run_classical(*found, *asked.classical, clock, asked.outside);
    if (!run.failures.empty()) {
        throw failed_proof(fmt::format("{}: {}", run.of, run.failures.front()));
    }
    const auto to_ns = [&](std::int64_t counts) {
        return std::llround(static_cast<double>(counts) * clock.ns_per_count);
    };
    return report::classical_figure{{},
                                    clock.source == clock::source::tsc ? "tsc" : "clock_gettime",
                                    run.of,
                                    to_ns(run.sums.operations_total),
                                    to_ns(run.sums.calls_total),
                                    run.sums.operations};
}

/// A case that times itself, and takes so long that the fewest rounds do not fit, is given up: the
/// others' time is not its.
void lose_the_slow(std::vector<measure::pilot>& pilots, const measure::plan& planned) {
    if (planned.until.exact_rounds) {
        return;
    }
    const double rounds =
        static_cast<double>(std::min(planned.until.passes, measure::fewest_passes));
    for (std::size_t i = 0; i < pilots.size(); ++i) {
        const double needed_s = rounds * planned.cases[i].round_ns / 1e9;
        if (pilots[i].self_timed && !pilots[i].lost &&
            needed_s > in_seconds(planned.until.budget)) {
            pilots[i].lost = fmt::format(
                "it is too slow for the time: {:g} rounds of it take {:.0f} s; give --time more",
                rounds, std::ceil(needed_s));
        }
    }
}

/// Whether each pass is one.
bool has_processes(const request& asked) {
    return asked.processes && !asked.processes->file.empty() && asked.until.passes != 1;
}

/// Does each pass here, or in a process of its own. The wait for the first began the run.
pass_runner runner_of(std::span<const measure::measured_case> cases, const request& asked,
                      measure::session& here) {
    const auto nothing = [&here, cases](const measure::pass_order& order) {
        measure::pass pass = here.empty_pass(cases, order);
        pass.ended_early = measure::stop_reason::interrupted;
        return pass;
    };
    return [&asked, &here, cases, nothing](const measure::pass_order& order) {
        const bool is_first = order.index == asked.passes_before;
        if (asked.outside.is_interrupted() || (!is_first && asked.processes && !goes_on(asked))) {
            return nothing(order);
        }
        if (!has_processes(asked)) {
            return here.run_pass(cases, order);
        }
        std::optional<measure::pass> done = run_in_process(order, here.clock(), asked);
        return done ? std::move(*done) : nothing(order);
    };
}

/// A pass during which a CPU was taken from this process, too, is lost, whatever it says: threads
/// that were put there ran elsewhere, or several that spin shared a CPU.
pass_runner on_these(const std::vector<int>& cpus, pass_runner run_pass) {
    return [cpus, run_pass = std::move(run_pass)](const measure::pass_order& order) {
        const auto expect_cpus = [&] {
            for (const int cpu : cpus) {
                if (std::ranges::count(cpu::allowed_cpus(), cpu) == 0) {
                    throw machine_refused(fmt::format("CPU {} was taken from this program in pass "
                                                      "{}",
                                                      cpu, order.index + 1));
                }
            }
        };
        try {
            measure::pass done = run_pass(order);
            expect_cpus();
            return done;
        } catch (const std::exception&) {
            expect_cpus(); // this is the reason, then
            throw;
        }
    };
}

/// Takes the cases that were given up out of the passes, and their twins.
std::vector<report::unavailable_case> take_lost(std::span<const measure::measured_case> cases,
                                                std::span<const measure::pilot> pilots,
                                                std::span<const std::size_t> twins,
                                                passes& measured) {
    for (std::size_t i = 0; i < measured.cases.size(); ++i) {
        measure::case_record& record = measured.cases[i];
        if (pilots[i].lost) {
            record.lost = pilots[i].lost;
        } else if (!record.lost && cases[i].given_up) {
            record.lost = cases[i].given_up(record);
        }
    }
    for (std::size_t i = 0; i < twins.size(); ++i) {
        measure::case_record& record = measured.cases[twins[i]];
        if (!record.lost) {
            record.lost = measured.twins[i].lost;
        }
        measured.twins[i].lost = record.lost;
    }
    std::vector<report::unavailable_case> lost;
    for (const measure::case_record& record : measured.cases) {
        if (record.lost) {
            lost.push_back({record.key, *record.lost, true});
        }
    }
    const auto is_lost = [](const measure::case_record& record) { return record.lost.has_value(); };
    std::erase_if(measured.cases, is_lost);
    std::erase_if(measured.twins, is_lost);
    return lost;
}

void conclude(passes&& measured, report::result& found) {
    found.speed = measured.speed();
    found.cases = measure::conclude(std::move(measured.cases), found.speed);
    found.twins = measure::conclude(std::move(measured.twins), found.speed);
    found.rounds = measured.rounds;
    found.passes = measured.count;
    found.stopped = measured.stopped;
    found.failures = std::move(measured.failures);
    if (!measured.why_lost.empty()) {
        found.notes.push_back(measured.why_lost + "; the passes before it are shown");
    }
}

} // namespace

measure::surroundings on_this_machine(const cpu::topology& machine,
                                      std::function<std::uint64_t()> stops) {
    measure::surroundings outside;
    outside.now = [start = steady_clock::now()] { return steady_clock::now() - start; };
    outside.disturbances = [stops = std::move(stops),
                            reader = std::make_shared<environment::disturbance_reader>(
                                environment::machine_files{}, machine.cpus())] {
        environment::disturbance_counters counters = reader->read();
        counters.stops = stops();
        return counters;
    };
    outside.reference = measure::run_reference_loop_on;
    outside.distance = measure::run_distance_loop;
    outside.interrupts = measure::interrupts_share_on;
    return outside;
}

report::result measured(std::span<const measure::measured_case> cases, const request& request) {
    require_different_names(cases);
    const run::request asked = completed(request);
    if (asked.processes && !goes_on(asked) && !asked.outside.is_interrupted()) {
        throw machine_refused("no other program lets this one go on");
    }
    const auto begun = steady_clock::now();
    report::result found;
    found.clock = measure::calibrate(asked.clock);
    found.classical = classical(cases, asked, found.clock);
    measure::session here(found.clock, asked.outside);
    std::vector<measure::pilot> pilots = here.look_at(cases);
    const auto plan_now = [&] {
        measure::limits left = asked.until;
        left.budget = std::max(nanoseconds(0), left.budget - asked.outside.now());
        return measure::make_plan(pilots, twins_of(cases, pilots), left, found.clock.reading_ns_p50,
                                  asked.seed);
    };
    lose_the_slow(pilots, plan_now());
    const measure::plan planned = plan_now();
    passes measured =
        run_passes(planned, asked, on_these(asked.cpus, runner_of(cases, asked, here)));
    found.unavailable = take_lost(cases, pilots, planned.twins, measured);
    conclude(std::move(measured), found);
    found.took_s = in_seconds(asked.outside.now());
    found.spread_over_s = in_seconds(steady_clock::now() - begun);
    return found;
}

} // namespace tollgate::run
