// SPDX-License-Identifier: BSL-1.0
#include "compare/comparison.hpp"

#include <tollgate/measure/case_summary.hpp>
#include <tollgate/measure/machine_speed.hpp>
#include <tollgate/report/printable.hpp>
#include <tollgate/stats/max_t.hpp>
#include <tollgate/stats/mean_interval.hpp>
#include <tollgate/stats/quantile.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <string>
#include <utility>

namespace tollgate::cost_sheet {
namespace {

/// With fewer pairs there is no verdict.
std::size_t least_pairs() {
    return stats::max_t_columns_needed(measure::confidence);
}

/// Removes the pairs in which the machine changed its speed. False: there is no verdict.
bool leave_out_changes(const std::string& program, run_pairs& pairs, comparison& to) {
    const std::size_t all = pairs.size();
    std::size_t slower = 0;
    std::size_t unknown = 0;
    std::erase_if(pairs, [&](const auto& pair) {
        const auto change = change_of_speed(pair);
        unknown += change ? 0 : 1;
        slower += change == 1 ? 1 : 0;
        return change.value_or(0) != 0;
    });
    const auto line = [&](std::size_t count, const char* end) {
        return fmt::format("{}: in {} of {} pairs {}", report::printable(program), count, all, end);
    };
    if (unknown != 0) {
        to.notes.push_back(
            line(unknown, "no reference loops show whether the machine changed its speed"));
    }
    const std::size_t left_out = all - pairs.size();
    if (left_out == 0) {
        return true;
    }
    const std::string shown =
        line(left_out, "the reference loops show that the machine changed its speed");
    const bool one_way = left_out > 1 && (slower == 0 || slower == left_out);
    if (!one_way && 4 * left_out <= all) {
        to.notes.push_back(shown + "; they are left out");
        return true;
    }
    to.no_verdict.push_back(shown + (!one_way      ? ", more than a quarter"
                                     : slower == 0 ? ", and it got faster in all of them"
                                                   : ", and it got slower in all of them"));
    return false;
}

/// The median of these rows in each pair. Precondition: `rows` is not empty.
stats::max_t_row median_row(const std::vector<stats::max_t_row>& rows) {
    stats::max_t_row medians(std::ranges::max(rows, {}, &stats::max_t_row::size).size());
    for (std::size_t column = 0; column < medians.size(); ++column) {
        std::vector<double> logs;
        for (const stats::max_t_row& row : rows) {
            if (column < row.size() && row[column]) {
                logs.push_back(*row[column]);
            }
        }
        medians[column] = logs.empty() ? std::nullopt : std::optional(stats::median(logs));
    }
    return medians;
}

} // namespace

std::optional<int> change_of_speed(const run_pairs::value_type& pair) {
    const double tolerance = std::log(measure::fast_within);
    const auto moved = stats::welch_interval(pair.first->reference_logs,
                                             pair.second->reference_logs, measure::confidence);
    return moved ? std::optional((moved->low > tolerance ? 1 : 0) -
                                 (moved->high < -tolerance ? 1 : 0))
                 : std::nullopt;
}

stats::max_t_row begin_row(const run_pairs& pairs, row_cases& row) {
    stats::max_t_row ratios(pairs.size());
    std::vector<double> old_logs;
    std::vector<double> new_logs;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const auto before = row.cases[0].find(pairs[i].first);
        const auto after = row.cases[1].find(pairs[i].second);
        if (before == row.cases[0].end() || after == row.cases[1].end()) {
            continue;
        }
        const measured_cost& old_cost = before->second->cost;
        const measured_cost& new_cost = after->second->cost;
        const bool all_rounds = by_all_rounds(old_cost, new_cost);
        old_logs.push_back(std::log(old_cost.estimate_of(all_rounds).value));
        new_logs.push_back(std::log(new_cost.estimate_of(all_rounds).value));
        ratios[i] = new_logs.back() - old_logs.back();
    }
    row.row.in_pairs = true;
    row.row.set_costs(old_logs, new_logs);
    return ratios;
}

run_pairs interleaved_pairs(const std::array<run_list, 2>& sides) {
    using named_runs = std::map<std::string, const result_file*>;
    std::array<named_runs, 2> named;
    for (std::size_t side = 0; side < sides.size(); ++side) {
        for (const result_file* run : sides[side]) {
            named[side].emplace(std::filesystem::path(run->path).filename(), run);
        }
        if (named[side].size() < sides[side].size()) {
            return {}; // two runs have one name
        }
    }
    struct dated_pair {
        std::int64_t begin_s, end_s;
        run_pairs::value_type runs;
    };
    std::vector<dated_pair> pairs;
    for (const auto& [name, before] : named[0]) {
        const auto after = named[1].find(name);
        if (after == named[1].end()) {
            continue;
        }
        const auto old_s = seconds_of(before->about.date);
        const auto new_s = seconds_of(after->second->about.date);
        if (!old_s || !new_s) {
            return {};
        }
        const auto [begin_s, end_s] = std::minmax(*old_s, *new_s);
        pairs.push_back({begin_s, end_s, {before, after->second}});
    }
    std::ranges::sort(pairs, {},
                      [](const auto& pair) { return std::pair(pair.begin_s, pair.end_s); });
    const auto overlap = [](const auto& pair, const auto& next) {
        return next.begin_s < pair.end_s;
    };
    if (pairs.size() < least_pairs() || pairs.front().begin_s == pairs.back().end_s ||
        std::ranges::adjacent_find(pairs, overlap) != pairs.end()) {
        return {};
    }
    run_pairs found(pairs.size());
    std::ranges::transform(pairs, found.begin(), &dated_pair::runs);
    return found;
}

void compare_pairs(runs_by_program& programs, comparison& to) {
    std::vector<stats::max_t_row> rows;
    std::vector<difference*> judged;
    for (auto& [program, runs] : programs) {
        if (runs.pairs.empty()) {
            continue;
        }
        run_pairs pairs = runs.pairs;
        const bool has_verdict = leave_out_changes(program, pairs, to);
        for (auto& [name, row] : runs.rows) {
            stats::max_t_row ratios = begin_row(has_verdict ? pairs : runs.pairs, row);
            if (has_verdict) {
                rows.push_back(std::move(ratios));
                judged.push_back(&row.row);
            } else {
                row.row.why = "the machine changed its speed";
            }
        }
    }
    if (rows.size() > 2) { // then there is a median
        rows.push_back(median_row(rows));
    }
    const std::vector<stats::max_t_result> found = stats::max_t(rows, measure::confidence);
    for (std::size_t i = 0; i < judged.size(); ++i) {
        if (found[i].range) {
            judged[i]->conclude(found[i].estimate, *found[i].range, {0, 0, 0}, to.share);
        } else {
            judged[i]->why = fmt::format("{} of runs, but {} are needed",
                                         count_of(found[i].columns, "pair"), least_pairs());
        }
    }
    if (found.size() > judged.size() && found.back().range) {
        to.movements.push_back({"", *found.back().range});
    }
}

} // namespace tollgate::cost_sheet
