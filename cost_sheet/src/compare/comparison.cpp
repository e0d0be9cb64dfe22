// SPDX-License-Identifier: BSL-1.0
#include "compare/comparison.hpp"

#include <tollgate/report/printable.hpp>
#include <tollgate/run/errors.hpp>
#include <tollgate/stats/moments.hpp>

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

/// Names the side, and says if it has no case at all.
std::string operand_text(const side& one, const run_list& runs) {
    const bool is_empty = std::all_of(runs.begin(), runs.end(),
                                      [](const measured_run* run) { return run->cases.empty(); });
    const bool is_partial =
        std::any_of(runs.begin(), runs.end(), [](const measured_run* run) { return run->partial; });
    return report::printable(one.operand) + (!is_empty    ? ""
                                             : is_partial ? " (interrupted before its first round)"
                                                          : " (no case with a value above zero)");
}

void note_what_is_left_out(const run_list& runs, std::vector<std::string>& notes) {
    for (const measured_run* run : runs) {
        if (run->partial) {
            notes.push_back(report::printable(run->path) + ": partial, it was interrupted");
        }
        const std::vector<std::string> lines = left_out_lines(*run);
        notes.insert(notes.end(), lines.begin(), lines.end());
    }
}

/// The runs of each program that either side has.
std::map<std::string, program_runs> by_program(const std::array<run_list, 2>& sides) {
    std::map<std::string, program_runs> programs;
    for (std::size_t side = 0; side < sides.size(); ++side) {
        for (const measured_run* run : sides[side]) {
            programs[run->program].sides[side].push_back(run);
        }
    }
    for (auto& [program, runs] : programs) {
        runs.program = program;
        runs.pairs = made_in_pairs(runs.sides[0], runs.sides[1]).value_or(run_pairs{});
    }
    return programs;
}

std::string joined(std::vector<std::string> values) {
    std::transform(values.begin(), values.end(), values.begin(),
                   [](const std::string& value) { return report::printable(value); });
    return fmt::format("{}", fmt::join(values, " and "));
}

void find_changed_facts(const program_runs& runs, comparison& found) {
    fact_groups groups;
    for (const run_list& side : runs.sides) {
        auto& group = groups.emplace_back();
        for (const measured_run* run : side) {
            group.push_back(&run->facts);
        }
    }
    for (run_difference& fact : differences(groups)) {
        if (fact.grave == severity::refuses) {
            throw run::usage_error(fmt::format(
                "{}: the {} is not the same: {} before, {} after; such runs cannot be compared",
                report::printable(runs.program), fact.name, joined(fact.values[0]),
                joined(fact.values[1])));
        }
        if (fact.name != "date") {
            found.changed.push_back({runs.program, std::move(fact)});
        }
    }
}

/// What a case counted in each of the old runs that have it, and in each of the new ones.
using work_of_case = std::array<std::vector<unit_of_work>, 2>;

std::map<std::string, work_of_case> work_in(const program_runs& runs) {
    std::map<std::string, work_of_case> all;
    for (std::size_t side = 0; side < runs.sides.size(); ++side) {
        for (const measured_run* run : runs.sides[side]) {
            for (const auto& [name, kept] : run->cases) {
                all[name][side].push_back(kept.work);
            }
        }
    }
    return all;
}

/// In what the work of a case differs between any of its runs; empty: in nothing.
std::string_view difference_in(const work_of_case& work) {
    for (const auto& side : work) {
        for (const unit_of_work& each : side) {
            if (const auto what = first_difference(work[0].front(), each); !what.empty()) {
                return what;
            }
        }
    }
    return {};
}

/// Adds a row for each case that both sides have with one unit of work in all runs. Precondition:
/// there is room for the rows, which stay where they are.
void match(program_runs& runs, comparison& found) {
    for (const auto& [name, work] : work_in(runs)) {
        if (work[0].empty()) {
            found.only_new.push_back(name);
        } else if (work[1].empty()) {
            found.missing.push_back(name);
        } else if (const auto what = difference_in(work); !what.empty()) {
            found.missing.push_back(name);
            found.besides.notes.push_back(
                fmt::format("{}: its {} is not the same, left out", report::printable(name), what));
        } else {
            runs.rows.push_back(&found.rows.emplace_back());
            runs.rows.back()->name = name;
        }
    }
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

void difference::set_costs(const std::vector<double>& old_logs,
                           const std::vector<double>& new_logs) {
    if (!old_logs.empty() && !new_logs.empty()) {
        old_ns = std::exp(stats::mean(old_logs));
        new_ns = std::exp(stats::mean(new_logs));
        ratio = new_ns / old_ns;
    }
}

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
    std::map<std::string, program_runs> programs = by_program({old_runs, new_runs});
    for (const measured_run* run : old_runs) {
        found.rows.reserve(found.rows.capacity() + run->cases.size());
    }
    std::vector<program_runs> in_pairs;
    std::vector<program_runs> apart;
    for (auto& [program, runs] : programs) {
        find_changed_facts(runs, found);
        match(runs, found);
        if (!runs.rows.empty()) {
            (runs.pairs.empty() ? apart : in_pairs).push_back(std::move(runs));
        }
    }
    if (found.rows.empty()) {
        throw run::usage_error(fmt::format("no case is in both: {} and {} have nothing in common",
                                           operand_text(before, old_runs),
                                           operand_text(after, new_runs)));
    }
    note_what_is_left_out(old_runs, found.besides.notes);
    note_what_is_left_out(new_runs, found.besides.notes);
    compare_pairs(in_pairs, found.share, found.besides);
    compare_apart(apart, found.share, found.besides);
    sort_rows(found.rows);
    return found;
}

} // namespace tollgate::cost_sheet
