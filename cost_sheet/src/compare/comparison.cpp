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
run_list proven_runs(const side& loaded, comparison& found) {
    run_list kept;
    for (const result_file* run : loaded.runs()) {
        const std::vector<std::string> lost = lost_cases(*run);
        found.lost.insert(found.lost.end(), lost.begin(), lost.end());
        if (run->proven()) {
            kept.push_back(run);
        } else {
            found.unproven.push_back(run->path);
        }
    }
    return kept;
}

void note_what_is_left_out(const side& loaded, const run_list& runs, comparison& to) {
    for (const result_file* run : runs) {
        if (run->partial()) {
            to.notes.push_back(report::printable(run->path) + ": partial, it was interrupted");
        }
        const std::vector<std::string> lines = left_out_lines(loaded, *run);
        to.notes.insert(to.notes.end(), lines.begin(), lines.end());
    }
}

std::string joined(std::vector<std::string> values) {
    std::transform(values.begin(), values.end(), values.begin(),
                   [](const std::string& value) { return report::printable(value); });
    return fmt::format("{}", fmt::join(values, " and "));
}

void find_changed_facts(const program_runs& runs, comparison& found) {
    for (run_fact& fact : facts_of({runs.sides[0], runs.sides[1]})) {
        if (!fact.differs) {
            continue;
        }
        if (fact.if_different == severity::refuses) {
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

/// In what the work of a case differs between any of its runs; empty: in nothing.
std::string_view difference_in(const row_cases& row) {
    const auto& [first_run, first] = *row.cases[0].begin();
    for (const cases_of_runs& cases : row.cases) {
        for (const auto& [run, each] : cases) {
            const auto what = first_difference(work_of(*first_run, *first), work_of(*run, *each));
            if (!what.empty()) {
                return what;
            }
        }
    }
    return {};
}

/// The runs of each program that either side has, and of each case that one of them has a row.
std::map<std::string, program_runs> by_program(const std::array<const side*, 2>& sides,
                                               const std::array<run_list, 2>& proven) {
    std::map<std::string, program_runs> programs;
    std::map<std::string, std::map<std::string, row_cases>> rows; // by program and name
    for (std::size_t which = 0; which < sides.size(); ++which) {
        for (const result_file* run : proven[which]) {
            programs[run->program()].sides[which].push_back(run);
        }
        for (const case_row& each : sides[which]->cases) {
            const result_file& file = sides[which]->file_of(each);
            if (file.proven() && each.left_out.empty()) {
                rows[file.program()][each.key().name()].cases[which][&file] = &each;
            }
        }
    }
    for (auto& [program, runs] : programs) {
        runs.program = program;
        runs.pairs = made_in_pairs(runs.sides);
        for (auto& [name, row] : rows[program]) {
            row.row.name = name;
            runs.rows.push_back(std::move(row));
        }
    }
    return programs;
}

/// Keeps the rows that both sides have with one unit of work in all runs.
void match(program_runs& runs, comparison& found) {
    std::erase_if(runs.rows, [&](const row_cases& row) {
        const std::string& name = row.row.name;
        if (row.cases[0].empty()) {
            found.only_new.push_back(name);
            return true;
        }
        const std::string_view what = row.cases[1].empty() ? "" : difference_in(row);
        const bool is_missing = row.cases[1].empty() || !what.empty();
        if (is_missing) {
            found.missing.push_back(name);
        }
        if (!what.empty()) {
            found.notes.push_back(
                fmt::format("{}: its {} is not the same, left out", report::printable(name), what));
        }
        return is_missing;
    });
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

std::optional<double> difference::visible() const {
    if (!range) {
        return std::nullopt;
    }
    const double half = std::max(std::sqrt(range->high / range->low) - 1, floor);
    return half <= 1 ? std::optional(half) : std::nullopt;
}

bool difference::tells(double share) const {
    return says == verdict::faster || (says == verdict::slower && range->low > 1 + share) ||
           (says != verdict::unknown && visible() && *visible() <= share);
}

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
    const std::array<const side*, 2> sides{&before, &after};
    const std::array<run_list, 2> proven{proven_runs(before, found), proven_runs(after, found)};
    if (proven[0].empty() || proven[1].empty()) {
        return found;
    }
    std::vector<program_runs> programs;
    for (auto& [program, runs] : by_program(sides, proven)) {
        find_changed_facts(runs, found);
        match(runs, found);
        if (!runs.rows.empty()) {
            programs.push_back(std::move(runs));
        }
    }
    if (programs.empty()) {
        const auto name_of = [](const side& loaded) {
            const bool any = std::any_of(loaded.cases.begin(), loaded.cases.end(),
                                         [](const case_row& row) { return row.left_out.empty(); });
            return report::printable(loaded.operand) +
                   (any ? "" : " (no case with a value above zero)");
        };
        throw run::usage_error(fmt::format("no case is in both: {} and {} have nothing in common",
                                           name_of(before), name_of(after)));
    }
    note_what_is_left_out(before, proven[0], found);
    note_what_is_left_out(after, proven[1], found);
    compare_pairs(programs, found);
    compare_apart(programs, found);
    for (program_runs& runs : programs) {
        for (row_cases& row : runs.rows) {
            found.rows.push_back(std::move(row.row));
        }
    }
    sort_rows(found.rows);
    return found;
}

} // namespace tollgate::cost_sheet
