// SPDX-License-Identifier: BSL-1.0
#include "explain_case.hpp"

#include "append_run.hpp"
#include "experiment.hpp"
#include "find_case.hpp"
#include "fresh_layout.hpp"
#include "select_cases.hpp"

#include <tollgate/explain/arm.hpp>
#include <tollgate/explain/judge.hpp>
#include <tollgate/measure/comparison.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::cli {
namespace {

explain::stage stage_of(const report::result& seen, const experiment& of,
                        const std::vector<arm_names>& arms) {
    explain::stage made;
    for (const arm_names& names : arms) {
        const measure::case_result* arm = seen.find(explain::key_of(of.control.key, names).name());
        if (arm != nullptr) {
            made.arms.push_back({names, &arm->record});
        }
    }
    const measure::case_result* control = seen.find(of.control.key.name());
    if (control != nullptr) {
        made.floor =
            measure::floor_of(control->record, seen.cases, seen.noise_floors()).value_or(0);
    }
    return made;
}

options options_of(const options& chosen, const std::vector<arm_names>& arms) {
    options of_stage = chosen;
    of_stage.for_one_pass.push_back("--arms=" + text_of(arms));
    return of_stage;
}

/// Adds to the environment's verdicts the figures that were measured for them.
void note_how_much(const explain::explanation& of, std::vector<environment::verdict>& verdicts) {
    for (const explain::share& part : of.shares) {
        for (const std::string& name : part.of) {
            const explain::tried_alone* one = of.find(name);
            for (environment::verdict& verdict : verdicts) {
                if (part.resolved && one != nullptr && !one->verdict.empty() &&
                    verdict.name == one->verdict && verdict.measured_ns == 0) {
                    verdict.state = environment::condition::bad;
                    verdict.measured_ns = part.ns.value;
                    verdict.measured_of = of.of.name();
                    if (verdict.fix.empty()) {
                        verdict.fix = one->follows.command;
                        verdict.undo = one->follows.undo;
                    }
                }
            }
        }
    }
}

} // namespace

report::result explain_case(const program& what, const options& chosen,
                            const cpu::topology& machine, const time_budget& budget,
                            signals& watch) {
    constexpr double share_of_first = 0.5;
    experiment of = prepare(what, chosen, machine, watch);
    keep_wanted(of.all, chosen.under);
    std::vector<arm_names> arms{{}};
    for (const explain::intervention& one : of.all.possible) {
        arms.push_back({one.name});
    }
    const case_list first = cases_of(of, arms);
    time_budget half = budget;
    half.seconds *= share_of_first;
    half.seconds_after = budget.seconds - half.seconds;
    expect_enough_time(first.cases, chosen, budget.seconds, share_of_first);
    guests none;
    report::result seen =
        measure_here(what, options_of(chosen, arms), first, machine, half, watch, none);
    std::vector<explain::tried_alone> alone =
        explain::judge_alone(stage_of(seen, of, arms), of.all.possible);
    const std::vector<std::string> factors = explain::factors_of(alone);
    std::string base = explain::base_of(alone);
    std::uint64_t passes = seen.passes;
    std::optional<explain::explanation> found;
    const bool has_time = std::chrono::steady_clock::now() - budget.start <
                          std::chrono::duration<double>(budget.seconds);
    if (seen.proven() && !seen.partial() && (has_time || !factors.empty())) {
        const std::vector<arm_names> together = explain::arms_together(factors, base);
        const std::vector<arm_names>& next = factors.empty() ? arms : together;
        report::result second = measure_here(what, options_of(chosen, next), cases_of(of, next),
                                             machine, budget, watch, none);
        // The figures that chose the factors must not confirm them, and nothing follows from an
        // unfinished stage.
        if (!factors.empty() && second.proven() && second.passes >= measure::fewest_passes) {
            found =
                explain::explain(stage_of(second, of, together), {factors, base, of.all.possible});
        }
        seen = appended(std::move(seen), std::move(second));
        if (factors.empty()) { // the first stage went on
            passes = seen.passes;
            alone = explain::judge_alone(stage_of(seen, of, arms), of.all.possible);
            base = explain::base_of(alone);
        }
    }
    seen.budget_s = budget.seconds;
    // A difference that the first stage found when it went on is no share, because no other stage
    // has confirmed it.
    seen.explanation =
        found ? std::move(found)
              : explain::explain(stage_of(seen, of, arms), {{}, base, of.all.possible});
    seen.explanation->alone = std::move(alone);
    seen.explanation->not_here = of.all.not_here;
    seen.explanation->passes = passes;
    seen.explanation->passes_together = seen.passes - passes;
    note_how_much(*seen.explanation, seen.environment);
    return seen;
}

case_list arms_of_pass(const program& what, const options& chosen, const cpu::topology& machine,
                       signals& watch) {
    if (chosen.arms == own_layout) {
        case_list list;
        list.cases.push_back(telling_its_layout(find_case(what, chosen, machine).one));
        return list;
    }
    return cases_of(prepare(what, chosen, machine, watch), arms_in(chosen.arms));
}

} // namespace tollgate::cli
