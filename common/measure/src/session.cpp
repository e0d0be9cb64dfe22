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

case_record empty_record(const measured_case& subject, const calibration& clock) {
    case_record record;
    record.key = subject.key;
    record.unit = subject.unit;
    record.threads = subject.threads;
    record.valued_by = subject.valued_by;
    record.compared_with = subject.compared_with;
    const calibration subject_clock = clock_of(subject, clock);
    record.ns_per_count = subject_clock.ns_per_count;
    record.reading_ns = subject_clock.reading_ns_p50;
    return record;
}

std::chrono::nanoseconds lasting(const measured_case& subject, const case_plan& planned) {
    return subject.valued_by == method::single_events
               ? subject.events.lasts * static_cast<std::int64_t>(planned.samples.operations())
               : std::chrono::nanoseconds(0);
}

bool any_failed(const pass& result) {
    const auto failed = [](const case_record& record) { return !record.failures.empty(); };
    return std::any_of(result.controls.begin(), result.controls.end(), failed) ||
           std::any_of(result.cases.begin(), result.cases.end(), failed);
}

void note_gaps(gap_log gaps, std::uint64_t pass_index, case_record& record) {
    for (gap& entry : gaps.listed) {
        entry.process = pass_index;
    }
    for (counted_gap& entry : gaps.longest) {
        entry.interruption.process = pass_index;
    }
    for (watched_time& time : gaps.watched) {
        time.process = pass_index;
    }
    record.gaps.add_all(gaps);
}

void note_counts(const slot& observed, std::uint64_t pass_index, case_record& record) {
    note_gaps(observed.value_report.gaps, pass_index, record);
    for (const int cpu : observed.cpus) {
        record.saw_cpu(cpu);
    }
    record.repeated += observed.value_report.repeated;
    for (const auto& [name, times] : observed.value_report.counted) {
        record.counted[name] += times;
    }
}

} // namespace

/// The reference times before and after the batch with the value, and the kernel's counts.
struct value_references {
    double before_ns = 0;
    double after_ns = 0;
    environment::disturbance_counters counted_before;
    environment::disturbance_counters counted;
};

session::session(calibration clock, run_hooks hooks) : clock_(clock), hooks_(std::move(hooks)) {}

case_plan session::interruptible(case_plan planned) const {
    planned.value.interrupted = hooks_.interrupted;
    planned.samples.interrupted = hooks_.interrupted;
    return planned;
}

std::vector<pilot> session::first_look(std::span<const measured_case> cases) {
    std::vector<pilot> pilots;
    for (const measured_case& subject : cases) {
        pilots.push_back(measure::first_look(subject, clock_, hooks_));
    }
    for (std::size_t i = 0; i < cases.size(); ++i) { // a later case may have ended an earlier one
        if (!pilots[i].lost && cases[i].given_up) {
            pilots[i].lost = cases[i].given_up({});
        }
    }
    return pilots;
}

double session::reference_on(const std::vector<int>& cpus) {
    double sum = 0;
    for (const int cpu : cpus) {
        const reference_time subject = hooks_.reference(cpu);
        if (subject.part_ns <= 0) {
            return 0;
        }
        fastest_parts_[cpu].push_back(subject.least_ns);
        sum += subject.part_ns;
    }
    return cpus.empty() ? 0 : sum / static_cast<double>(cpus.size());
}

double session::reference_of(bool by_latency, const std::vector<int>& cpus, bool may_be_known) {
    if (may_be_known && fresh_ && fresh_->by_latency == by_latency && fresh_->cpus == cpus) {
        return fresh_->ns;
    }
    const double ns =
        by_latency ? hooks_.cache_line_latency(cpus.front(), cpus.back()) : reference_on(cpus);
    fresh_ = {by_latency, cpus, ns};
    return ns;
}

environment::disturbance_counters session::disturbances() const {
    return hooks_.disturbances ? hooks_.disturbances() : environment::disturbance_counters{};
}

value_watch session::watch_value(const planned_case& current, value_references& references) {
    const bool by_latency = is_by_latency(current.subject, current.work);
    return {[this, &current, &references, by_latency] {
                if (hooks_.reference) {
                    references.before_ns = reference_of(by_latency, cpus_[current.index], true);
                }
                references.counted_before = disturbances();
            },
            [this, &current, &references, by_latency](const loop_report& done) {
                references.counted = disturbances() - references.counted_before;
                if (!hooks_.reference) {
                    return;
                }
                std::vector<int>& cpus = cpus_[current.index];
                if (!by_latency) {
                    cpus = each_once(done.cpus);
                }
                references.after_ns = reference_of(by_latency, cpus, false);
            }};
}

bool session::run_slot(const planned_case& current, std::uint64_t pass_index, std::uint64_t round,
                       case_record& record) {
    const measured_case& subject = current.subject;
    const environment::disturbance_counters before = disturbances();
    const bool of_events = subject.valued_by == method::single_events;
    const bool one_batch =
        of_events || current.work.joined || current.work.samples.segments.empty();
    // The parts alternate, so that neither always inherits the other's caches.
    const bool value_first = round % 2 == 0;
    if (!one_batch && !value_first) {
        fresh_.reset();
    }
    value_references references;
    const value_watch watch = watch_value(current, references);
    const slot observed =
        of_events
            ? observe_events(subject, interruptible(current.work).samples, clock_, watch)
            : observe(subject, interruptible(current.work), clock_.source, value_first, watch);
    if (!one_batch && value_first) {
        fresh_.reset();
    }
    if (observed.cut_short) {
        return false;
    }
    if (observed.lost) {
        record.lost = observed.lost;
        return true;
    }
    const calibration clock = clock_of(subject, clock_);
    std::vector<std::string> why = reasons(disturbances() - before);
    note_preemptions(observed.value_report, subject.threads, why);
    note_counts(observed, pass_index, record);
    if (!observed.failures.empty()) {
        record.failures.insert(record.failures.end(), observed.failures.begin(),
                               observed.failures.end());
        return true;
    }
    case_round figures =
        of_events ? figures_of_events(observed, clock) : figures_of(observed, clock);
    figures.process = pass_index;
    figures.round = round;
    figures.reference_before_ns = references.before_ns;
    figures.reference_after_ns = references.after_ns;
    if (!of_events && !observed.samples.empty()) {
        figures.fit = fit_of(observed.samples, current.work.samples, clock.ns_per_count,
                             observed.value_report.units_per_operation);
    }
    figures = in_seven_digits(std::move(figures));
    figures.disturbances = std::move(why);
    figures.counted = references.counted;
    keep_samples(observed.samples, current.work.samples, figures, record);
    record.rounds.push_back(std::move(figures));
    return true;
}

bool session::is_by_latency(const measured_case& subject, const case_plan& planned) const {
    constexpr std::size_t both = 2;
    return hooks_.reference && hooks_.cache_line_latency &&
           (subject.valued_by == method::untimed_loop ||
            subject.valued_by == method::unsampled_loop) &&
           planned.cpus.size() == both;
}

pass session::empty_pass(std::span<const measured_case> cases, const pass_order& order) const {
    pass result;
    for (const measured_case& subject : cases) {
        result.cases.push_back(empty_record(subject, clock_));
    }
    for (const std::size_t control : order.controls) {
        result.controls.push_back(empty_record(cases[control], clock_));
    }
    return result;
}

std::optional<double> session::share_of_interrupts() const {
    constexpr std::size_t most_cpus = 4; // watching a CPU takes some milliseconds
    std::set<int> cpus;
    for (const std::vector<int>& of_case : cpus_) {
        cpus.insert(of_case.begin(), of_case.end());
    }
    std::vector<double> shares;
    for (const int cpu : cpus) {
        if (hooks_.interrupts && shares.size() < most_cpus && !hooks_.is_interrupted()) {
            if (const auto share = hooks_.interrupts(cpu)) {
                shares.push_back(*share);
            }
        }
    }
    return shares.empty() ? std::nullopt : std::optional(stats::median(std::move(shares)));
}

pass session::run_pass(std::span<const measured_case> cases, const pass_order& order) {
    pass result = empty_pass(cases, order);
    cpus_.clear();
    fastest_parts_.clear();
    fresh_.reset(); // the last pass may have been long ago
    for (const case_plan& planned : order.cases) {
        cpus_.push_back(planned.cpus);
    }
    const std::size_t slots = cases.size() + order.controls.size();
    const auto case_of_slot = [&](std::size_t slot) {
        return slot < cases.size() ? slot : order.controls[slot - cases.size()];
    };
    const auto record_of_slot = [&](std::size_t slot) -> case_record& {
        return slot < cases.size() ? result.cases[slot] : result.controls[slot - cases.size()];
    };
    for (std::size_t slot = 0; slot < slots; ++slot) {
        const case_plan& planned = order.cases[case_of_slot(slot)];
        if (is_by_latency(cases[case_of_slot(slot)], planned)) {
            record_of_slot(slot).latency_of = planned.cpus;
        }
    }
    const std::uint64_t rounds = *std::max_element(order.rounds.begin(), order.rounds.end());
    const auto start = hooks_.now();
    for (std::uint64_t round = 0; round < rounds && !result.ended_early; ++round) {
        for (const std::size_t slot :
             balanced_order(slots, order.first_round + round, order.seed)) {
            const std::size_t index = case_of_slot(slot);
            case_record& record = record_of_slot(slot);
            if (round >= order.rounds[index] || record.lost) {
                continue;
            }
            const bool cut_short = hooks_.is_interrupted();
            if (!cut_short) {
                hooks_.report({.current_phase = progress::phase::rounds,
                               .done = round,
                               .expected = rounds,
                               .elapsed = hooks_.now() - start,
                               .case_name = cases[index].key.name(),
                               .lasts = lasting(cases[index], order.cases[index])});
            }
            // A round without its last batch is not complete.
            if (cut_short || !run_slot({cases[index], order.cases[index], index}, order.index,
                                       order.first_round + round, record)) {
                result.ended_early = stop_reason::interrupted;
                break;
            }
        }
        if (!result.ended_early) {
            result.rounds = round + 1;
            if (any_failed(result)) {
                result.ended_early = stop_reason::failed;
            }
        }
    }
    for (std::size_t slot = 0; slot < slots; ++slot) {
        const measured_case& subject = cases[case_of_slot(slot)];
        case_record& record = record_of_slot(slot);
        if (!record.lost && subject.given_up) {
            record.lost = subject.given_up(record);
        }
    }
    for (const auto& [cpu, parts] : fastest_parts_) {
        result.fast_ns[cpu] = fast_level(parts);
    }
    result.interrupts_share = share_of_interrupts();
    return result;
}

} // namespace tollgate::measure
