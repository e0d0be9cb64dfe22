// SPDX-License-Identifier: BSL-1.0
#include "compare/comparison.hpp"

#include "printable.hpp"

#include <tollgate/cli/errors.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace tollgate::cost_sheet {
namespace {

/// The runs that count: those whose proofs held.
run_list proven_runs(const side& one, comparison& found) {
    run_list kept;
    for (const measured_run& run : one.runs) {
        for (const std::string& lost : run.lost) {
            found.lost.push_back(run.path + ": " + lost);
        }
        if (run.proven) {
            kept.push_back(&run);
        } else {
            found.unproven.push_back(run.path);
        }
    }
    return kept;
}

void expect_cases(const side& one, const run_list& runs) {
    const auto has_cases = [](const measured_run* run) { return !run->cases.empty(); };
    if (runs.empty() || std::any_of(runs.begin(), runs.end(), has_cases)) {
        return;
    }
    const bool partial =
        std::any_of(runs.begin(), runs.end(), [](const measured_run* run) { return run->partial; });
    throw cli::usage_error(printable(one.operand) +
                           (partial ? ": interrupted before its first round, nothing to compare"
                                    : ": no case with a value above zero, nothing to compare"));
}

void note_what_is_left_out(const run_list& runs, std::vector<std::string>& notes) {
    for (const measured_run* run : runs) {
        if (run->partial) {
            notes.push_back(printable(run->path) + ": partial, it was interrupted");
        }
        for (const left_out_case& left : run->left_out) {
            notes.push_back(fmt::format("{}: {} {}, left out", printable(run->path),
                                        printable(left.name), left.why));
        }
    }
}

/// The runs of each program that either side has.
std::vector<program_runs> by_program(const run_list& old_runs, const run_list& new_runs) {
    std::map<std::string, program_runs> programs;
    for (const measured_run* run : old_runs) {
        programs[run->program].old_runs.push_back(run);
    }
    for (const measured_run* run : new_runs) {
        programs[run->program].new_runs.push_back(run);
    }
    std::vector<program_runs> all;
    for (auto& [program, runs] : programs) {
        runs.program = program;
        all.push_back(std::move(runs));
    }
    return all;
}

std::string joined(std::vector<std::string> values) {
    std::transform(values.begin(), values.end(), values.begin(),
                   [](const std::string& value) { return printable(value); });
    return fmt::format("{}", fmt::join(values, " and "));
}

void find_changed_facts(const program_runs& runs, comparison& found) {
    fact_groups groups(2);
    for (const measured_run* run : runs.old_runs) {
        groups[0].push_back(&run->facts);
    }
    for (const measured_run* run : runs.new_runs) {
        groups[1].push_back(&run->facts);
    }
    if (groups[0].empty() || groups[1].empty()) {
        return;
    }
    for (run_difference& fact : differences(groups)) {
        if (fact.grave == severity::refuses) {
            throw cli::usage_error(fmt::format(
                "{}: the {} is not the same: {} before, {} after; such runs cannot be compared",
                printable(runs.program), fact.name, joined(fact.values[0]),
                joined(fact.values[1])));
        }
        if (fact.name != "date") {
            found.changed.push_back({runs.program, std::move(fact)});
        }
    }
}

/// What each case counted, in each of these runs.
std::map<std::string, std::vector<unit_of_work>> work_in(const run_list& runs) {
    std::map<std::string, std::vector<unit_of_work>> all;
    for (const measured_run* run : runs) {
        for (const auto& [name, kept] : run->cases) {
            all[name].push_back(kept.work);
        }
    }
    return all;
}

/// Adds a row for each case that both sides have with one unit of work in all runs. Precondition:
/// there is room for the rows, which stay where they are.
void match(program_runs& runs, comparison& found) {
    const auto before = work_in(runs.old_runs);
    const auto after = work_in(runs.new_runs);
    for (const auto& [name, work] : before) {
        const auto other = after.find(name);
        if (other == after.end()) {
            found.missing.push_back(name);
            continue;
        }
        std::vector<unit_of_work> all = work;
        all.insert(all.end(), other->second.begin(), other->second.end());
        const auto another = std::find_if(all.begin(), all.end(), [&](const unit_of_work& each) {
            return !(each == all.front());
        });
        if (another != all.end()) {
            found.missing.push_back(name);
            found.besides.notes.push_back(fmt::format("{}: its {} is not the same, left out",
                                                      printable(name),
                                                      first_difference(all.front(), *another)));
            continue;
        }
        runs.rows.push_back(&found.rows.emplace_back());
        runs.rows.back()->name = name;
    }
    for (const auto& [name, work] : after) {
        if (before.count(name) == 0) {
            found.only_new.push_back(name);
        }
    }
}

void conclude_on_rows(std::vector<program_runs> programs, comparison& found) {
    const auto apart = std::stable_partition(programs.begin(), programs.end(), made_in_pairs);
    compare_pairs({programs.begin(), apart}, found.share, found.besides);
    compare_apart({apart, programs.end()}, found.share, found.besides);
}

/// Slower ones first, the worst of them on top.
void sort_rows(std::vector<difference>& rows) {
    const auto rank = [](const difference& row) {
        const bool claimed =
            row.says == difference::verdict::slower || row.says == difference::verdict::faster;
        return std::make_tuple(row.says, claimed ? -std::abs(std::log(row.ratio)) : 0.0);
    };
    std::stable_sort(rows.begin(), rows.end(), [&](const difference& one, const difference& other) {
        return rank(one) < rank(other);
    });
}

} // namespace

void difference::conclude(double log_ratio, const stats::interval& logs,
                          const stats::interval& machine, double share) {
    ratio = std::exp(log_ratio);
    range = stats::interval{std::exp(logs.low), std::exp(logs.high), logs.confidence};
    const bool above_the_floor = std::abs(ratio - 1) > floor;
    if (above_the_floor && logs.low > machine.high) {
        says = verdict::slower;
    } else if (above_the_floor && logs.high < machine.low) {
        says = verdict::faster;
    } else if (above_the_floor && (logs.low > 0 || logs.high < 0)) {
        why = "no further than the machine itself may have moved";
    } else if (visible() && *visible() <= share) {
        says = verdict::tie;
    } else {
        why = fmt::format("a difference of {:.6g} % would not have been seen", 100 * share);
    }
}

std::size_t comparison::count(difference::verdict says) const {
    return static_cast<std::size_t>(std::count_if(
        rows.begin(), rows.end(), [&](const difference& row) { return row.says == says; }));
}

std::size_t comparison::telling_rows() const {
    return static_cast<std::size_t>(std::count_if(
        rows.begin(), rows.end(), [&](const difference& row) { return row.tells(share); }));
}

comparison compare_sides(const side& before, const side& after, double share) {
    comparison found;
    found.share = share;
    const run_list old_runs = proven_runs(before, found);
    const run_list new_runs = proven_runs(after, found);
    if (old_runs.empty() || new_runs.empty()) {
        return found;
    }
    expect_cases(before, old_runs);
    expect_cases(after, new_runs);
    std::vector<program_runs> programs = by_program(old_runs, new_runs);
    for (const measured_run* run : old_runs) {
        found.rows.reserve(found.rows.capacity() + run->cases.size());
    }
    for (program_runs& runs : programs) {
        find_changed_facts(runs, found);
        match(runs, found);
    }
    std::erase_if(programs, [](const program_runs& runs) { return runs.rows.empty(); });
    if (found.rows.empty()) {
        throw cli::usage_error(fmt::format("no case is in both: {} and {} have nothing in common",
                                           printable(before.operand), printable(after.operand)));
    }
    note_what_is_left_out(old_runs, found.besides.notes);
    note_what_is_left_out(new_runs, found.besides.notes);
    conclude_on_rows(std::move(programs), found);
    sort_rows(found.rows);
    return found;
}

} // namespace tollgate::cost_sheet
