// SPDX-License-Identifier: BSL-1.0
#include "compare/comparison.hpp"

#include <tollgate/report/printable.hpp>
#include <tollgate/run/errors.hpp>
#include <tollgate/stats/moments.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace tollgate::cost_sheet {
namespace {

void find_changed_facts(const std::string& program, const program_runs& runs, comparison& found) {
    for (run_fact& fact : facts_of({runs.sides[0], runs.sides[1]})) {
        if (!fact.differs) {
            continue;
        }
        if (fact.if_different == severity::refusal) {
            throw run::usage_error(fmt::format(
                "{}: the {} is not the same: {} before, {} after; such runs cannot be compared",
                report::printable(program), fact.name, values_text(fact.values[0]),
                values_text(fact.values[1])));
        }
        if (fact.name != "date") {
            found.changed.emplace_back(program, std::move(fact));
        }
    }
}

/// The difference in the work of a case between any of its runs, or empty.
std::string_view difference_in(const row_cases& row) {
    const auto& [first_run, first] = *row.cases[0].begin();
    for (const cases_of_runs& cases : row.cases) {
        for (const auto& [run, each] : cases) {
            const auto mismatch = first_difference({first_run, first}, {run, each});
            if (!mismatch.empty()) {
                return mismatch;
            }
        }
    }
    return {};
}

/// Adds a note for each run without partner, if there are pairs.
void note_runs_alone(const program_runs& runs, comparison& found) {
    std::set<const result_file*> paired;
    for (const auto& [before, after] : runs.pairs) {
        paired.insert({before, after});
    }
    for (const run_list& side_runs : runs.sides) {
        for (const result_file* run : side_runs) {
            if (!paired.empty() && !paired.contains(run)) {
                found.notes.push_back(report::printable(run->path) +
                                      ": left out, the other side has no run of this name");
            }
        }
    }
}

/// The number of new runs without a figure of a case that their partners have. Without pairs it is
/// 0 unless a larger share of the new runs lack the case.
std::size_t runs_without(const program_runs& runs, const row_cases& row) {
    if (!runs.pairs.empty()) {
        return static_cast<std::size_t>(std::ranges::count_if(runs.pairs, [&](const auto& pair) {
            return row.named_by.contains(pair.first) && !row.cases[1].contains(pair.second);
        }));
    }
    const auto& [before, after] = runs.sides;
    const std::size_t lacking = after.size() - row.cases[1].size();
    const std::size_t lacked_before = before.size() - row.named_by.size();
    return lacking * before.size() > lacked_before * after.size() ? lacking : 0;
}

/// Keeps the rows that both sides have, with the same work in all runs.
void match(program_runs& runs, comparison& found) {
    std::erase_if(runs.rows, [&](const auto& named) {
        const auto& [name, row] = named;
        if (row.named_by.empty()) {
            found.only_new.push_back(name);
            return true;
        }
        const bool in_both = !row.cases[0].empty() && !row.cases[1].empty();
        const std::string_view mismatch = in_both ? difference_in(row) : "";
        const bool is_missing = !in_both || !mismatch.empty();
        const std::size_t lacking = is_missing ? 0 : runs_without(runs, row);
        if (is_missing || lacking != 0) {
            found.missing.push_back(name);
        }
        if (lacking != 0) {
            found.missing.back() +=
                fmt::format(": in {} of {} new runs", lacking,
                            runs.pairs.empty() ? runs.sides[1].size() : runs.pairs.size());
        }
        if (!mismatch.empty()) {
            found.notes.push_back(fmt::format("{}: its {} is not the same, left out",
                                              report::printable(name), mismatch));
        }
        return is_missing;
    });
}

/// Slower rows first, the slowest at the top.
void sort_rows(std::vector<difference>& rows) {
    const auto rank = [](const difference& row) {
        const bool claimed =
            row.says == difference::verdict::slower || row.says == difference::verdict::faster;
        return std::pair(row.says, claimed ? -std::abs(std::log(row.ratio)) : 0.0);
    };
    std::ranges::stable_sort(rows, {}, rank);
}

} // namespace

runs_by_program by_program(const std::array<const side*, 2>& sides, comparison& found) {
    runs_by_program programs;
    for (std::size_t which = 0; which < sides.size(); ++which) {
        for (const result_file* run : sides[which]->runs()) {
            std::ranges::copy(lost_cases(*run), std::back_inserter(found.lost));
            if (run->self_checks_held()) {
                programs[run->program()].sides[which].push_back(run);
            } else {
                found.failed_runs.push_back(run->path);
            }
        }
        for (const case_row& each : sides[which]->cases) {
            const result_file& file = sides[which]->file_of(each);
            if (!file.self_checks_held() || (which == 1 && !each.left_out.empty())) {
                continue;
            }
            row_cases& row = programs[file.program()].rows[each.key().name()];
            if (which == 0) {
                row.named_by.insert(&file);
            }
            if (each.left_out.empty()) {
                row.cases[which][&file] = &each;
            }
        }
    }
    return programs;
}

std::optional<double> difference::visible() const {
    const double half = range ? std::sqrt(range->high / range->low) - 1 : 2;
    return half <= 1 ? std::optional(half) : std::nullopt;
}

bool difference::decides(double share) const {
    return range && (range->low > 1 + share || range->high <= 1 + share);
}

void difference::set_costs(const std::vector<double>& old_logs,
                           const std::vector<double>& new_logs) {
    if (!old_logs.empty() && !new_logs.empty()) {
        old_ns = std::exp(stats::mean(old_logs));
        new_ns = std::exp(stats::mean(new_logs));
        ratio = new_ns / old_ns;
    }
}

void difference::conclude(double log_ratio, const stats::interval& own,
                          const stats::interval& machine, double share) {
    const double bound = std::log1p(share);
    const auto within = [&](double low, double high) { return -bound <= low && high <= bound; };
    const double low = own.low - machine.high;
    const double high = own.high - machine.low;
    ratio = std::exp(log_ratio);
    range = stats::interval{std::exp(low), std::exp(high), own.confidence};
    if (low > 0 || high < 0) {
        says = low > 0 ? verdict::slower : verdict::faster;
    } else if (within(low, high)) {
        says = verdict::no_difference;
    } else if (!own.contains(0) || within(own.low, own.high)) {
        why = "the machine itself may have changed as much";
    } else {
        why = fmt::format("a difference of {:.6g} % would not be visible", 100 * share);
    }
}

std::size_t comparison::count(difference::verdict says) const {
    return static_cast<std::size_t>(std::ranges::count(rows, says, &difference::says));
}

std::size_t comparison::deciding_rows() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(rows, [&](const auto& row) { return row.decides(share); }));
}

comparison compare_sides(const side& before, const side& after, double share) {
    comparison found;
    found.share = share;
    refuse_copies({&before, &after});
    const std::array<const side*, 2> sides{&before, &after};
    runs_by_program programs = by_program(sides, found);
    for (std::size_t which = 0; which < sides.size(); ++which) {
        if (std::ranges::all_of(
                programs, [&](const auto& each) { return each.second.sides[which].empty(); })) {
            return found; // no run with self-checks that held
        }
    }
    for (auto& [program, runs] : programs) {
        runs.pairs = interleaved_pairs(runs.sides);
        find_changed_facts(program, runs, found);
        note_runs_alone(runs, found);
        match(runs, found);
    }
    std::erase_if(programs, [](const auto& each) { return each.second.rows.empty(); });
    for (const side* loaded : sides) {
        for (const result_file* run : loaded->runs()) {
            if (run->self_checks_held()) {
                std::ranges::copy(left_out_lines(*loaded, *run), std::back_inserter(found.notes));
            }
        }
    }
    if (programs.empty()) {
        throw run::usage_error(fmt::format(
            "no case with a value above zero is in both: {} and {} have nothing in common{}",
            report::printable(before.operand), report::printable(after.operand),
            found.notes.empty() ? "" : "; " + found.notes.front()));
    }
    compare_pairs(programs, found);
    compare_apart(programs, found);
    for (auto& [program, runs] : programs) {
        for (auto& [name, row] : runs.rows) {
            row.row.name = name;
            found.rows.push_back(std::move(row.row));
        }
    }
    sort_rows(found.rows);
    return found;
}

} // namespace tollgate::cost_sheet
