// SPDX-License-Identifier: BSL-1.0
#include "compare/compare_command.hpp"

#include "compare/difference_text.hpp"
#include "printable.hpp"

#include <tollgate/cli/errors.hpp>
#include <tollgate/cli/output_file.hpp>
#include <tollgate/report/number.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

namespace tollgate::cost_sheet {
namespace {

using cli::exit_code;

/// Whether a row is slower by more than `share` for sure, and whether one could have shown it.
struct guard_result {
    std::vector<std::string> slower;
    bool could_have_shown = false;
};

guard_result guard_against(const comparison& found, double share) {
    guard_result result;
    for (const difference& row : found.rows) {
        if (row.says == difference::verdict::slower && row.range->low > 1 + share) {
            result.slower.push_back(printable(row.name));
        }
        const auto visible = row.visible();
        result.could_have_shown = result.could_have_shown || (visible && *visible <= share);
    }
    return result;
}

/// The share as it was typed, "5 %", not "5.0 %".
std::string share_text(double share) {
    return fmt::format("{:.6g} %", 100 * share);
}

std::string guard_text(const guard_result& result, double share) {
    if (result.slower.empty() && !result.could_have_shown) {
        return {};
    }
    if (result.slower.empty()) {
        return fmt::format("\nNo case is slower by more than {} for sure.\n", share_text(share));
    }
    std::string text = fmt::format("\nSlower by more than {} for sure:", share_text(share));
    for (const std::string& name : result.slower) {
        text += "\n- " + name;
    }
    return text + "\n";
}

exit_code judge(const guard_result& result, double share) {
    if (!result.slower.empty()) {
        return exit_code::wrong_answer;
    }
    if (!result.could_have_shown) {
        throw cli::usage_error(fmt::format("--fail-if-slower: no row could have shown a case that "
                                           "is slower by {}; more runs would",
                                           share_text(share)));
    }
    return exit_code::success;
}

side load_printing(const std::string& operand, const options& wanted) {
    side loaded = load_side(operand, wanted.only);
    for (const std::string& line : loaded.unreadable) {
        std::cerr << "costSheet: " << line << '\n';
    }
    return loaded;
}

/// Wrong answers go before files that are missing: who asks whether something got slower must not
/// be told of a file instead.
exit_code graver(exit_code one, exit_code other) {
    for (const exit_code grave : {exit_code::wrong_answer, exit_code::usage, exit_code::refused}) {
        if (one == grave || other == grave) {
            return grave;
        }
    }
    return exit_code::success;
}

} // namespace

exit_code compare_files(const options& wanted) {
    if (wanted.files.size() != 2) {
        throw cli::usage_error(fmt::format(
            "--compare: takes two, the old results and the new ones, not {}", wanted.files.size()));
    }
    const side before = load_printing(wanted.files[0], wanted);
    const side after = load_printing(wanted.files[1], wanted);
    const exit_code readable = before.unreadable.empty() && after.unreadable.empty()
                                   ? exit_code::success
                                   : exit_code::refused;
    if (before.runs.empty() || after.runs.empty()) {
        return readable;
    }
    const comparison found = compare_sides(before, after);
    const exit_code proven = found.unproven.empty() ? exit_code::success : exit_code::wrong_answer;
    std::string text = comparison_text(found, before, after);
    if (!wanted.fail_if_slower || found.rows.empty()) {
        cli::write_stdout(text);
        return graver(proven, readable);
    }
    const double share = *wanted.fail_if_slower;
    const guard_result result = guard_against(found, share);
    cli::write_stdout(text + guard_text(result, share));
    // Whose proofs failed has been told more than that nothing could be shown.
    const exit_code judged = proven == exit_code::success ? judge(result, share) : proven;
    return graver(judged, readable);
}

} // namespace tollgate::cost_sheet
