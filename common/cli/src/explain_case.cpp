// SPDX-License-Identifier: BSL-1.0
#include "explain_case.hpp"

#include "fresh_layout.hpp"
#include "select_cases.hpp"

#include <tollgate/cli/errors.hpp>
#include <tollgate/environment/idle_counters.hpp>
#include <tollgate/explain/arm.hpp>
#include <tollgate/explain/judge.hpp>
#include <tollgate/explain/offer.hpp>
#include <tollgate/measure/comparison.hpp>
#include <tollgate/measure/machine_speed.hpp>
#include <tollgate/report/guessed_key.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace tollgate::cli {
namespace {

using arm_names = std::vector<std::string>; ///< of interventions; empty: the control

/// A case, and all that can be done to it.
struct experiment {
    measure::measured_case control;
    explain::offer all;
    std::function<environment::idle_counters()> idle;
};

/// The options with the numbers that stand in the name, where the user did not choose others: the
/// name of a case is enough to have it in the list.
options with_numbers_of(const measure::case_key& key, const program& what, const options& chosen) {
    options changed = chosen;
    const auto take = [&](const std::string& axis, whole_range range, const std::string& option) {
        const auto number = key.number(axis);
        if (!number || *number < range.low || *number > range.high || chosen.is_given(option)) {
            return false;
        }
        changed.numbers[axis] = {*number};
        return true;
    };
    if (!what.members.empty() && take(what.members, what.members_range, "members")) {
        changed.members = changed.numbers[what.members].front();
    }
    for (const number_axis& axis : what.numbers) {
        // There may be such cases in a sweep alone.
        if (take(axis.name, axis.range, axis.name) && !axis.sweep_example.empty() &&
            axis.help.empty()) {
            changed.swept = axis.name;
        }
    }
    return changed;
}

/// A case, and all cases of the program that are there with it.
struct found_case {
    measure::measured_case one;
    std::vector<measure::measured_case> all;
};

/// The case of that name on a machine with one CPU, if it is there.
std::optional<measure::measured_case> case_on(int cpu, const measure::case_key& key,
                                              const program& what, const options& chosen,
                                              const cpu::topology& machine) {
    const cpu::topology one_cpu = cpu::restrict_to(machine, std::vector<int>{cpu});
    for (measure::measured_case& one :
         what.cases(with_numbers_of(key, what, chosen), one_cpu).cases) {
        if (one.key == key) {
            return std::move(one);
        }
    }
    return std::nullopt;
}

found_case find_case(const program& what, const options& chosen, const cpu::topology& machine) {
    const std::string& name = *chosen.explain;
    const auto has_name = [&](const auto& one) { return one.key.name() == name; };
    case_list all = what.cases(chosen, machine);
    if (std::none_of(all.cases.begin(), all.cases.end(), has_name)) {
        all = what.cases(with_numbers_of(report::guess_key(name), what, chosen), machine);
    }
    const auto found = std::find_if(all.cases.begin(), all.cases.end(), has_name);
    if (found != all.cases.end()) {
        measure::measured_case one = *found;
        return {std::move(one), std::move(all.cases)};
    }
    for (const report::unavailable_case& one : all.unavailable) {
        if (one.key.name() == name) {
            throw machine_refused(fmt::format("{}: not available: {}", name, one.reason));
        }
    }
    throw usage_error(fmt::format("--explain: '{}' is none of the {} cases; --list --all prints "
                                  "them",
                                  name, all.cases.size()));
}

constexpr std::string_view placebo = "placebo=";

bool is_wanted(const std::string& name, const std::vector<std::string>& under) {
    return under.empty() || std::find(under.begin(), under.end(), name) != under.end();
}

std::string names_of(const explain::offer& all) {
    std::string text;
    for (const explain::intervention& one : all.possible) {
        text += (text.empty() ? "" : ", ") + one.name;
    }
    return text;
}

/// What was given with --under must be there.
void expect_all_offered(const explain::offer& all, const std::vector<std::string>& under) {
    for (const std::string& name : under) {
        const auto has_name = [&](const auto& one) { return one.name == name; };
        if (std::any_of(all.possible.begin(), all.possible.end(), has_name)) {
            continue;
        }
        const auto refused = std::find_if(all.not_here.begin(), all.not_here.end(), has_name);
        if (refused != all.not_here.end()) {
            throw machine_refused(
                fmt::format("--under: '{}' is not possible here: {}", name, refused->reason));
        }
        throw usage_error(fmt::format("--under: '{}' is not an intervention on this case; allowed "
                                      "are {}",
                                      name, names_of(all)));
    }
}

experiment prepare(const program& what, const options& chosen, const cpu::topology& machine,
                   signals& watch) {
    const found_case found = find_case(what, chosen, machine);
    experiment made{found.one, {}, {}};
    const environment::machine_files files;
    const explain::setting where{
        made.control, machine, files, chosen.clock, found.all, what.ways, [&](int cpu) {
            return case_on(cpu, made.control.key, what, chosen, machine);
        }};
    const std::vector<int> cpus = explain::cpus_of(where);
    made.all = explain::what_can_be_tried(where, cpus);
    if (what.interventions) {
        for (explain::intervention& one : what.interventions(made.control, chosen, machine)) {
            made.all.possible.push_back(std::move(one));
        }
    }
    if (chosen.clock == clock::source::tsc) {
        made.all.refuse("layout=fresh", "each process would calibrate the counter anew");
    } else if (made.control.valued_by == measure::method::unobserved_loop) {
        made.all.possible.push_back(fresh_layout(what, chosen, made.control, watch));
    }
    for (const std::string& name : chosen.under) {
        if (name.starts_with(placebo)) {
            made.all.possible.push_back(explain::placebo(name));
        }
    }
    made.idle = [reader = std::make_shared<environment::idle_reader>(files, cpus)] {
        return reader->read();
    };
    return made;
}

/// One that was possible when the run began, and is not any more.
explain::intervention gone(std::string name) {
    explain::intervention one = explain::placebo(std::move(name));
    one.hold = []() -> std::shared_ptr<void> {
        throw std::system_error(EPERM, std::generic_category(), "it is not possible any more");
    };
    return one;
}

case_list cases_of(const experiment& of, const std::vector<arm_names>& arms) {
    case_list list;
    for (const arm_names& names : arms) {
        std::vector<explain::intervention> missing;
        missing.reserve(names.size());
        explain::combination made_of;
        for (const std::string& name : names) {
            const auto found =
                std::find_if(of.all.possible.begin(), of.all.possible.end(),
                             [&](const explain::intervention& one) { return one.name == name; });
            made_of.push_back(found == of.all.possible.end() ? &missing.emplace_back(gone(name))
                                                             : &*found);
        }
        list.cases.push_back(explain::make_arm(of.control, made_of, of.idle));
    }
    return list;
}

/// "-,a,a+b": how the process of a pass is told its arms.
std::string text_of(const std::vector<arm_names>& arms) {
    std::string text;
    for (const arm_names& names : arms) {
        text += text.empty() ? "" : ",";
        text += names.empty() ? "-" : fmt::format("{}", fmt::join(names, "+"));
    }
    return text;
}

std::vector<std::string> split(std::string_view text, char at) {
    std::vector<std::string> parts;
    while (true) {
        const std::size_t end = text.find(at);
        parts.emplace_back(text.substr(0, end));
        if (end == text.npos) {
            return parts;
        }
        text.remove_prefix(end + 1);
    }
}

std::vector<arm_names> arms_in(const std::string& text) {
    std::vector<arm_names> arms;
    for (const std::string& one : split(text, ',')) {
        arms.push_back(one == "-" ? arm_names{} : split(one, '+'));
    }
    return arms;
}

void shift(measure::case_record& record, std::uint64_t passes, std::uint64_t rounds) {
    for (measure::case_round& one : record.rounds) {
        one.process += passes;
        one.round += rounds;
    }
    for (measure::worst_sample& one : record.worst) {
        one.process += passes;
        one.round += rounds;
    }
}

std::vector<measure::case_record> records_of(std::vector<measure::case_result> cases) {
    std::vector<measure::case_record> records;
    records.reserve(cases.size());
    for (measure::case_result& one : cases) {
        records.push_back(std::move(one.record));
    }
    return records;
}

void add_records(std::vector<measure::case_record>& to, std::vector<measure::case_record> more) {
    for (measure::case_record& one : more) {
        const auto known = std::find_if(to.begin(), to.end(),
                                        [&](const auto& other) { return other.key == one.key; });
        if (known == to.end()) {
            to.push_back(std::move(one));
        } else {
            measure::add_pass(*known, one);
        }
    }
}

/// The passes of a further run, of which some cases are the same, come after those of the first.
report::result appended(report::result first, report::result more) {
    std::vector<measure::case_record> cases = records_of(std::move(more.cases));
    std::vector<measure::case_record> twins = records_of(std::move(more.twins));
    for (auto* records : {&cases, &twins}) {
        for (measure::case_record& one : *records) {
            shift(one, first.passes, first.rounds);
        }
    }
    std::vector<measure::case_record> all = records_of(std::move(first.cases));
    std::vector<measure::case_record> all_twins = records_of(std::move(first.twins));
    add_records(all, std::move(cases));
    add_records(all_twins, std::move(twins));
    std::map<int, double> fast_ns = first.speed.fast_ns;
    for (const auto& [cpu, ns] : more.speed.fast_ns) {
        const auto known = fast_ns.try_emplace(cpu, ns).first;
        known->second = std::min(known->second, ns);
    }
    first.speed = measure::speed_during(
        all, std::move(fast_ns), {first.speed.interrupts_share, more.speed.interrupts_share});
    first.cases = measure::conclude(std::move(all), first.speed);
    first.twins = measure::conclude(std::move(all_twins), first.speed);
    first.stopped = more.stopped;
    first.rounds += more.rounds;
    first.passes += more.passes;
    first.took_s = more.took_s; // since the start of both
    first.spread_over_s += more.spread_over_s;
    return first;
}

explain::stage stage_of(const report::result& seen, const experiment& of,
                        const std::vector<arm_names>& arms) {
    explain::stage made;
    for (const arm_names& names : arms) {
        std::string under;
        for (const std::string& name : names) {
            under += (under.empty() ? "" : "+") + name;
        }
        const measure::case_key key =
            names.empty() ? of.control.key : of.control.key.with(explain::under_parameter, under);
        const measure::case_result* arm = seen.find(key.name());
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

/// The environment's verdicts say how much, where that was measured.
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

void keep_wanted(explain::offer& all, const std::vector<std::string>& under) {
    expect_all_offered(all, under);
    std::erase_if(all.possible, [&](const auto& one) { return !is_wanted(one.name, under); });
    if (!under.empty()) {
        all.not_here.clear();
    }
    if (all.possible.empty()) {
        throw machine_refused("--explain: no intervention is possible on this case here");
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
    report::result seen = measure_here(what, options_of(chosen, arms), first, machine, half, watch);
    std::vector<explain::tried_alone> alone =
        explain::judge_alone(stage_of(seen, of, arms), of.all.possible);
    const std::vector<std::string> factors = explain::factors_of(alone);
    const std::string base = explain::base_of(alone);
    std::uint64_t passes = seen.passes;
    std::optional<explain::explanation> found;
    if (seen.proven() && !seen.partial()) {
        const std::vector<arm_names> together = explain::arms_together(factors, base);
        const std::vector<arm_names>& next = factors.empty() ? arms : together;
        report::result second = measure_here(what, options_of(chosen, next), cases_of(of, next),
                                             machine, budget, watch);
        // What chose the factors must not confirm them; and of an unfinished stage nothing follows.
        if (!factors.empty() && second.proven() && second.passes >= measure::fewest_passes) {
            found =
                explain::explain(stage_of(second, of, together), {factors, base, of.all.possible});
        }
        seen = appended(std::move(seen), std::move(second));
        if (factors.empty()) { // the first stage went on
            passes = seen.passes;
            alone = explain::judge_alone(stage_of(seen, of, arms), of.all.possible);
        }
    }
    seen.budget_s = budget.seconds;
    // What the first stage found out when it went on is not confirmed by another: it is no share.
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
