// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/session.hpp>

#include "first_look.hpp"
#include "round_figures.hpp"
#include "slot.hpp"

#include <tollgate/measure/balanced_order.hpp>
#include <tollgate/measure/machine_speed.hpp>
#include <tollgate/stats/quantile.hpp>

#include <algorithm>
#include <cmath>
#include <set>

namespace tollgate::measure {
namespace {

case_record empty_record(const measured_case& one, const calibration& clock) {
    case_record record;
    record.key = one.key;
    record.unit = one.unit;
    record.threads = one.threads;
    record.valued_by = one.valued_by;
    record.compared_with = one.compared_with;
    const calibration used = clock_of(one, clock);
    record.ns_per_count = used.ns_per_count;
    record.reading_ns = used.reading_ns_p50;
    return record;
}

std::chrono::nanoseconds lasting(const measured_case& one, const case_plan& what) {
    return one.valued_by == method::single_events
               ? one.events.lasts * static_cast<std::int64_t>(what.samples.operations())
               : std::chrono::nanoseconds(0);
}

bool any_failed(const pass& seen) {
    const auto failed = [](const case_record& record) { return !record.failures.empty(); };
    return std::any_of(seen.twins.begin(), seen.twins.end(), failed) ||
           std::any_of(seen.cases.begin(), seen.cases.end(), failed);
}

void note_gaps(gap_log gaps, std::uint64_t pass_index, case_record& record) {
    for (gap& one : gaps.listed) {
        one.process = pass_index;
    }
    for (counted_gap& one : gaps.longest) {
        one.seen.process = pass_index;
    }
    for (watched_time& some : gaps.watched) {
        some.process = pass_index;
    }
    record.gaps.add_all(gaps);
}

void note_what_was_counted(const slot& seen, std::uint64_t pass_index, case_record& record) {
    note_gaps(seen.value_report.gaps, pass_index, record);
    for (const int cpu : seen.cpus) {
        record.saw_cpu(cpu);
    }
    record.repeated += seen.value_report.repeated;
    for (const auto& [name, times] : seen.value_report.counted) {
        record.counted[name] += times;
    }
}

} // namespace

/// The times of the reference loops around the batch with the value, and the counts meanwhile.
struct value_surroundings {
    double before_ns = 0;
    double after_ns = 0;
    environment::disturbance_counters counted_before;
    environment::disturbance_counters counted;
};

session::session(calibration clock, surroundings outside)
    : clock_(clock), outside_(std::move(outside)) {}

schedule session::interruptible(schedule asked) const {
    asked.interrupted = outside_.interrupted;
    return asked;
}

case_plan session::interruptible(case_plan what) const {
    what.value.interrupted = outside_.interrupted;
    what.samples.interrupted = outside_.interrupted;
    return what;
}

std::vector<pilot> session::look_at(std::span<const measured_case> cases) {
    std::vector<pilot> pilots;
    for (const measured_case& one : cases) {
        pilots.push_back(first_look(one, clock_, outside_));
    }
    for (std::size_t i = 0; i < cases.size(); ++i) { // one may have been the end of others
        if (!pilots[i].lost && cases[i].given_up) {
            pilots[i].lost = cases[i].given_up({});
        }
    }
    return pilots;
}

double session::reference_on(const std::vector<int>& cpus) {
    double sum = 0;
    for (const int cpu : cpus) {
        const reference_time one = outside_.reference(cpu);
        if (one.part_ns <= 0) {
            return 0;
        }
        fastest_parts_[cpu].push_back(one.least_ns);
        sum += one.part_ns;
    }
    return cpus.empty() ? 0 : sum / static_cast<double>(cpus.size());
}

double session::reference_of(bool by_distance, const std::vector<int>& cpus, bool may_be_known) {
    if (may_be_known && fresh_ && fresh_->by_distance == by_distance && fresh_->cpus == cpus) {
        return fresh_->ns;
    }
    const double ns =
        by_distance ? outside_.distance(cpus.front(), cpus.back()) : reference_on(cpus);
    fresh_ = {by_distance, cpus, ns};
    return ns;
}

environment::disturbance_counters session::disturbances() const {
    return outside_.disturbances ? outside_.disturbances() : environment::disturbance_counters{};
}

value_watch session::watch_value(const planned_case& now, value_surroundings& seen) {
    const bool by_distance = is_by_distance(now.one, now.what);
    return {[this, &now, &seen, by_distance] {
                if (outside_.reference) {
                    seen.before_ns = reference_of(by_distance, cpus_[now.index], true);
                }
                seen.counted_before = disturbances();
            },
            [this, &now, &seen, by_distance](const loop_report& done) {
                seen.counted = disturbances() - seen.counted_before;
                if (!outside_.reference) {
                    return;
                }
                std::vector<int>& cpus = cpus_[now.index];
                if (!by_distance) {
                    cpus = each_once(done.cpus);
                }
                seen.after_ns = reference_of(by_distance, cpus, false);
            }};
}

bool session::run_slot(const planned_case& now, std::uint64_t pass_index, std::uint64_t round,
                       case_record& record) {
    const measured_case& one = now.one;
    const environment::disturbance_counters before = disturbances();
    const bool of_events = one.valued_by == method::single_events;
    const bool one_batch = of_events || now.what.joined || now.what.samples.segments.empty();
    // Which part goes first alternates: neither always inherits the other's caches.
    const bool value_first = round % 2 == 0;
    if (!one_batch && !value_first) {
        fresh_.reset();
    }
    value_surroundings around;
    const value_watch watch = watch_value(now, around);
    const slot seen =
        of_events ? observe_events(one, interruptible(now.what.samples), clock_, watch)
                  : observe(one, interruptible(now.what), clock_.source, value_first, watch);
    if (!one_batch && value_first) {
        fresh_.reset();
    }
    if (seen.cut_short) {
        return false;
    }
    if (seen.lost) {
        record.lost = seen.lost;
        return true;
    }
    const calibration clock = clock_of(one, clock_);
    std::vector<std::string> why = reasons(disturbances() - before);
    note_preemptions(seen.value_report, one.threads, why);
    note_what_was_counted(seen, pass_index, record);
    if (!seen.failures.empty()) {
        record.failures.insert(record.failures.end(), seen.failures.begin(), seen.failures.end());
        return true;
    }
    case_round figures = of_events ? figures_of_events(seen, clock) : figures_of(seen, clock);
    figures.process = pass_index;
    figures.round = round;
    figures.reference_before_ns = around.before_ns;
    figures.reference_after_ns = around.after_ns;
    if (!of_events && !seen.samples.empty()) {
        figures.fit = fit_of(seen.samples, now.what.samples, clock.ns_per_count,
                             seen.value_report.units_per_operation);
    }
    figures = in_seven_digits(std::move(figures));
    figures.disturbances = std::move(why);
    figures.counted = around.counted;
    keep_samples(seen.samples, now.what.samples, figures, record);
    record.rounds.push_back(std::move(figures));
    return true;
}

bool session::is_by_distance(const measured_case& one, const case_plan& what) const {
    constexpr std::size_t both = 2;
    return outside_.reference && outside_.distance && one.valued_by == method::unobserved_loop &&
           what.cpus.size() == both;
}

pass session::empty_pass(std::span<const measured_case> cases, const pass_order& what) const {
    pass nothing;
    for (const measured_case& one : cases) {
        nothing.cases.push_back(empty_record(one, clock_));
    }
    for (const std::size_t twin : what.twins) {
        nothing.twins.push_back(empty_record(cases[twin], clock_));
    }
    return nothing;
}

std::optional<double> session::share_of_interrupts() const {
    constexpr std::size_t most_cpus = 4; // each is watched for some milliseconds
    std::set<int> cpus;
    for (const std::vector<int>& of_case : cpus_) {
        cpus.insert(of_case.begin(), of_case.end());
    }
    std::vector<double> shares;
    for (const int cpu : cpus) {
        if (outside_.interrupts && shares.size() < most_cpus && !outside_.is_interrupted()) {
            if (const auto share = outside_.interrupts(cpu)) {
                shares.push_back(*share);
            }
        }
    }
    return shares.empty() ? std::nullopt : std::optional(stats::median(std::move(shares)));
}

pass session::run_pass(std::span<const measured_case> cases, const pass_order& what) {
    pass seen = empty_pass(cases, what);
    cpus_.clear();
    fastest_parts_.clear();
    fresh_.reset(); // the last pass may be long ago
    for (const case_plan& one : what.cases) {
        cpus_.push_back(one.cpus);
    }
    const std::size_t slots = cases.size() + what.twins.size();
    const auto case_of_slot = [&](std::size_t slot) {
        return slot < cases.size() ? slot : what.twins[slot - cases.size()];
    };
    const auto record_of_slot = [&](std::size_t slot) -> case_record& {
        return slot < cases.size() ? seen.cases[slot] : seen.twins[slot - cases.size()];
    };
    for (std::size_t slot = 0; slot < slots; ++slot) {
        const case_plan& planned = what.cases[case_of_slot(slot)];
        if (is_by_distance(cases[case_of_slot(slot)], planned)) {
            record_of_slot(slot).distance_of = planned.cpus;
        }
    }
    const std::uint64_t rounds = *std::max_element(what.rounds.begin(), what.rounds.end());
    const auto start = outside_.now();
    for (std::uint64_t round = 0; round < rounds && !seen.ended_early; ++round) {
        for (const std::size_t slot : balanced_order(slots, what.first_round + round, what.seed)) {
            const std::size_t index = case_of_slot(slot);
            case_record& record = record_of_slot(slot);
            if (round >= what.rounds[index] || record.lost) {
                continue;
            }
            const bool cut_short = outside_.is_interrupted();
            if (!cut_short) {
                outside_.report({.what = progress::phase::rounds,
                                 .done = round,
                                 .expected = rounds,
                                 .elapsed = outside_.now() - start,
                                 .case_name = cases[index].key.name(),
                                 .lasts = lasting(cases[index], what.cases[index])});
            }
            // Where the last batch of a round is missing, the round is not done.
            if (cut_short || !run_slot({cases[index], what.cases[index], index}, what.index,
                                       what.first_round + round, record)) {
                seen.ended_early = stop_reason::interrupted;
                break;
            }
        }
        if (!seen.ended_early) {
            seen.rounds = round + 1;
            if (any_failed(seen)) {
                seen.ended_early = stop_reason::failed;
            }
        }
    }
    for (std::size_t slot = 0; slot < slots; ++slot) {
        const measured_case& one = cases[case_of_slot(slot)];
        case_record& record = record_of_slot(slot);
        if (!record.lost && one.given_up) {
            record.lost = one.given_up(record);
        }
    }
    for (const auto& [cpu, parts] : fastest_parts_) {
        seen.fast_ns[cpu] = fast_level(parts);
    }
    seen.interrupts_share = share_of_interrupts();
    return seen;
}

} // namespace tollgate::measure
