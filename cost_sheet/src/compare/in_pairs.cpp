// SPDX-License-Identifier: BSL-1.0
#include "compare/comparison.hpp"

#include <tollgate/measure/case_summary.hpp>
#include <tollgate/measure/machine_speed.hpp>
#include <tollgate/report/printable.hpp>
#include <tollgate/stats/max_t.hpp>
#include <tollgate/stats/quantile.hpp>
#include <tollgate/stats/welch_interval.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace tollgate::cost_sheet {
namespace {

/// The fewest that show anything.
std::size_t least_pairs() {
    return stats::max_t_columns_needed(measure::confidence);
}

/// 1 if the reference loops of a pair show that the machine was slower in the new run, by more than
/// what counts as one speed; -1 if it was faster; 0 if they show neither, or are not there.
int change_of_speed(const run_pair& pair) {
    const double limit = std::log(measure::fast_within);
    const auto moved = stats::welch_interval(pair.first->reference_logs,
                                             pair.second->reference_logs, measure::confidence);
    return !moved ? 0 : moved->low > limit ? 1 : moved->high < -limit ? -1 : 0;
}

/// Takes out the pairs in which the machine changed its speed. False if then there is no verdict.
bool leave_out_changes(const std::string& program, run_pairs& pairs, other_findings& to) {
    const std::size_t all = pairs.size();
    std::size_t slower = 0;
    std::erase_if(pairs, [&](const run_pair& pair) {
        const int change = change_of_speed(pair);
        slower += change > 0 ? 1 : 0;
        return change != 0;
    });
    const std::size_t left_out = all - pairs.size();
    if (left_out == 0) {
        return true;
    }
    const std::string line =
        fmt::format("{}: in {} of {} pairs the reference loops show that the machine changed its "
                    "speed",
                    report::printable(program), left_out, all);
    if (left_out > 1 && (slower == 0 || slower == left_out)) {
        to.no_verdict.push_back(line + (slower == 0 ? ", and it got faster in all of them"
                                                    : ", and it got slower in all of them"));
    } else if (4 * left_out > all) {
        to.no_verdict.push_back(line + ", more than a quarter");
    } else {
        to.notes.push_back(line + "; they are left out");
        return true;
    }
    return false;
}

/// Of a row the logarithm of the ratio in each pair. Of a pair in which one has a quiet value and
/// the other none, of all rounds.
stats::max_t_row begin_row(const run_pairs& pairs, difference& row) {
    stats::max_t_row ratios(pairs.size());
    std::vector<double> old_logs;
    std::vector<double> new_logs;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const auto before = pairs[i].first->cases.find(row.name);
        const auto after = pairs[i].second->cases.find(row.name);
        if (before == pairs[i].first->cases.end() || after == pairs[i].second->cases.end()) {
            continue;
        }
        const bool all_rounds = before->second.cost.quiet != after->second.cost.quiet;
        old_logs.push_back(std::log(before->second.cost.value_of(all_rounds)));
        new_logs.push_back(std::log(after->second.cost.value_of(all_rounds)));
        ratios[i] = new_logs.back() - old_logs.back();
    }
    row.in_pairs = true;
    row.set_costs(old_logs, new_logs);
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

} // namespace

std::optional<run_pairs> made_in_pairs(run_list old_runs, run_list new_runs) {
    const auto has_no_date = [](const measured_run* run) { return !run->date_s; };
    const auto is_earlier = [](const auto* run, const auto* other) {
        return *run->date_s < *other->date_s;
    };
    const std::size_t count = std::min(old_runs.size(), new_runs.size());
    // A series that was interrupted has one run more on one side.
    if (count < least_pairs() || std::max(old_runs.size(), new_runs.size()) > count + 1 ||
        std::any_of(old_runs.begin(), old_runs.end(), has_no_date) ||
        std::any_of(new_runs.begin(), new_runs.end(), has_no_date)) {
        return std::nullopt;
    }
    // Dates are whole seconds: runs of one second keep the order of their files.
    std::stable_sort(old_runs.begin(), old_runs.end(), is_earlier);
    std::stable_sort(new_runs.begin(), new_runs.end(), is_earlier);
    run_pairs pairs;
    std::int64_t end = std::numeric_limits<std::int64_t>::min();
    for (std::size_t i = 0; i < count; ++i) {
        const auto [first, last] = std::minmax(*old_runs[i]->date_s, *new_runs[i]->date_s);
        if (first < end) {
            return std::nullopt;
        }
        end = last;
        pairs.emplace_back(old_runs[i], new_runs[i]);
    }
    // Files that all carry one date, copies for example, do not say in what order they were made.
    return end == std::min(*old_runs.front()->date_s, *new_runs.front()->date_s)
               ? std::nullopt
               : std::optional(std::move(pairs));
}

void compare_pairs(const std::vector<program_runs>& programs, double share, other_findings& to) {
    std::vector<stats::max_t_row> rows;
    std::vector<difference*> judged;
    for (const program_runs& runs : programs) {
        run_pairs pairs = runs.pairs;
        const bool has_verdict = leave_out_changes(runs.program, pairs, to);
        for (difference* row : runs.rows) {
            stats::max_t_row ratios = begin_row(has_verdict ? pairs : runs.pairs, *row);
            if (has_verdict) {
                rows.push_back(std::move(ratios));
                judged.push_back(row);
            } else {
                row->why = "the machine changed its speed";
            }
        }
    }
    if (rows.size() > 2) { // then there is a median
        rows.push_back(median_row(rows));
    }
    const std::vector<stats::max_t_result> found = stats::max_t(rows, measure::confidence);
    for (std::size_t i = 0; i < judged.size(); ++i) {
        if (found[i].range) {
            judged[i]->conclude(found[i].estimate, *found[i].range, {0, 0, 0}, share);
        } else {
            judged[i]->why =
                fmt::format("{} pairs of runs, and it takes {}", found[i].columns, least_pairs());
        }
    }
    if (found.size() > judged.size() && found.back().range) {
        to.movements.push_back({"", *found.back().range});
    }
}

} // namespace tollgate::cost_sheet
