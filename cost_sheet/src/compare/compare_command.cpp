// SPDX-License-Identifier: BSL-1.0
#include "compare/comparison.hpp"

#include <tollgate/cli/output_file.hpp>
#include <tollgate/report/printable.hpp>

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

namespace tollgate::cost_sheet {
namespace {

using cli::exit_code;

std::vector<std::string> slower_by_more(const comparison& found) {
    std::vector<std::string> slower;
    for (const movement& moved : found.movements) {
        if (moved.program.empty() && moved.logs.low > std::log(1 + found.share)) {
            slower.emplace_back("the median row, pair by pair");
        }
    }
    for (const difference& row : found.rows) {
        if (row.range && row.range->low > 1 + found.share) {
            slower.push_back(row.name);
        }
    }
    return slower;
}

/// Adds the result of --fail-if-slower to the text. Returns whether the check passed.
bool guard_holds(const comparison& found, bool allow_missing, std::string& text) {
    const std::string share = share_text(found.share);
    const std::size_t undecided = found.rows.size() - found.deciding_rows();
    const std::string rows =
        fmt::format("{} of {} rows are undecided", undecided, found.rows.size());
    const auto slower = slower_by_more(found);
    const bool decided = found.no_verdict.empty() && 2 * undecided <= found.rows.size();
    if (!slower.empty()) {
        text += list_text(fmt::format("Certainly slower by more than {}:", share).c_str(), slower);
    } else if (decided) {
        text += fmt::format("\nNo case is certainly slower by more than {}.\n", share);
    } else {
        text += fmt::format("\nIt is unknown whether a case is slower by more than {}: {}; more "
                            "runs help.\n",
                            share, rows);
    }
    if (undecided > 0 && (decided || !slower.empty())) {
        text += rows + ".\n";
    }
    const bool misses = !found.missing.empty() && !allow_missing;
    if (misses) {
        text += fmt::format("\nMissing from the new runs: {} of the old runs. Only --allow-missing "
                            "allows that.\n",
                            count_of(found.missing.size(), "case"));
    }
    return slower.empty() && decided && !misses;
}

} // namespace

exit_code compare_files(const options& wanted) {
    const side before = load_side(wanted.files.at(0), wanted.only);
    const side after = load_side(wanted.files.at(1), wanted.only);
    const bool all_are_read = before.unreadable.empty() && after.unreadable.empty();
    if (before.runs().empty() || after.runs().empty()) {
        return code_of(true, all_are_read);
    }
    const comparison found =
        compare_sides(before, after, wanted.fail_if_slower.value_or(default_share));
    std::string text = comparison_text(found, before, after, width_of(wanted));
    bool holds = found.failed_runs.empty() && found.lost.empty();
    if (wanted.fail_if_slower && !found.rows.empty()) {
        holds = guard_holds(found, wanted.allow_missing, text) && holds;
    }
    cli::write_stdout(report::fitted(text, width_of(wanted)));
    return holds && all_are_read && !found.no_verdict.empty() ? exit_code::usage
                                                              : code_of(holds, all_are_read);
}

} // namespace tollgate::cost_sheet
