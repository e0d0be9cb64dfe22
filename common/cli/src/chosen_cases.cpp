// SPDX-License-Identifier: BSL-1.0
#include "request.hpp"

#include <tollgate/cli/name_pattern.hpp>
#include <tollgate/cpu/placement.hpp>
#include <tollgate/report/json.hpp>
#include <tollgate/report/printable.hpp>
#include <tollgate/report/result.hpp>
#include <tollgate/run/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

namespace tollgate::cli {
namespace {

/// Whether an unavailable case is wanted. A case with `*` stands for each known case that differs
/// from it only in parameters that it names.
bool is_wanted(const measure::case_key& unavailable,
               const std::vector<measure::measured_case>& known, const name_pattern& wanted) {
    const std::string_view path = unavailable.path();
    const bool any_path = path.ends_with('*');
    const auto stands_for = [&](const measure::measured_case& known_case) {
        measure::case_key key = known_case.key;
        for (const auto& [name, value] : unavailable.parameters()) {
            if (!key.has(name)) {
                return false;
            }
            if (measure::to_string(value) != "*") {
                key = key.with(name, value);
            }
        }
        return (any_path ? key.path().starts_with(path.substr(0, path.size() - 1))
                         : key.path() == path) &&
               wanted(key.name());
    };
    return wanted(unavailable.name()) || (unavailable.name().find('*') != std::string::npos &&
                                          std::ranges::any_of(known, stands_for));
}

[[noreturn]] void refuse_pattern(const std::string& only, const name_pattern& wanted,
                                 std::size_t number_of_cases, const options& chosen,
                                 const program& description) {
    const std::string pattern = report::printable(only, 60);
    for (const auto& [path, option] : description.optional) {
        if (wanted(path)) {
            throw run::usage_error(
                fmt::format("--only: '{}' matches no case; {} needs {}", pattern, path, option));
        }
    }
    const own_flag* flag = given_flag(description, chosen);
    throw run::usage_error(
        fmt::format("--only: '{}' matches none of the {} cases; --list --{} prints them", pattern,
                    number_of_cases, flag == nullptr ? "all" : flag->name));
}

void keep_matching(run::case_list& all, const options& chosen,
                   const std::vector<measure::measured_case>& elsewhere,
                   const program& description) {
    const std::string& only = *chosen.only;
    const name_pattern wanted = names_matching(only);
    const std::size_t number_of_cases = all.cases.size() + all.unavailable.size();
    std::erase_if(all.unavailable, [&](const auto& unavailable) {
        return !is_wanted(unavailable.key, elsewhere, wanted);
    });
    std::erase_if(all.cases, [&](const auto& listed) { return !wanted(listed.key.name()); });
    if (all.cases.empty() && all.unavailable.empty()) {
        refuse_pattern(only, wanted, number_of_cases, chosen, description);
    }
}

/// Throws if nothing can be measured, or nothing at the placements that the user gave.
void expect_wanted_cases(const run::case_list& all, const options& chosen) {
    if (all.cases.empty() && all.unavailable.empty()) {
        throw run::machine_refused("there is nothing to measure");
    }
    if (const std::size_t most = std::max(all.cases.size(), all.unavailable.size());
        most > report::most_cases) {
        throw run::usage_error(fmt::format(
            "{} cases are too many: a result has at most {}; shorter lists or --only choose fewer",
            most, report::most_cases));
    }
    const auto is_wanted_place = [&](const auto& entry) {
        const std::string word = entry.key.text("placement");
        const auto where = cpu::parse_placement(word);
        // Another word is the program's own, for all CPUs.
        return where ? std::ranges::count(chosen.placements, *where) != 0 : !word.empty();
    };
    auto reason = all.unavailable.begin();
    if (!all.cases.empty()) {
        if (!chosen.given.contains("placement") ||
            std::ranges::any_of(all.cases, is_wanted_place)) {
            return;
        }
        reason = std::ranges::find_if(all.unavailable, is_wanted_place);
    }
    if (reason != all.unavailable.end()) {
        throw run::machine_refused(
            fmt::format("{}: not available: {}", reason->key.name(), reason->reason));
    }
}

/// Keeps all cases if none of the headline cases is there.
void keep_headline(run::case_list& all,
                   const std::function<bool(const measure::case_key&)>& wanted) {
    const auto unwanted = [&](const auto& listed) { return !wanted(listed.key); };
    if (std::ranges::all_of(all.cases, unwanted)) {
        return;
    }
    const std::size_t number_of_cases = all.cases.size();
    std::erase_if(all.cases, unwanted);
    std::erase_if(all.unavailable, unwanted);
    if (all.cases.size() < number_of_cases) {
        all.notes.push_back(fmt::format("{} of {} cases; --all measures the others, too",
                                        all.cases.size(), number_of_cases));
    }
}

/// The options with the numbers of the case's name, except for those that the user chose.
options with_numbers_of(const measure::case_key& key, const program& description,
                        const options& chosen) {
    options changed = chosen;
    const auto take = [&](const std::string& axis, whole_range range, const std::string& option) {
        const auto number = key.number(axis);
        if (!number || *number < range.low || *number > range.high || chosen.is_given(option)) {
            return false;
        }
        changed.numbers[axis] = {*number};
        return true;
    };
    if (!description.members.empty() &&
        take(description.members, description.members_range, "members")) {
        changed.members = changed.numbers[description.members].front();
    }
    for (const number_axis& axis : description.numbers) {
        // Such cases may exist in a sweep only.
        if (take(axis.name, axis.range, axis.name) && !axis.sweep_example.empty() &&
            axis.help.empty()) {
            changed.sweep = sweep{axis.name, changed.numbers[axis.name]};
        }
    }
    return changed;
}

std::optional<measure::measured_case> case_on(int cpu, const measure::case_key& key,
                                              const program& description, const options& chosen,
                                              const cpu::topology& machine) {
    const cpu::topology single_cpu = cpu::restrict_to(machine, std::vector<int>{cpu});
    for (measure::measured_case& candidate :
         description.cases(with_numbers_of(key, description, chosen), single_cpu).cases) {
        if (candidate.key == key) {
            return std::move(candidate);
        }
    }
    return std::nullopt;
}

} // namespace

std::vector<measure::measured_case> cases_at_all_places(const program& description, options chosen,
                                                        const cpu::topology& machine) {
    chosen.placements = {cpu::all_placements.begin(), cpu::all_placements.end()};
    return description.cases(chosen, machine).cases;
}

run::case_list select_cases(run::case_list all, const options& chosen,
                            const std::vector<measure::measured_case>& elsewhere,
                            const program& description) {
    if (chosen.only) {
        keep_matching(all, chosen, elsewhere, description);
    }
    if (chosen.headline) {
        keep_headline(all, chosen.headline);
    }
    if (chosen.wanted != options::action::list) {
        expect_wanted_cases(all, chosen);
    }
    if (chosen.wanted == options::action::selftest) {
        all.cases.resize(1);
        all.unavailable.clear();
        all.notes.clear(); // notes are about the other cases
    }
    return all;
}

run::explained_case find_case(const program& description, const options& chosen,
                              const cpu::topology& machine) {
    const std::string& name = *chosen.explain;
    const auto is_named = [&](const auto& listed) { return listed.key.name() == name; };
    run::case_list all = description.cases(chosen, machine);
    if (std::ranges::none_of(all.cases, is_named)) {
        all = description.cases(with_numbers_of(report::guess_key(name), description, chosen),
                                machine);
    }
    const auto match = std::ranges::find_if(all.cases, is_named);
    if (match != all.cases.end()) {
        run::explained_case explained{
            {*match, std::move(all.cases), description.ways, machine, chosen.clock},
            {},
            chosen.under};
        const measure::measured_case& control = explained.where.control;
        explained.where.on_cpu = [&, key = control.key](int cpu) {
            return case_on(cpu, key, description, chosen, machine);
        };
        if (description.interventions) {
            explained.own = description.interventions(control, chosen, machine);
        }
        return explained;
    }
    const auto elsewhere = cases_at_all_places(description, chosen, machine);
    for (const report::unavailable_case& unavailable : all.unavailable) {
        if (is_wanted(unavailable.key, elsewhere,
                      [&](const auto& matched) { return matched == name; })) {
            throw run::machine_refused(
                fmt::format("{}: not available: {}", name, unavailable.reason));
        }
    }
    throw run::usage_error(
        fmt::format("--explain: '{}' is not a case; --list --all prints the cases", name));
}

} // namespace tollgate::cli
