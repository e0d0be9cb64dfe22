// SPDX-License-Identifier: BSL-1.0
#include "compare/case_test.hpp"

#include "compare/pairing.hpp"
#include "compare/rows_apart.hpp"
#include "compare/rows_in_pairs.hpp"

#include <tollgate/stats/quantile.hpp>

#include <cmath>
#include <utility>

namespace tollgate::cost_sheet {
namespace {

using manner = difference::manner;

difference begin_row(const case_runs& one) {
    difference row;
    row.name = one.name;
    row.old_runs = one.old_runs.size();
    row.new_runs = one.new_runs.size();
    const bool as_it_is = only_partly_quiet(all_runs(one), one.name);
    row.old_ns = std::exp(stats::median(run_logs(one.old_runs, one.name, as_it_is)));
    row.new_ns = std::exp(stats::median(run_logs(one.new_runs, one.name, as_it_is)));
    return row;
}

} // namespace

tested_cases test_cases(const std::vector<case_runs>& cases) {
    tested_cases tested;
    std::vector<paired_case> paired;
    std::vector<apart_case> apart;
    tested.rows.reserve(cases.size()); // the rows stay where they are
    for (const case_runs& one : cases) {
        difference& row = tested.rows.emplace_back(begin_row(one));
        if (auto pairs = pair_in_time(one.old_runs, one.new_runs)) {
            row.made = manner::interleaved;
            paired.push_back({std::move(*pairs), &row});
        } else {
            apart.push_back({&one, &row});
        }
    }
    paired_family in_pairs = test_pairs(paired);
    if (in_pairs.common) {
        tested.common.push_back(*in_pairs.common);
    }
    tested.notes = std::move(in_pairs.notes);
    if (const auto common = test_apart(apart)) {
        tested.common.push_back(*common);
    }
    return tested;
}

} // namespace tollgate::cost_sheet
