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
    for (const measure::measured_case& each : cases) {
        if (!names.insert(each.key.name()).second) {
            throw std::invalid_argument("two cases have the name " + each.key.name());
        }
    }
}

/// Waits until the other programs let this program continue. False: they do not.
bool goes_on(const run::request& request) {
    return request.processes->among == nullptr || request.processes->among->wait([&] {
        request.processes->waiting();
        return !request.outside.is_interrupted();
    });
}

/// Adds a clock to a request, and leaves out the time in which other programs measure.
request completed(run::request request) {
    if (!request.outside.now) {
        request.outside.now = [start = steady_clock::now()] { return steady_clock::now() - start; };
    }
    if (request.processes && request.processes->among != nullptr) {
        request.outside.now = [now = request.outside.now, among = request.processes->among] {
            return now() - among->waited();
        };
    }
    return request;
}

std::optional<report::clock_pair_average> clock_pair(std::span<const measure::measured_case> cases,
                                                     const run::request& request,
                                                     const measure::calibration& clock) {
    const auto found = std::find_if(cases.begin(), cases.end(), [&](const auto& each) {
        return request.clock_pair && each.key.name() == request.clock_pair->case_name &&
               each.run_clock_pair;
    });
    if (found == cases.end()) {
        return std::nullopt;
    }
    const measure::clock_pair_run run =
        measure::run_clock_pair(*found, *request.clock_pair, clock, request.outside);
    if (!run.failures.empty()) {
        throw failed_self_check(fmt::format("{}: {}", run.case_name, run.failures.front()));
    }
    if (run.cut_short && request.outside.is_interrupted()) {
        return std::nullopt; // a few operations are no average
    }
    const auto to_ns = [&](std::int64_t counts) {
        return std::llround(static_cast<double>(counts) * clock.ns_per_count);
    };
    return report::clock_pair_average{{},
                                      clock.source == clock::source::tsc ? "tsc" : "clock_gettime",
                                      run.case_name,
                                      to_ns(run.sums.operations_total),
                                      to_ns(run.sums.calls_total),
                                      run.sums.operations};
}

/// Gives up cases that time themselves and take too long for the fewest rounds: they must not use
/// the time of other cases.
void give_up_slow_cases(std::vector<measure::pilot>& pilots, const measure::plan& planned) {
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
                "it is too slow for the time: {:g} rounds take {:.0f} s; use a longer --time",
                rounds, std::ceil(needed_s));
        }
    }
}

/// Whether each pass is a process.
bool has_processes(const run::request& request) {
    return request.processes && !request.processes->file.empty() && request.until.passes != 1;
}

/// Does each pass in this process, or in a process of its own. The caller has waited for the first
/// pass.
pass_runner runner_of(std::span<const measure::measured_case> cases, const run::request& request,
                      measure::session& here) {
    const auto nothing = [&here, cases](const measure::pass_order& order) {
        measure::pass pass = here.empty_pass(cases, order);
        pass.ended_early = measure::stop_reason::interrupted;
        return pass;
    };
    return [&request, &here, cases, nothing](const measure::pass_order& order) {
        const bool is_first = order.index == request.passes_before;
        if (request.outside.is_interrupted() ||
            (!is_first && request.processes && !goes_on(request))) {
            return nothing(order);
        }
        if (!has_processes(request)) {
            return here.run_pass(cases, order);
        }
        std::optional<measure::pass> done = run_in_process(order, here.clock(), request);
        return done ? std::move(*done) : nothing(order);
    };
}

/// Throws if this process lost a CPU during a pass: pinned threads then ran elsewhere, or spinning
/// threads shared a CPU.
pass_runner checked_for_cpus(const std::vector<int>& cpus, pass_runner run_pass) {
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
            expect_cpus(); // a lost CPU is the reason, then
            throw;
        }
    };
}

/// Removes the cases that were given up, and their controls, from the passes, and returns them.
std::vector<report::unavailable_case> take_lost(std::span<const measure::measured_case> cases,
                                                std::span<const measure::pilot> pilots,
                                                std::span<const std::size_t> controls,
                                                passes& measured) {
    for (std::size_t i = 0; i < measured.cases.size(); ++i) {
        measure::case_record& record = measured.cases[i];
        if (pilots[i].lost) {
            record.lost = pilots[i].lost;
        } else if (!record.lost && cases[i].given_up) {
            record.lost = cases[i].given_up(record);
        }
    }
    for (std::size_t i = 0; i < controls.size(); ++i) {
        measure::case_record& record = measured.cases[controls[i]];
        if (!record.lost) {
            record.lost = measured.controls[i].lost;
        }
        measured.controls[i].lost = record.lost;
    }
    std::vector<report::unavailable_case> lost;
    for (std::size_t i = 0; i < measured.cases.size(); ++i) {
        const measure::case_record& record = measured.cases[i];
        if (record.lost) {
            lost.push_back({record.key, *record.lost, cases[i].fails_if_given_up});
        }
    }
    const auto is_lost = [](const measure::case_record& record) { return record.lost.has_value(); };
    std::erase_if(measured.cases, is_lost);
    std::erase_if(measured.controls, is_lost);
    return lost;
}

void conclude(passes&& measured, report::result& result) {
    result.speed = measured.speed();
    result.cases = measure::conclude(std::move(measured.cases), result.speed);
    result.controls = measure::conclude(std::move(measured.controls), result.speed);
    result.rounds = measured.rounds;
    result.passes = measured.count;
    result.stopped = measured.stopped;
    result.failures = std::move(measured.failures);
    if (!measured.why_lost.empty()) {
        result.notes.push_back(measured.why_lost + "; the passes before it are shown");
    }
}

} // namespace

measure::run_hooks on_this_machine(const cpu::topology& machine,
                                   std::function<std::uint64_t()> stops) {
    measure::run_hooks outside;
    outside.now = [start = steady_clock::now()] { return steady_clock::now() - start; };
    outside.disturbances = [stops = std::move(stops),
                            reader = std::make_shared<environment::disturbance_reader>(
                                environment::machine_files{}, machine.cpus())] {
        environment::disturbance_counters counters = reader->read();
        counters.stops = stops();
        return counters;
    };
    outside.reference = measure::run_reference_loop_on;
    outside.cache_line_latency = measure::run_latency_loop;
    outside.interrupts = measure::interrupts_share_on;
    return outside;
}

report::result measured(std::span<const measure::measured_case> cases,
                        const run::request& original) {
    require_different_names(cases);
    const run::request request = completed(original);
    if (request.processes && !goes_on(request) && !request.outside.is_interrupted()) {
        throw machine_refused("the coordinator ended before the first turn of this program");
    }
    const auto begun = steady_clock::now();
    report::result result;
    result.clock = measure::calibrate(request.clock);
    result.clock_pair = clock_pair(cases, request, result.clock);
    measure::session here(result.clock, request.outside);
    std::vector<measure::pilot> pilots = here.first_look(cases);
    const auto plan_now = [&] {
        measure::limits left = request.until;
        left.budget = std::max(nanoseconds(0), left.budget - request.outside.now());
        return measure::make_plan(pilots, controls_of(cases, pilots), left,
                                  result.clock.reading_ns_p50, request.seed);
    };
    give_up_slow_cases(pilots, plan_now());
    const measure::plan planned = plan_now();
    passes measured = run_passes(planned, request,
                                 checked_for_cpus(request.cpus, runner_of(cases, request, here)));
    result.unavailable = take_lost(cases, pilots, planned.controls, measured);
    conclude(std::move(measured), result);
    result.took_s = in_seconds(request.outside.now());
    result.spread_over_s = in_seconds(steady_clock::now() - begun);
    return result;
}

} // namespace tollgate::run
