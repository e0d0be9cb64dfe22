// SPDX-License-Identifier: BSL-1.0
#include <tollgate/run/explain_case.hpp>

#include "passes.hpp"

#include <tollgate/explain/judge.hpp>
#include <tollgate/explain/variant.hpp>
#include <tollgate/measure/case_summary.hpp>
#include <tollgate/measure/comparison.hpp>
#include <tollgate/run/errors.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <map>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>

namespace tollgate::run {
namespace {

using explain::variant_names;

constexpr std::string_view placebo_prefix = "placebo=";

/// A case, all interventions on it, and the counters of its CPUs.
struct experiment {
    measure::measured_case control;
    explain::offer all;
    std::function<environment::idle_counters()> idle;

    explicit experiment(const explained_case& explained) : control(explained.where.control) {
        const std::vector<int> cpus = explain::cpus_of(explained.where);
        all = explain::possible_interventions(explained.where, cpus);
        all.possible.insert(all.possible.end(), explained.own.begin(), explained.own.end());
        for (const std::string& name : explained.under) {
            if (name.starts_with(placebo_prefix) && name != placebo_prefix) {
                all.possible.push_back(explain::placebo(name));
            }
        }
        idle = [reader = std::make_shared<environment::idle_reader>(explained.where.files, cpus)] {
            return reader->read();
        };
    }

    [[nodiscard]] case_list cases(const std::vector<variant_names>& variants) const {
        case_list list;
        for (const variant_names& names : variants) {
            std::vector<explain::intervention> under;
            for (const std::string& name : names) {
                const auto found =
                    std::ranges::find(all.possible, name, &explain::intervention::name);
                under.push_back(found == all.possible.end() ? gone(name) : *found);
            }
            list.cases.push_back(explain::make_variant(control, std::move(under), idle));
        }
        return list;
    }

    /// The measurements of these variants as half of an experiment.
    [[nodiscard]] explain::half half_of(const report::result& found,
                                        const std::vector<variant_names>& variants) const {
        explain::half measured;
        for (const variant_names& names : variants) {
            const auto* result = found.find(explain::key_of(control.key, names).name());
            if (result != nullptr) {
                measured.variants.push_back({names, &result->record});
            }
        }
        if (!measured.variants.empty()) {
            measured.floor = measure::floor_of(*measured.variants.front().record, found.cases,
                                               found.noise_floors())
                                 .value_or(0);
        }
        return measured;
    }

private:
    /// An intervention that was possible when the run began, and is not possible any more.
    static explain::intervention gone(const std::string& name) {
        explain::intervention refused = explain::placebo(name);
        refused.hold = []() -> std::shared_ptr<void> {
            throw std::system_error(EPERM, std::generic_category(),
                                    "the intervention is not possible any more");
        };
        return refused;
    }
};

/// Keeps the interventions that the user chose, or all without a choice.
void keep_chosen(explain::offer& all, const std::vector<std::string>& under) {
    for (const std::string& name : under) {
        const auto refused = std::ranges::find(all.not_here, name, &explain::impossible::name);
        if (refused != all.not_here.end()) {
            throw machine_refused(
                fmt::format("--under: '{}' is not possible here: {}", name, refused->reason));
        }
        if (std::ranges::count(all.possible, name, &explain::intervention::name) == 0) {
            std::vector<std::string> names;
            for (const explain::intervention& possible : all.possible) {
                names.push_back(possible.name);
            }
            throw usage_error(fmt::format("--under: '{}' is not an intervention on this case; "
                                          "allowed are {}",
                                          name, fmt::join(names, ", ")));
        }
    }
    if (!under.empty()) {
        std::erase_if(all.possible, [&](const auto& offered) {
            return std::ranges::count(under, offered.name) == 0;
        });
        all.not_here.clear();
    }
    if (all.possible.empty()) {
        throw machine_refused("--explain: no intervention is possible on this case here");
    }
}

/// The request of the first half: half of the time. The line of progress shows the whole time.
request of_first_half(run::request request) {
    const std::chrono::nanoseconds second = request.until.budget / 2;
    request.until.budget -= second;
    request.outside.report_progress = [report = request.outside.report_progress,
                                       second](measure::progress now) {
        if (now.current_phase == measure::progress::phase::passes) {
            now.budget += second;
        }
        if (report) {
            report(now);
        }
    };
    return request;
}

/// The records of both halves. A record that both have gets the passes of both.
std::vector<measure::case_record> joined(std::vector<measure::case_result> first,
                                         std::vector<measure::case_result> more) {
    std::vector<measure::case_record> records;
    for (auto* results : {&first, &more}) {
        for (measure::case_result& result : *results) {
            const auto known =
                std::ranges::find(records, result.record.key, &measure::case_record::key);
            if (known == records.end()) {
                records.push_back(std::move(result.record));
            } else {
                measure::add_pass(*known, result.record);
            }
        }
    }
    return records;
}

/// Both halves as one run, with new conclusions.
report::result joined(report::result first, report::result second) {
    std::vector<measure::case_record> cases =
        joined(std::move(first.cases), std::move(second.cases));
    std::vector<measure::case_record> controls =
        joined(std::move(first.controls), std::move(second.controls));
    std::map<int, double> fast_ns = first.speed.fast_ns;
    keep_least(fast_ns, second.speed.fast_ns);
    first.speed = measure::speed_during(
        cases, std::move(fast_ns), {first.speed.interrupts_share, second.speed.interrupts_share});
    first.cases = measure::conclude(std::move(cases), first.speed);
    first.controls = measure::conclude(std::move(controls), first.speed);
    first.stopped = second.stopped;
    first.failures = std::move(second.failures);
    first.rounds += second.rounds;
    first.passes += second.passes;
    first.took_s = second.took_s; // since the start of both
    first.spread_over_s += second.spread_over_s;
    first.notes.insert(first.notes.end(), second.notes.begin(), second.notes.end());
    return first;
}

} // namespace

report::result explain_case(const explained_case& explained, const run::request& request) {
    experiment prepared(explained);
    keep_chosen(prepared.all, explained.under);
    const std::vector<explain::intervention>& tried = prepared.all.possible;
    std::vector<variant_names> variants{{}};
    for (const explain::intervention& each : tried) {
        variants.push_back({each.name});
    }
    const auto measure_half = [&](run::request half, const std::vector<variant_names>& wanted) {
        half.processes->variants = wanted;
        return measured(prepared.cases(wanted).cases, half);
    };
    constexpr double share_of_first = 0.5;
    expect_enough_time(prepared.cases(variants).cases, request.until, std::nullopt, share_of_first);
    report::result found = measure_half(of_first_half(request), variants);
    std::vector<explain::change> changes = explain::judge(prepared.half_of(found, variants), tried);
    const std::vector<variant_names> next = explain::to_confirm(changes);
    std::uint64_t passes = found.passes;
    bool confirms = false;
    const bool has_time = request.outside.now() < request.until.budget;
    if (found.self_checks_held() && !found.partial() && (has_time || !next.empty())) {
        run::request second_half = request;
        second_half.passes_before = found.passes;
        second_half.rounds_before = found.rounds;
        report::result second = measure_half(second_half, next.empty() ? variants : next);
        // The figures that chose the changes must not confirm them, and nothing follows from an
        // unfinished half.
        confirms = !next.empty() && second.self_checks_held() && !second.partial() &&
                   second.passes >= measure::fewest_passes;
        if (confirms) {
            found.explanation =
                explain::explain(prepared.half_of(second, next), true, tried, changes);
        }
        found = joined(std::move(found), std::move(second));
        if (next.empty()) { // the first half went on
            passes = found.passes;
            changes = explain::judge(prepared.half_of(found, variants), tried);
        }
    }
    const measure::case_result* control = found.find(prepared.control.key.name());
    if (control == nullptr || control->record.rounds.empty()) {
        return found; // interrupted before there was anything to explain
    }
    if (!confirms) {
        found.explanation =
            explain::explain(prepared.half_of(found, variants), false, tried, std::move(changes));
    }
    found.explanation->not_here = prepared.all.not_here;
    found.explanation->passes = passes;
    found.explanation->passes_to_confirm = found.passes - passes;
    return found;
}

void note_cost_of_verdicts(report::result& result) {
    const auto changes =
        result.explanation ? result.explanation->changes : std::vector<explain::change>{};
    for (environment::verdict& verdict : result.environment) {
        for (const explain::change& change : changes) {
            const bool is_cause =
                change.is_confirmed() && change.helps() && change.verdict == verdict.name;
            if (is_cause && change.takes_off_ns.value > verdict.measured_ns) {
                verdict.state = environment::condition::bad;
                verdict.measured_ns = change.takes_off_ns.value;
                verdict.measured_of = result.explanation->of.name();
                if (verdict.fix.empty()) {
                    verdict.fix = change.in_production.command;
                    verdict.undo = change.in_production.undo;
                }
            }
        }
    }
}

case_list cases_of_variants(const std::vector<variant_names>& variants,
                            const explained_case& explained) {
    return experiment(explained).cases(variants);
}

} // namespace tollgate::run
