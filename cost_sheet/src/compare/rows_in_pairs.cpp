// SPDX-License-Identifier: BSL-1.0
#include "compare/rows_in_pairs.hpp"

#include "printable.hpp"

#include <tollgate/measure/case_summary.hpp>
#include <tollgate/stats/max_t.hpp>
#include <tollgate/stats/quantile.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace tollgate::cost_sheet {
namespace {

/// A pair is left out if the median row moved that many times as far as a row commonly does in a
/// pair. The median of several rows rarely does by chance.
constexpr double straddling = 3;

using positions = std::map<std::string, std::vector<std::size_t>>; ///< by program: of its rows

const std::string& program_of(const paired_case& one) {
    return one.pairs.front().first->program;
}

/// For each program its old runs in time: the number of a run is its pair's column.
std::map<std::string, run_list> old_runs_of(const std::vector<paired_case>& cases) {
    std::map<std::string, run_list> runs;
    for (const paired_case& one : cases) {
        run_list& known = runs[program_of(one)];
        for (const auto& [before, after] : one.pairs) {
            if (std::find(known.begin(), known.end(), before) == known.end()) {
                known.push_back(before);
            }
        }
    }
    for (auto& [program, list] : runs) {
        std::stable_sort(list.begin(), list.end(),
                         [](const measured_run* one, const measured_run* other) {
                             return *one->date_s < *other->date_s;
                         });
    }
    return runs;
}

/// Of a pair in which one has a quiet value and the other none, as it is.
stats::max_t_row logs_of(const paired_case& one, const run_list& columns) {
    stats::max_t_row logs(columns.size());
    for (const auto& [before, after] : one.pairs) {
        const std::string& name = one.row->name;
        const bool as_it_is = only_partly_quiet({before, after}, name);
        const auto column = std::find(columns.begin(), columns.end(), before) - columns.begin();
        logs[static_cast<std::size_t>(column)] =
            run_logs({after}, name, as_it_is).front() - run_logs({before}, name, as_it_is).front();
    }
    return logs;
}

std::vector<double> column_of(const std::vector<stats::max_t_row>& rows,
                              const std::vector<std::size_t>& chosen, std::size_t column) {
    std::vector<double> logs;
    for (const std::size_t row : chosen) {
        if (column < rows[row].size() && rows[row][column]) {
            logs.push_back(*rows[row][column]);
        }
    }
    return logs;
}

/// How far a row of these commonly moves in a pair, in whatever direction.
double common_distance(const std::vector<stats::max_t_row>& rows,
                       const std::vector<std::size_t>& chosen) {
    std::vector<double> distances;
    for (const std::size_t row : chosen) {
        for (const auto& log : rows[row]) {
            if (log) {
                distances.push_back(std::abs(*log));
            }
        }
    }
    return stats::median(std::move(distances));
}

/// Empties the columns of a program in which the machine changed its speed; how many these were.
std::size_t leave_out(std::vector<stats::max_t_row>& rows, const std::vector<std::size_t>& chosen,
                      std::size_t columns) {
    const double limit = straddling * common_distance(rows, chosen);
    std::vector<std::size_t> far;
    for (std::size_t column = 0; column < columns; ++column) {
        const std::vector<double> logs = column_of(rows, chosen, column);
        if (logs.size() >= least_rows && std::abs(stats::median(logs)) > limit) {
            far.push_back(column);
        }
    }
    if (columns - far.size() < stats::max_t_columns_needed(1 - measure::error_level)) {
        return 0;
    }
    for (const std::size_t column : far) {
        for (const std::size_t row : chosen) {
            rows[row][column].reset();
        }
    }
    return far.size();
}

/// The median of these rows in each pair.
stats::max_t_row common_row(const std::vector<stats::max_t_row>& rows,
                            const std::vector<std::size_t>& chosen) {
    std::size_t columns = 0;
    for (const std::size_t row : chosen) {
        columns = std::max(columns, rows[row].size());
    }
    stats::max_t_row common(columns);
    for (std::size_t column = 0; column < columns; ++column) {
        const std::vector<double> logs = column_of(rows, chosen, column);
        if (logs.size() >= least_rows) {
            common[column] = stats::median(logs);
        }
    }
    return common;
}

void conclude(const stats::max_t_result& found, difference& row) {
    if (found.range) {
        row.conclude(found.estimate, *found.range);
        return;
    }
    row.ratio = std::exp(found.estimate);
    row.why = fmt::format("{} pairs of runs, and it takes {}", found.columns,
                          stats::max_t_columns_needed(1 - measure::error_level));
}

/// Of the median row. `found`: the rows, and the median of all of them, which has an interval. That
/// these moved together is said if those that did not move by themselves did, too; of fewer than
/// `least_rows` the median of all speaks.
common_movement common_of(const std::vector<stats::max_t_row>& rows,
                          const std::vector<stats::max_t_result>& found) {
    std::vector<std::size_t> others;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        if (!found[row].resolved) {
            others.push_back(row);
        }
    }
    stats::max_t_result of = found.back();
    if (of.resolved && others.size() >= least_rows) {
        const std::vector<stats::max_t_row> row{common_row(rows, others)};
        const auto alone = stats::max_t(row, 1 - measure::error_level);
        of = alone.front().range ? alone.front() : of;
    }
    common_movement common;
    common.made = difference::manner::interleaved;
    common.rows = rows.size();
    common.ratio = std::exp(of.estimate);
    common.range = {std::exp(of.range->low), std::exp(of.range->high), of.range->confidence};
    common.moved = of.resolved;
    return common;
}

} // namespace

paired_family test_pairs(const std::vector<paired_case>& cases) {
    paired_family family;
    const std::map<std::string, run_list> columns = old_runs_of(cases);
    std::vector<stats::max_t_row> rows;
    positions by_program;
    for (const paired_case& one : cases) {
        by_program[program_of(one)].push_back(rows.size());
        rows.push_back(logs_of(one, columns.at(program_of(one))));
    }
    for (const auto& [program, chosen] : by_program) {
        const std::size_t all = columns.at(program).size();
        if (const std::size_t far = leave_out(rows, chosen, all)) {
            family.notes.push_back(fmt::format(
                "{}: {} of {} pairs are left out, the machine changed its speed within them",
                printable(program), far, all));
        }
    }
    const bool have_common = rows.size() >= least_rows;
    if (have_common) {
        std::vector<std::size_t> all(rows.size());
        std::iota(all.begin(), all.end(), std::size_t{0});
        rows.push_back(common_row(rows, all));
    }
    const auto found = stats::max_t(rows, 1 - measure::error_level);
    for (std::size_t row = 0; row < cases.size(); ++row) {
        conclude(found[row], *cases[row].row);
    }
    if (have_common && found.back().range) {
        rows.pop_back();
        family.common = common_of(rows, found);
    }
    return family;
}

} // namespace tollgate::cost_sheet
