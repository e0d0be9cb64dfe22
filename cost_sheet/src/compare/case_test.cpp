// SPDX-License-Identifier: BSL-1.0
#include "compare/case_test.hpp"

#include "compare/noise_apart.hpp"
#include "compare/pairing.hpp"

#include <tollgate/measure/case_summary.hpp>
#include <tollgate/stats/quantile.hpp>
#include <tollgate/stats/signed_rank.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tollgate::cost_sheet {
namespace {

using verdict = difference::verdict;
using manner = difference::manner;

/// `logs`: of the ratio.
void conclude(difference& row, double estimate, const stats::interval& logs) {
    row.ratio = std::exp(estimate);
    row.range = stats::interval{std::exp(logs.low), std::exp(logs.high), logs.confidence};
    row.says = logs.low > 0 ? verdict::slower : logs.high < 0 ? verdict::faster : verdict::tie;
    if (std::abs(row.ratio - 1) <= row.floor) {
        row.says = verdict::tie;
    }
}

void test_pairs(const run_pairs& pairs, double confidence, difference& row) {
    std::vector<double> ratios;
    for (const auto& [before, after] : pairs) {
        ratios.push_back(
            std::log(after->cases.at(row.name).value_ns / before->cases.at(row.name).value_ns));
    }
    const stats::signed_rank_result found = stats::signed_rank(ratios, confidence);
    row.ratio = std::exp(found.estimate);
    if (found.range) {
        conclude(row, found.estimate, *found.range);
    } else {
        row.why = fmt::format("{} pairs of runs, and as many rows as these need {}", found.pairs,
                              stats::signed_rank_pairs_needed(confidence));
    }
}

double larger_floor(const case_runs& one) {
    if (one.old_runs.size() > 1 || one.new_runs.size() > 1) {
        return 0;
    }
    return std::max(one.old_runs.front()->noise_floor.value_or(0),
                    one.new_runs.front()->noise_floor.value_or(0));
}

void test_apart(const case_runs& one, const noise_apart& noise, double confidence,
                difference& row) {
    const double estimate = log_ratio_of(one);
    row.ratio = std::exp(estimate);
    if (!noise.known()) {
        row.why = "too few cases to know how much two runs of this machine differ";
        return;
    }
    row.floor = larger_floor(one);
    const double half = noise.half_width(one, confidence);
    conclude(row, estimate, {estimate - half, estimate + half, confidence});
}

difference begin_row(const case_runs& one) {
    difference row;
    row.name = one.name;
    row.old_runs = one.old_runs.size();
    row.new_runs = one.new_runs.size();
    row.old_ns = std::exp(stats::median(run_logs(one.old_runs, one.name)));
    row.new_ns = std::exp(stats::median(run_logs(one.new_runs, one.name)));
    return row;
}

} // namespace

std::vector<difference> test_cases(const std::vector<case_runs>& cases) {
    const auto rows_together = static_cast<double>(std::max<std::size_t>(1, cases.size()));
    const double confidence = 1 - measure::error_level / rows_together;
    std::vector<difference> rows;
    std::vector<const case_runs*> apart;
    for (const case_runs& one : cases) {
        rows.push_back(begin_row(one));
        if (const auto pairs = pair_in_time(one.old_runs, one.new_runs)) {
            rows.back().made = manner::interleaved;
            test_pairs(*pairs, confidence, rows.back());
        } else {
            apart.push_back(&one);
        }
    }
    const noise_apart noise(apart);
    for (const case_runs* one : apart) {
        test_apart(*one, noise, confidence, rows[static_cast<std::size_t>(one - cases.data())]);
    }
    return rows;
}

} // namespace tollgate::cost_sheet
