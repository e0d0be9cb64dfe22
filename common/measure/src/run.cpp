// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/run.hpp>

#include <tollgate/measure/comparison.hpp>
#include <tollgate/measure/session.hpp>
#include <tollgate/stats/mean_interval.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>

namespace tollgate::measure {
namespace {

surroundings with_a_clock(surroundings outside) {
    if (!outside.now) {
        outside.now = [start = std::chrono::steady_clock::now()] {
            return std::chrono::steady_clock::now() - start;
        };
    }
    return outside;
}

std::optional<classical_run> classical(std::span<const measured_case> cases,
                                       const std::optional<classical_request>& asked,
                                       const calibration& clock, const surroundings& outside) {
    const auto is_it = [&](const measured_case& one) {
        return asked && one.key.name() == asked->of && one.run_classical;
    };
    const auto found = std::find_if(cases.begin(), cases.end(), is_it);
    return found == cases.end() ? std::nullopt
                                : std::optional(run_classical(*found, *asked, clock, outside));
}

limits what_is_left(limits until, std::chrono::nanoseconds elapsed) {
    until.budget = std::max(std::chrono::nanoseconds(0), until.budget - elapsed);
    return until;
}

void refuse_what_cannot_be_told_apart(std::span<const measured_case> cases) {
    if (cases.empty()) {
        throw std::invalid_argument("there is no case to measure");
    }
    std::set<std::string_view> names;
    for (const measured_case& one : cases) {
        if (!names.insert(one.key.name()).second) {
            throw std::invalid_argument("two cases have the name " + one.key.name());
        }
    }
}

/// The passes of a run so far, put together.
struct measured_so_far {
    std::vector<case_record> cases;
    std::vector<case_record> twins;
    std::map<int, double> fast_ns;  ///< of each CPU
    std::vector<double> interrupts; ///< a share for each pass
    std::uint64_t passes = 0;
    std::uint64_t rounds = 0;

    void add(pass&& one) {
        // One that was interrupted at once is none.
        const bool counts = !one.ended_early || std::any_of(one.cases.begin(), one.cases.end(),
                                                            [](const case_record& record) {
                                                                return !record.rounds.empty();
                                                            });
        if (passes == 0) {
            cases = std::move(one.cases);
            twins = std::move(one.twins);
        } else {
            for (std::size_t i = 0; i < cases.size(); ++i) {
                add_pass(cases[i], one.cases.at(i));
            }
            for (std::size_t i = 0; i < twins.size(); ++i) {
                add_pass(twins[i], one.twins.at(i));
            }
        }
        if (one.interrupts_share) {
            interrupts.push_back(*one.interrupts_share);
        }
        for (const auto& [cpu, ns] : one.fast_ns) {
            const auto known = fast_ns.try_emplace(cpu, ns).first;
            known->second = std::min(known->second, ns);
        }
        rounds += one.rounds;
        passes += counts ? 1 : 0;
    }
    [[nodiscard]] machine_speed speed() const { return speed_during(cases, fast_ns, interrupts); }
};

/// The ± that would be printed; of fewer passes than that takes, Student's over those that there
/// are.
std::optional<double> uncertainty_of(const case_summary& of) {
    if (of.over == basis::passes) {
        return of.value_ns.uncertainty();
    }
    constexpr std::size_t fewest = 3;
    const auto range = of.pass_figures_ns.size() < fewest
                           ? std::nullopt
                           : stats::mean_interval(of.pass_figures_ns, confidence);
    return range ? std::optional(range->half_width()) : std::nullopt;
}

/// By how much the ± of each case is above the wanted one; empty as long as that of one is not
/// known.
std::vector<double> needs_of(const measured_so_far& seen, double precision) {
    std::vector<double> needs;
    const machine_speed speed = seen.speed();
    for (const case_record& record : seen.cases) {
        if (record.lost) {
            needs.push_back(0);
            continue;
        }
        const case_summary summary = summarize(record, speed);
        const auto uncertainty = uncertainty_of(summary);
        if (!uncertainty) {
            return {};
        }
        const double wanted = precision * std::abs(summary.value_ns.value);
        needs.push_back(*uncertainty / std::max(wanted, 1e-9));
    }
    return needs;
}

std::optional<double> widest_of(const std::vector<double>& needs) {
    return needs.empty() ? std::nullopt
                         : std::optional(*std::max_element(needs.begin(), needs.end()));
}

/// Fits the plan's times to what a pass really took: of a first look the times are guesses.
void correct_times(plan& planned, const pass_order& done, std::chrono::nanoseconds took) {
    double expected_ns = 0;
    for (std::size_t i = 0; i < planned.cases.size(); ++i) {
        expected_ns += static_cast<double>(done.rounds[i]) * planned.cases[i].round_ns;
    }
    for (const std::size_t twin : planned.twins) {
        expected_ns += static_cast<double>(done.rounds[twin]) * planned.cases[twin].round_ns;
    }
    if (expected_ns > 0 && took.count() > 0) {
        for (case_plan& one : planned.cases) {
            one.round_ns *= static_cast<double>(took.count()) / expected_ns;
        }
    }
}

/// Events are not looked at before the rounds: where they run the first pass tells. So do the
/// passes which guests were lost.
void learn(plan& planned, const std::vector<case_record>& cases) {
    for (std::size_t i = 0; i < planned.cases.size(); ++i) {
        planned.cases[i].lost |= cases[i].lost.has_value();
        if (planned.cases[i].cpus.empty()) {
            planned.cases[i].cpus = cases[i].cpus;
        }
    }
}

/// What a run hands to its passes.
struct pass_setting {
    std::span<const measured_case> cases;
    session& here;
    const surroundings& outside;
    const pass_runner& run_pass; ///< empty: here
};

/// A pass that was interrupted before it could say anything is one that measured nothing.
pass measured_pass(const pass_order& order, const pass_setting& where) {
    pass measured;
    measured.ended_early = stop_reason::interrupted;
    if (!where.outside.is_interrupted()) {
        measured = where.run_pass ? where.run_pass(order, where.here.clock())
                                  : where.here.run_pass(where.cases, order);
    }
    if (measured.ended_early && measured.cases.empty()) {
        const auto why = measured.ended_early;
        measured = where.here.empty_pass(where.cases, order);
        measured.ended_early = why;
    }
    return measured;
}

stop_reason run_passes(plan planned, const pass_setting& where, measured_so_far& seen) {
    const surroundings& outside = where.outside;
    const auto start = outside.now();
    std::vector<double> needs;
    while (true) {
        const auto begun = outside.now();
        const auto left = planned.until.budget - (begun - start);
        outside.report({.what = progress::phase::passes,
                        .done = seen.passes,
                        .expected = planned.passes,
                        .elapsed = begun - start,
                        .budget = planned.until.exact_rounds ? std::chrono::nanoseconds(0)
                                                             : planned.until.budget,
                        .case_name = {}});
        const pass_order order =
            order_pass(planned, seen.passes, seen.rounds,
                       left / static_cast<std::int64_t>(planned.passes - seen.passes), needs);
        pass one = measured_pass(order, where);
        const auto ended_early = one.ended_early;
        seen.add(std::move(one));
        if (ended_early) {
            return *ended_early;
        }
        const auto now = outside.now();
        needs = needs_of(seen, planned.until.precision);
        const auto why =
            decide_stop(planned, {seen.passes, now - start, now - begun, widest_of(needs)});
        if (why) {
            return *why;
        }
        correct_times(planned, order, now - begun);
        learn(planned, seen.cases);
    }
}

/// Takes the cases that were lost out of the result, and their twins.
void take_lost(std::span<const pilot> pilots, std::span<const std::size_t> twins,
               measured_so_far& measured, std::vector<lost_case>& lost) {
    std::set<std::size_t> gone;
    const auto give_up = [&](std::size_t index, const std::optional<std::string>& why) {
        if (why && gone.insert(index).second) {
            measured.cases[index].lost = why;
        }
    };
    for (std::size_t i = 0; i < measured.cases.size(); ++i) {
        give_up(i, pilots[i].lost);
        give_up(i, measured.cases[i].lost);
    }
    for (std::size_t i = 0; i < twins.size(); ++i) {
        give_up(twins[i], measured.twins[i].lost);
        measured.twins[i].lost = measured.cases[twins[i]].lost;
    }
    for (const case_record& record : measured.cases) {
        if (record.lost) {
            lost.push_back({record.key, *record.lost});
        }
    }
    const auto is_lost = [](const case_record& record) { return record.lost.has_value(); };
    std::erase_if(measured.cases, is_lost);
    std::erase_if(measured.twins, is_lost);
}

} // namespace

std::vector<std::size_t> twins_of(std::span<const measured_case> cases,
                                  std::span<const pilot> seen) {
    std::set<std::tuple<method, bool, std::string>> kinds;
    std::vector<std::size_t> first;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const measured_case& one = cases[i];
        if (i < seen.size() && seen[i].lost) {
            continue;
        }
        if (kinds.insert(kind_of(one.valued_by, one.threads, one.key)).second) {
            first.push_back(i);
        }
    }
    return first;
}

result run(std::span<const measured_case> cases, const run_options& asked) {
    refuse_what_cannot_be_told_apart(cases);
    const surroundings outside = with_a_clock(asked.outside);
    result seen;
    seen.clock = calibrate(asked.clock);
    seen.classical = classical(cases, asked.classical, seen.clock, outside);
    if (seen.classical && !seen.classical->failures.empty()) {
        seen.stopped = stop_reason::failed;
        seen.took = outside.now();
        return seen;
    }
    session here(seen.clock, outside);
    const std::vector<pilot> pilots = here.look_at(cases);
    plan planned =
        make_plan(pilots, twins_of(cases, pilots), what_is_left(asked.until, outside.now()),
                  seen.clock.reading_ns_p50, asked.seed);
    const std::vector<std::size_t> twins = planned.twins;
    measured_so_far measured;
    seen.stopped = run_passes(std::move(planned), {cases, here, outside, asked.run_pass}, measured);
    take_lost(pilots, twins, measured, seen.lost);
    seen.speed = measured.speed();
    seen.cases = conclude(std::move(measured.cases), seen.speed);
    seen.twins = conclude(std::move(measured.twins), seen.speed);
    seen.rounds = measured.rounds;
    seen.passes = measured.passes;
    seen.took = outside.now();
    return seen;
}

} // namespace tollgate::measure
