// SPDX-License-Identifier: BSL-1.0
#include <tollgate/run/explain_case.hpp>

#include "experiment.hpp"
#include "passes.hpp"

#include <tollgate/explain/arm.hpp>
#include <tollgate/explain/judge.hpp>
#include <tollgate/measure/case_summary.hpp>
#include <tollgate/measure/comparison.hpp>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <utility>

namespace tollgate::run {
namespace {

explain::stage stage_of(const report::result& found, const experiment& prepared,
                        const std::vector<variant>& variants) {
    explain::stage stage;
    for (const variant& names : variants) {
        const auto* result = found.find(explain::key_of(prepared.control.key, names).name());
        if (result != nullptr) {
            stage.arms.push_back({names, &result->record});
        }
    }
    const measure::case_result* control = found.find(prepared.control.key.name());
    if (control != nullptr) {
        stage.floor =
            measure::floor_of(control->record, found.cases, found.noise_floors()).value_or(0);
    }
    return stage;
}

/// The first stage has half of the time. The line of progress tells of the whole.
request of_first_stage(request asked, const std::vector<variant>& variants) {
    const std::chrono::nanoseconds second = asked.until.budget / 2;
    asked.until.budget -= second;
    asked.processes->explained.variants = variants;
    asked.outside.report_progress = [report = asked.outside.report_progress,
                                     second](measure::progress now) {
        if (now.what == measure::progress::phase::passes) {
            now.budget += second;
        }
        if (report) {
            report(now);
        }
    };
    return asked;
}

/// A record that both stages have gets the passes of both.
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

/// Both stages as one run, whose conclusions are drawn anew.
report::result joined(report::result first, report::result second) {
    std::vector<measure::case_record> cases =
        joined(std::move(first.cases), std::move(second.cases));
    std::vector<measure::case_record> twins =
        joined(std::move(first.twins), std::move(second.twins));
    std::map<int, double> fast_ns = first.speed.fast_ns;
    keep_least(fast_ns, second.speed.fast_ns);
    first.speed = measure::speed_during(
        cases, std::move(fast_ns), {first.speed.interrupts_share, second.speed.interrupts_share});
    first.cases = measure::conclude(std::move(cases), first.speed);
    first.twins = measure::conclude(std::move(twins), first.speed);
    first.stopped = second.stopped;
    first.rounds += second.rounds;
    first.passes += second.passes;
    first.took_s = second.took_s; // since the start of both
    first.spread_over_s += second.spread_over_s;
    first.notes.insert(first.notes.end(), second.notes.begin(), second.notes.end());
    return first;
}

} // namespace

report::result explain_case(const explained_case& explained, const request& asked,
                            const cpu::topology& machine) {
    experiment prepared = prepare(explained, asked, machine);
    const std::vector<explain::intervention>& tried = prepared.all.possible;
    keep_chosen(prepared.all, explained.under);
    std::vector<variant> variants{{}};
    for (const explain::intervention& one : tried) {
        variants.push_back({one.name});
    }
    const case_list alone_cases = cases_of(prepared, variants);
    constexpr double share_of_first = 0.5;
    expect_enough_time(alone_cases.cases, asked.until, std::nullopt, share_of_first);
    report::result found = measured(alone_cases.cases, of_first_stage(asked, variants));
    std::vector<explain::tried_alone> alone =
        explain::judge_alone(stage_of(found, prepared, variants), tried);
    const std::vector<std::string> factors = explain::factors_of(alone);
    std::string base = explain::base_of(alone);
    std::uint64_t passes = found.passes;
    std::optional<explain::explanation> explanation;
    const bool has_time = asked.outside.now() < asked.until.budget;
    if (found.proven() && !found.partial() && (has_time || !factors.empty())) {
        const std::vector<variant> together = explain::arms_together(factors, base);
        const std::vector<variant>& next = factors.empty() ? variants : together;
        const case_list cases = cases_of(prepared, next);
        request of_second_stage = asked;
        of_second_stage.processes->explained.variants = next;
        of_second_stage.passes_before = found.passes;
        of_second_stage.rounds_before = found.rounds;
        report::result second = measured(cases.cases, of_second_stage);
        // The figures that chose the factors must not confirm them, and nothing follows from an
        // unfinished stage.
        if (!factors.empty() && second.proven() && second.passes >= measure::fewest_passes) {
            explanation =
                explain::explain(stage_of(second, prepared, together), {factors, base, tried});
        }
        found = joined(std::move(found), std::move(second));
        if (factors.empty()) { // the first stage went on
            passes = found.passes;
            alone = explain::judge_alone(stage_of(found, prepared, variants), tried);
            base = explain::base_of(alone);
        }
    }
    // A difference that the first stage found when it went on is no share, because no other stage
    // has confirmed it.
    found.explanation = explanation ? std::move(explanation)
                                    : std::optional(explain::explain(
                                          stage_of(found, prepared, variants), {{}, base, tried}));
    found.explanation->alone = std::move(alone);
    found.explanation->not_here = prepared.all.not_here;
    found.explanation->passes = passes;
    found.explanation->passes_together = found.passes - passes;
    return found;
}

void note_cost_of_verdicts(const explain::explanation& explanation,
                           std::vector<environment::verdict>& verdicts) {
    for (const explain::share& part : explanation.shares) {
        for (const std::string& name : part.of) {
            const explain::tried_alone* tried = explanation.find(name);
            for (environment::verdict& verdict : verdicts) {
                if (part.resolved && tried != nullptr && !tried->verdict.empty() &&
                    verdict.name == tried->verdict && verdict.measured_ns == 0) {
                    verdict.state = environment::condition::bad;
                    verdict.measured_ns = part.ns.value;
                    verdict.measured_of = explanation.of.name();
                    if (verdict.fix.empty()) {
                        verdict.fix = tried->follows.command;
                        verdict.undo = tried->follows.undo;
                    }
                }
            }
        }
    }
}

case_list variants_in(const report::explained_part& part, const explained_case& explained,
                      const request& asked, const cpu::topology& machine) {
    if (part.tells_layout) {
        case_list list;
        list.cases.push_back(telling_its_layout(explained.control));
        return list;
    }
    return cases_of(prepare(explained, asked, machine), part.variants);
}

} // namespace tollgate::run
