// SPDX-License-Identifier: BSL-1.0
#include "compare/comparison.hpp"

#include <tollgate/cli/output_file.hpp>

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

/// What --fail-if-slower says, added to the text; whether all of it held.
bool guard_holds(const comparison& found, bool allow_missing, std::string& text) {
    const std::string share = share_text(found.share);
    const std::size_t would_not = found.rows.size() - found.telling_rows();
    const std::string rows = fmt::format("{} of {} rows do not tell", would_not, found.rows.size());
    const auto slower = slower_by_more(found);
    const bool told = found.no_verdict.empty() && 2 * would_not <= found.rows.size();
    if (!slower.empty()) {
        text += list_text(fmt::format("Slower by more than {} for sure:", share).c_str(), slower);
    } else if (told) {
        text += fmt::format("\nNo case is slower by more than {} for sure.\n", share);
    } else {
        text += fmt::format("\nWhether a case is slower by more than {} cannot be told: {}; more "
                            "runs would.\n",
                            share, rows);
    }
    if (would_not > 0 && (told || !slower.empty())) {
        text += rows + ".\n";
    }
    const bool misses = !found.missing.empty() && !allow_missing;
    if (misses) {
        text += fmt::format("\nMissing from the new runs, which only --allow-missing allows: {} of "
                            "the old cases.\n",
                            found.missing.size());
    }
    return slower.empty() && told && !misses;
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
        compare_sides(before, after, wanted.fail_if_slower.value_or(usual_share));
    std::string text = comparison_text(found, before, after);
    bool holds = found.unproven.empty() && found.lost.empty();
    if (wanted.fail_if_slower && !found.rows.empty()) {
        holds = guard_holds(found, wanted.allow_missing, text) && holds;
    }
    cli::write_stdout(text);
    return holds && all_are_read && !found.no_verdict.empty() ? exit_code::usage
                                                              : code_of(holds, all_are_read);
}

} // namespace tollgate::cost_sheet
