// SPDX-License-Identifier: BSL-1.0
#include "compare/difference.hpp"
#include "printable.hpp"

#include <tollgate/measure/case_summary.hpp>
#include <tollgate/measure/machine_speed.hpp>
#include <tollgate/stats/max_t.hpp>
#include <tollgate/stats/moments.hpp>
#include <tollgate/stats/quantile.hpp>
#include <tollgate/stats/welch_interval.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace tollgate::cost_sheet {
namespace {

using run_pair = std::pair<const measured_run*, const measured_run*>; ///< old, new
using run_pairs = std::vector<run_pair>;

constexpr stats::interval nothing{0, 0, 0};

/// The fewest that show anything.
std::size_t least_pairs() {
    return stats::max_t_columns_needed(measure::confidence);
}

void sort_in_time(run_list& runs) {
    std::stable_sort(runs.begin(), runs.end(), [](const auto* run, const auto* other) {
        return *run->date_s < *other->date_s;
    });
}

/// The n-th run of either side in time is a pair.
run_pairs pairs_of(run_list old_runs, run_list new_runs) {
    sort_in_time(old_runs);
    sort_in_time(new_runs);
    run_pairs pairs;
    for (std::size_t i = 0; i < std::min(old_runs.size(), new_runs.size()); ++i) {
        pairs.emplace_back(old_runs[i], new_runs[i]);
    }
    return pairs;
}

/// 1 if the reference loops of a pair show that the machine was slower in the new run, by more than
/// what counts as one speed; -1 if it was faster; 0 if they show neither, or are not there.
int change_of_speed(const run_pair& pair) {
    const double limit = std::log(measure::fast_within);
    const auto moved = stats::welch_interval(pair.first->reference_logs,
                                             pair.second->reference_logs, measure::confidence);
    return !moved ? 0 : moved->low > limit ? 1 : moved->high < -limit ? -1 : 0;
}

/// A program's pairs that count, and why there is no verdict.
struct chosen_pairs {
    run_pairs pairs;
    std::string why_no_verdict;
};

chosen_pairs choose(const program_runs& runs, other_findings& to) {
    const run_pairs all = pairs_of(runs.old_runs, runs.new_runs);
    chosen_pairs chosen;
    std::size_t slower = 0;
    for (const run_pair& pair : all) {
        const int change = change_of_speed(pair);
        slower += change > 0 ? 1 : 0;
        if (change == 0) {
            chosen.pairs.push_back(pair);
        }
    }
    const std::size_t left_out = all.size() - chosen.pairs.size();
    if (left_out == 0) {
        return chosen;
    }
    const bool one_way = left_out > 1 && (slower == 0 || slower == left_out);
    std::string line =
        fmt::format("{}: in {} of {} pairs the reference loops show that the machine "
                    "changed its speed",
                    printable(runs.program), left_out, all.size());
    if (one_way || 4 * left_out > all.size()) {
        chosen.why_no_verdict = "the machine changed its speed";
        line += one_way ? fmt::format(", and it got {} in all of them",
                                      slower == 0 ? "faster" : "slower")
                        : ", more than a quarter";
        to.no_verdict.push_back(line);
        chosen.pairs = all;
    } else {
        to.notes.push_back(line + "; they are left out");
    }
    return chosen;
}

/// The cost of the case in both of a pair; of all rounds, if one has a quiet value alone.
std::optional<std::pair<double, double>> costs_in(const run_pair& pair, const std::string& name) {
    const auto before = pair.first->cases.find(name);
    const auto after = pair.second->cases.find(name);
    if (before == pair.first->cases.end() || after == pair.second->cases.end()) {
        return std::nullopt;
    }
    const bool alike = before->second.is_quiet() == after->second.is_quiet();
    const auto cost_of = [&](const run_case& one) {
        return alike ? one.cost.value_ns : one.of_all_rounds().value_ns;
    };
    return std::pair(cost_of(before->second), cost_of(after->second));
}

/// Of a row the logarithm of the ratio in each pair; and what it costs on either side.
stats::max_t_row begin_row(const run_pairs& pairs, difference& row) {
    stats::max_t_row ratios;
    std::vector<double> old_logs;
    std::vector<double> new_logs;
    for (const run_pair& pair : pairs) {
        std::optional<double>& ratio = ratios.emplace_back();
        if (const auto costs = costs_in(pair, row.name)) {
            old_logs.push_back(std::log(costs->first));
            new_logs.push_back(std::log(costs->second));
            ratio = new_logs.back() - old_logs.back();
        }
    }
    row.in_pairs = true;
    if (!old_logs.empty()) {
        row.old_ns = std::exp(stats::mean(old_logs));
        row.new_ns = std::exp(stats::mean(new_logs));
        row.ratio = row.new_ns / row.old_ns;
    }
    return ratios;
}

/// The median of these rows in each pair.
stats::max_t_row median_row(const std::vector<stats::max_t_row>& rows) {
    std::size_t columns = 0;
    for (const stats::max_t_row& row : rows) {
        columns = std::max(columns, row.size());
    }
    stats::max_t_row medians(columns);
    for (std::size_t column = 0; column < columns; ++column) {
        std::vector<double> logs;
        for (const stats::max_t_row& row : rows) {
            if (column < row.size() && row[column]) {
                logs.push_back(*row[column]);
            }
        }
        if (!logs.empty()) {
            medians[column] = stats::median(std::move(logs));
        }
    }
    return medians;
}

/// By how much the rows moved together: those that are not shown to have moved by themselves, if
/// they are at least half of all; else the median of all speaks.
void add_movement(const std::vector<stats::max_t_row>& rows,
                  const std::vector<stats::max_t_result>& found, other_findings& to) {
    constexpr std::size_t fewest = 3; // with a row in the middle
    std::vector<stats::max_t_row> others;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!found[i].resolved) {
            others.push_back(rows[i]);
        }
    }
    const std::vector<stats::max_t_row> together{
        median_row(2 * others.size() >= rows.size() ? others : rows)};
    const stats::max_t_result result = stats::max_t(together, measure::confidence).front();
    if (rows.size() >= fewest && result.range) {
        to.movements.push_back(
            {"",
             std::exp(result.estimate),
             {std::exp(result.range->low), std::exp(result.range->high), measure::confidence}});
    }
}

} // namespace

bool made_in_pairs(const program_runs& runs) {
    const std::size_t fewer = std::min(runs.old_runs.size(), runs.new_runs.size());
    const std::size_t more = std::max(runs.old_runs.size(), runs.new_runs.size());
    const auto has_date = [](const measured_run* run) { return run->date_s.has_value(); };
    // A series that was interrupted has one run more on one side.
    if (fewer < least_pairs() || more > fewer + 1 ||
        !std::all_of(runs.old_runs.begin(), runs.old_runs.end(), has_date) ||
        !std::all_of(runs.new_runs.begin(), runs.new_runs.end(), has_date)) {
        return false;
    }
    const run_pairs pairs = pairs_of(runs.old_runs, runs.new_runs);
    const auto begin_and_end = [](const run_pair& pair) {
        return std::minmax(*pair.first->date_s, *pair.second->date_s);
    };
    for (std::size_t i = 1; i < pairs.size(); ++i) {
        const auto [begin, end] = begin_and_end(pairs[i]);
        if (std::max(*pairs[i - 1].first->date_s, *pairs[i - 1].second->date_s) > begin) {
            return false;
        }
    }
    // Files that all carry one date, copies for example, do not say in what order they were made.
    return std::min(*pairs.front().first->date_s, *pairs.front().second->date_s) !=
           std::max(*pairs.back().first->date_s, *pairs.back().second->date_s);
}

void compare_pairs(const std::vector<program_runs>& programs, double share, other_findings& to) {
    std::vector<stats::max_t_row> rows;
    std::vector<difference*> judged;
    for (const program_runs& runs : programs) {
        const chosen_pairs chosen = choose(runs, to);
        for (difference* row : runs.rows) {
            stats::max_t_row ratios = begin_row(chosen.pairs, *row);
            if (!chosen.why_no_verdict.empty()) {
                row->why = chosen.why_no_verdict;
            } else {
                rows.push_back(std::move(ratios));
                judged.push_back(row);
            }
        }
    }
    const std::vector<stats::max_t_result> found = stats::max_t(rows, measure::confidence);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (found[i].range) {
            judged[i]->conclude(found[i].estimate, *found[i].range, nothing, share);
        } else {
            judged[i]->why =
                fmt::format("{} pairs of runs, and it takes {}", found[i].columns, least_pairs());
        }
    }
    add_movement(rows, found, to);
}

} // namespace tollgate::cost_sheet
