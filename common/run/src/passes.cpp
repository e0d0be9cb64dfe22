// SPDX-License-Identifier: BSL-1.0
#include "passes.hpp"

#include <tollgate/measure/case_summary.hpp>
#include <tollgate/measure/comparison.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <optional>
#include <set>
#include <tuple>

namespace tollgate::run {
namespace {

using std::chrono::nanoseconds;

void add_records(std::vector<measure::case_record>& to, std::vector<measure::case_record>& more) {
    if (to.empty()) {
        to = std::move(more);
        return;
    }
    for (std::size_t i = 0; i < to.size(); ++i) {
        measure::add_pass(to[i], more.at(i));
    }
}

/// The ratio of each case's ± to the requested one; empty while a case has fewer than three passes.
std::vector<double> needs_of(const passes& so_far, double precision) {
    constexpr double least_wanted_ns = 1e-9;
    constexpr std::size_t fewest = 3;
    std::vector<double> needs;
    const measure::machine_speed speed = so_far.speed();
    for (const measure::case_record& record : so_far.cases) {
        if (record.lost) {
            needs.push_back(0);
            continue;
        }
        const measure::case_summary summary = measure::summarize(record, speed);
        const auto uncertainty = summary.as_it_is_ns.uncertainty();
        if (!uncertainty || summary.passes < fewest) {
            return {};
        }
        const double wanted = precision * std::abs(summary.as_it_is_ns.value);
        needs.push_back(*uncertainty / std::max(wanted, least_wanted_ns));
    }
    return needs;
}

/// Corrects the plan's times by the real time of a pass: the first times are guesses.
void correct_times(measure::plan& planned, const measure::pass_order& done, nanoseconds took) {
    double expected_ns = 0;
    for (std::size_t i = 0; i < planned.cases.size(); ++i) {
        expected_ns += static_cast<double>(done.rounds[i]) * planned.cases[i].round_ns;
    }
    for (const std::size_t control : planned.controls) {
        expected_ns += static_cast<double>(done.rounds[control]) * planned.cases[control].round_ns;
    }
    if (expected_ns > 0 && took.count() > 0) {
        for (measure::case_plan& plan : planned.cases) {
            plan.round_ns *= static_cast<double>(took.count()) / expected_ns;
        }
    }
}

/// Adds the findings of the passes to the plan: the CPUs of events, which are not tried before the
/// first pass, and the cases that were given up.
void learn(measure::plan& planned, const std::vector<measure::case_record>& records) {
    for (std::size_t i = 0; i < planned.cases.size(); ++i) {
        planned.cases[i].lost |= records[i].lost.has_value();
        if (planned.cases[i].cpus.empty()) {
            planned.cases[i].cpus = records[i].cpus;
        }
    }
}

measure::pass_order next_order(const measure::plan& planned, const passes& so_far, nanoseconds left,
                               const std::vector<double>& needs, const run::request& request) {
    const std::uint64_t passes_left = planned.passes - so_far.count;
    measure::pass_order order =
        measure::order_pass(planned, so_far.count, request.rounds_before + so_far.rounds,
                            left / static_cast<std::int64_t>(passes_left), needs);
    order.index += request.passes_before;
    return order;
}

/// Adds a pass. Returns the reason to stop, if there is one.
std::optional<measure::stop_reason> add_pass(passes& so_far, const measure::pass_order& order,
                                             const run::request& request,
                                             const pass_runner& run_pass) {
    const bool is_first = so_far.count + request.passes_before == 0;
    try {
        measure::pass measured = run_pass(order);
        const auto ended_early = measured.ended_early;
        so_far.add(std::move(measured));
        return ended_early;
    } catch (const failed_self_check& error) {
        if (is_first) {
            throw;
        }
        so_far.failures.emplace_back(error.what());
        return measure::stop_reason::failed;
    } catch (const std::exception& error) {
        if (is_first) {
            throw;
        }
        so_far.why_lost = error.what();
        return measure::stop_reason::lost_pass;
    }
}

/// The total time of one event of each case and each control.
nanoseconds round_of_events(std::span<const measure::measured_case> cases) {
    nanoseconds sum{0};
    for (const measure::measured_case& each : cases) {
        sum += each.events.lasts;
    }
    for (const std::size_t control : controls_of(cases)) {
        sum += cases[control].events.lasts;
    }
    return sum;
}

} // namespace

std::vector<std::size_t> controls_of(std::span<const measure::measured_case> cases,
                                     std::span<const measure::pilot> pilots) {
    std::set<std::tuple<measure::method, bool, std::string>> kinds;
    std::vector<std::size_t> first;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const measure::measured_case& each = cases[i];
        const bool lost = i < pilots.size() && pilots[i].lost;
        if (!lost &&
            kinds.insert(measure::kind_of(each.valued_by, each.threads, each.key)).second) {
            first.push_back(i);
        }
    }
    return first;
}

void expect_enough_time(std::span<const measure::measured_case> cases, const measure::limits& until,
                        std::optional<double> time_s, double share) {
    const double round_s = in_seconds(round_of_events(cases));
    if (until.exact_rounds) {
        const double needed_s = round_s * static_cast<double>(*until.exact_rounds);
        if (time_s && needed_s > *time_s) {
            throw usage_error(fmt::format(
                "--rounds: '{}' of these cases take {:.0f} s or longer, --time allows {:g}; "
                "{}leave --time out",
                *until.exact_rounds, std::ceil(needed_s), *time_s,
                round_s > *time_s
                    ? std::string{}
                    : fmt::format("at most {:.0f}, or ", std::floor(*time_s / round_s))));
        }
        return;
    }
    const double budget_s = in_seconds(until.budget);
    const auto least = std::min(until.passes, measure::fewest_passes);
    const double needed_s = round_s * static_cast<double>(least);
    if (needed_s > share * budget_s) {
        throw usage_error(fmt::format("--time: '{:g}' is too short for {} rounds of these cases; "
                                      "at least {:.0f} s, or fewer {}",
                                      budget_s, least, std::ceil(needed_s / share),
                                      share < 1 ? "interventions (--under)" : "cases"));
    }
}

void keep_least(std::map<int, double>& ns_of_cpu, const std::map<int, double>& more) {
    for (const auto& [cpu, ns] : more) {
        const auto known = ns_of_cpu.try_emplace(cpu, ns).first;
        known->second = std::min(known->second, ns);
    }
}

void passes::add(measure::pass&& measured) {
    // A pass that was interrupted before its first round does not count.
    const bool counts =
        !measured.ended_early || std::ranges::any_of(measured.cases, [](const auto& record) {
            return !record.rounds.empty();
        });
    add_records(cases, measured.cases);
    add_records(controls, measured.controls);
    if (measured.interrupts_share) {
        interrupts.push_back(*measured.interrupts_share);
    }
    keep_least(fast_ns, measured.fast_ns);
    rounds += measured.rounds;
    count += counts ? 1 : 0;
}

measure::machine_speed passes::speed() const {
    return measure::speed_during(cases, fast_ns, interrupts);
}

passes run_passes(measure::plan planned, const run::request& request, const pass_runner& run_pass) {
    const measure::run_hooks& outside = request.outside;
    passes so_far;
    const auto start = outside.now();
    std::vector<double> needs;
    while (true) {
        const auto begun = outside.now();
        outside.report(
            {.current_phase = measure::progress::phase::passes,
             .done = so_far.count,
             .expected = planned.passes,
             .elapsed = begun - start,
             .budget = planned.until.exact_rounds ? nanoseconds(0) : planned.until.budget,
             .case_name = {}});
        const measure::pass_order order =
            next_order(planned, so_far, planned.until.budget - (begun - start), needs, request);
        std::optional<measure::stop_reason> why = add_pass(so_far, order, request, run_pass);
        if (!why) {
            const auto now = outside.now();
            needs = needs_of(so_far, planned.until.precision);
            const auto widest =
                needs.empty() ? std::nullopt : std::optional(std::ranges::max(needs));
            why = measure::decide_stop(planned, {so_far.count, now - start, now - begun, widest});
            correct_times(planned, order, now - begun);
            learn(planned, so_far.cases);
        }
        if (why) {
            so_far.stopped = *why;
            return so_far;
        }
    }
}

} // namespace tollgate::run
