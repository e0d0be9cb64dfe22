// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "results.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::cost_sheet {

/// The kinds of choice, in the order of their groups. A reader can choose between cases of one
/// kind.
enum class choice {
    switching,
    creating,
    hand_off,
    meeting,
    cache_line,
    timeout,
    cancel,
    heartbeat,
    sleep,
    other
};

/// "Switch", and the subject of the choice in a few words.
struct choice_text {
    std::string_view title, question;
};
[[nodiscard]] const choice_text& text_of_choice(choice kind);

/// By the case's path; cases of other programs are `other`.
[[nodiscard]] choice choice_of(const measure::case_key& key);

/// A row in its group.
struct ranked_row {
    std::size_t case_index = 0; ///< into results::cases
    /// The multiple of the cheapest of its group in its file. Absent if `not_resolved`, and if the
    /// cheapest costs nothing or less.
    std::optional<double> ratio;
    bool not_resolved =
        false; ///< no significant difference from the cheapest; false for the latter
};

/// The rows of one choice, cheapest first.
struct ranking_group {
    choice kind = choice::other;
    std::vector<ranked_row> rows;
};

/// The cost of every case, in groups of alternatives.
struct ranking {
    std::vector<ranking_group> groups; ///< without empty groups
    std::size_t failed =
        0; ///< number of cases of runs with failed self-checks; they are not ranked
};

/// A case whose value is not above zero comes first in its group, without ratio. Pure.
[[nodiscard]] ranking make_ranking(const results& all);

/// Every row for a terminal of this width, with the conditions of the runs. Pure.
[[nodiscard]] std::string rows_text(const results& all, std::size_t columns = SIZE_MAX);

/// The ranking for a terminal of this width: a table for each group. Pure.
[[nodiscard]] std::string ranking_text(const results& all, std::size_t columns = SIZE_MAX);

/// The verdict of each file that explains a case, as its program printed it. Pure.
[[nodiscard]] std::string verdicts_text(const results& all);

/// A line for each file whose self-checks or runtimes failed, with all failures if `whole`. Pure.
[[nodiscard]] std::string failures_text(const results& all, bool whole);

} // namespace tollgate::cost_sheet
