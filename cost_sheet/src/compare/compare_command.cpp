// SPDX-License-Identifier: BSL-1.0
#include "compare/compare_command.hpp"

#include "compare/difference_text.hpp"
#include "compare/speed_marks.hpp"
#include "printable.hpp"

#include <tollgate/cli/guard.hpp>
#include <tollgate/cli/output_file.hpp>
#include <tollgate/run/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iostream>
#include <string>
#include <vector>

namespace tollgate::cost_sheet {
namespace {

using cli::exit_code;

/// What is looked for if nothing else was asked for.
constexpr double usual_share = 0.05;

/// What is slower by more than `share` for sure, and how many rows could have shown it.
struct guard_result {
    std::vector<std::string> slower;
    std::size_t could_have_shown = 0;
    std::size_t rows = 0;
    /// All rows together are, and that may be the machine.
    bool machine_or_change = false;

    /// No answer can be had from so few: most of what got slower would have been missed.
    [[nodiscard]] bool blind() const { return 2 * could_have_shown < rows; }
};

/// Whether marks that moved with the rows leave no more than `share` of their movement.
bool explained_by_marks(const common_movement& common, double share) {
    const std::vector<moved_mark> counting = counting_marks(common.marks);
    return common.speed == machine_speed::moved &&
           std::all_of(counting.begin(), counting.end(), [&](const moved_mark& one) {
               return common.range.low <= (1 + share) * one.ratio;
           });
}

guard_result guard_against(const comparison& found, double share) {
    guard_result result;
    result.rows = found.rows.size();
    result.could_have_shown = found.could_have_shown(share);
    for (const common_movement& common : found.common) {
        if (!common.moved || common.range.low <= 1 + share) {
            continue;
        }
        if (common.made == difference::manner::interleaved) {
            result.slower.emplace_back("all rows together");
        } else {
            result.machine_or_change |= !explained_by_marks(common, share);
        }
    }
    for (const difference& row : found.rows) {
        if (row.says == difference::verdict::slower && row.range->low > 1 + share) {
            result.slower.push_back(printable(row.name));
        }
    }
    return result;
}

std::string guard_text(const guard_result& result, double share) {
    const std::string wanted = share_text(share);
    const std::size_t could_not = result.rows - result.could_have_shown;
    const std::string missing =
        could_not == 0
            ? std::string{}
            : fmt::format("{} of {} rows could not have shown that.\n", could_not, result.rows);
    if (result.slower.empty()) {
        return result.blind() || result.machine_or_change
                   ? std::string{}
                   : fmt::format("\nNo case is slower by more than {} for sure.\n", wanted) +
                         missing;
    }
    std::string text = fmt::format("\nSlower by more than {} for sure:", wanted);
    for (const std::string& name : result.slower) {
        text += "\n- " + name;
    }
    return text + "\n" + missing;
}

exit_code judge(const guard_result& result, double share) {
    if (!result.slower.empty()) {
        return exit_code::wrong_answer;
    }
    if (result.blind()) {
        throw run::usage_error(fmt::format("--fail-if-slower: {} of {} rows could not have shown a "
                                           "case that is slower by {}; more runs would",
                                           result.rows - result.could_have_shown, result.rows,
                                           share_text(share)));
    }
    if (result.machine_or_change) {
        throw run::usage_error(fmt::format("--fail-if-slower: all rows together are slower by more "
                                           "than {}; only runs in turns tell whether that is the "
                                           "machine",
                                           share_text(share)));
    }
    return exit_code::success;
}

side load_printing(const std::string& operand, const options& wanted) {
    side loaded = load_side(operand, wanted.only);
    for (const std::string& line : loaded.unreadable) {
        std::cerr << "costSheet: " << line << '\n';
    }
    for (const std::string& line : loaded.left_out) {
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
        throw run::usage_error(fmt::format(
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
    const exit_code proven =
        found.unproven.empty() && found.lost.empty() ? exit_code::success : exit_code::wrong_answer;
    const std::string text =
        comparison_text(found, before, after, wanted.fail_if_slower.value_or(usual_share));
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
