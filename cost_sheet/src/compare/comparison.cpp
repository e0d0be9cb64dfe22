// SPDX-License-Identifier: BSL-1.0
#include "compare/comparison.hpp"

#include "compare/case_test.hpp"
#include "printable.hpp"

#include <tollgate/run/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <tuple>
#include <utility>

namespace tollgate::cost_sheet {
namespace {

/// The runs that count: those whose proofs held.
std::vector<const measured_run*> proven_runs(const side& one, std::vector<std::string>& unproven) {
    std::vector<const measured_run*> kept;
    for (const measured_run& each : one.runs) {
        if (each.proven) {
            kept.push_back(&each);
        } else {
            unproven.push_back(each.path);
        }
    }
    return kept;
}

std::vector<std::string> lost_cases(const side& before, const side& after) {
    std::vector<std::string> lost;
    for (const side* one : {&before, &after}) {
        for (const measured_run& each : one->runs) {
            for (const std::string& lost_case : each.lost) {
                lost.push_back(each.path + ": " + lost_case);
            }
        }
    }
    return lost;
}

void expect_cases(const side& one, const run_list& runs) {
    const auto has_cases = [](const measured_run* each) { return !each->cases.empty(); };
    if (runs.empty() || std::any_of(runs.begin(), runs.end(), has_cases)) {
        return;
    }
    const bool partial = std::any_of(runs.begin(), runs.end(),
                                     [](const measured_run* each) { return each->partial; });
    throw run::usage_error(printable(one.operand) +
                           (partial ? ": interrupted before its first round, nothing to compare"
                                    : ": no case with a value above zero, nothing to compare"));
}

run_list runs_with(const run_list& runs, const std::string& name) {
    run_list found;
    for (const measured_run* one : runs) {
        if (one->cases.count(name) != 0) {
            found.push_back(one);
        }
    }
    return found;
}

/// One unit of work and one way to the value in all runs: otherwise the same name means two things.
bool means_the_same(const case_runs& one) {
    const run_case& first = one.old_runs.front()->cases.at(one.name);
    const auto agrees = [&](const measured_run* each) {
        const run_case& other = each->cases.at(one.name);
        return other.unit == first.unit && other.valued_by == first.valued_by;
    };
    return std::all_of(one.old_runs.begin(), one.old_runs.end(), agrees) &&
           std::all_of(one.new_runs.begin(), one.new_runs.end(), agrees);
}

std::vector<std::string> names_in(const run_list& runs) {
    std::vector<std::string> names;
    for (const measured_run* one : runs) {
        for (const auto& [name, kept] : one->cases) {
            names.push_back(name);
        }
    }
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

std::vector<case_runs> match(const run_list& old_runs, const run_list& new_runs,
                             comparison& found) {
    std::vector<case_runs> common;
    const std::vector<std::string> old_names = names_in(old_runs);
    const std::vector<std::string> new_names = names_in(new_runs);
    std::set_difference(old_names.begin(), old_names.end(), new_names.begin(), new_names.end(),
                        std::back_inserter(found.only_old));
    std::set_difference(new_names.begin(), new_names.end(), old_names.begin(), old_names.end(),
                        std::back_inserter(found.only_new));
    for (const std::string& name : old_names) {
        case_runs one{name, runs_with(old_runs, name), runs_with(new_runs, name)};
        if (one.new_runs.empty()) {
            continue;
        }
        if (means_the_same(one)) {
            common.push_back(std::move(one));
        } else {
            found.warnings.push_back(printable(name) +
                                     ": its unit of work is not the same, left out");
        }
    }
    return common;
}

void warn_of_runs(const run_list& runs, std::vector<std::string>& warnings) {
    for (const measured_run* one : runs) {
        if (one->partial) {
            warnings.push_back(printable(one->path) + ": partial, it was interrupted");
        }
        for (const std::string& name : one->without_ratio) {
            warnings.push_back(printable(one->path) + ": " + printable(name) +
                               " is not above zero, left out");
        }
    }
}

/// Slower ones first, the worst of them on top.
void sort_rows(std::vector<difference>& rows) {
    std::stable_sort(rows.begin(), rows.end(), [](const difference& one, const difference& other) {
        const auto rank = [](const difference& each) {
            const double size = std::abs(std::log(each.ratio));
            const bool claimed = each.says == difference::verdict::slower ||
                                 each.says == difference::verdict::faster;
            return std::make_tuple(each.says, claimed ? -size : 0.0);
        };
        return rank(one) < rank(other);
    });
}

} // namespace

std::size_t comparison::could_have_shown(double share) const {
    return static_cast<std::size_t>(
        std::count_if(rows.begin(), rows.end(), [&](const difference& row) {
            const auto visible = row.visible();
            return visible && *visible <= share;
        }));
}

comparison compare_sides(const side& before, const side& after) {
    comparison found;
    found.lost = lost_cases(before, after);
    const run_list old_runs = proven_runs(before, found.unproven);
    const run_list new_runs = proven_runs(after, found.unproven);
    if (old_runs.empty() || new_runs.empty()) {
        return found;
    }
    expect_cases(before, old_runs);
    expect_cases(after, new_runs);
    const std::vector<case_runs> common = match(old_runs, new_runs, found);
    if (common.empty()) {
        throw run::usage_error(fmt::format("no case is in both: {} and {} have nothing in common",
                                           printable(before.operand), printable(after.operand)));
    }
    found.changed = changed_facts(old_runs, new_runs);
    warn_of_runs(old_runs, found.warnings);
    warn_of_runs(new_runs, found.warnings);
    tested_cases tested = test_cases(common);
    found.rows = std::move(tested.rows);
    found.common = std::move(tested.common);
    found.warnings.insert(found.warnings.end(), tested.notes.begin(), tested.notes.end());
    sort_rows(found.rows);
    return found;
}

} // namespace tollgate::cost_sheet
