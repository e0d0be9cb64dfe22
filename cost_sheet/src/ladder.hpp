// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "results.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::cost_sheet {

/// The kinds of choice, in the order of their groups: cases of one kind can stand in for each
/// other.
enum class choice { switching, hand_off, timeout, cancel, heartbeat, sleep, other };

/// "Switch", and what is chosen there, in a few words.
struct choice_text {
    std::string_view title, question;
};
[[nodiscard]] const choice_text& text_of_choice(choice kind);

/// By the case's path; cases of other programs are `other`.
[[nodiscard]] choice choice_of(const measure::case_key& key);

/// A row in its group.
struct ranked_row {
    std::size_t of = 0; ///< index into results::cases
    /// How many times the cheapest of its group in its file; absent of a tie, and where that costs
    /// nothing or less.
    std::optional<double> ratio;
    bool tied = false; ///< it is not shown to cost more than that one, which itself is no tie
};

/// The rows of one choice, cheapest first.
struct ladder_group {
    choice kind = choice::other;
    std::vector<ranked_row> rows;
};

/// A familiar cost among the rows.
struct mark {
    std::string name; ///< "a reading of the clock realtime"
    double ns = 0;
};

/// The cost of every case, in groups that a reader chooses between.
struct ladder {
    std::vector<ladder_group> groups; ///< none of them empty
    std::vector<mark> marks;          ///< cheapest first
    std::size_t failed = 0;           ///< cases of runs whose proofs failed: they are not ranked
    double least_ns = 0;              ///< of rows and marks, above zero: the scale begins there
    double most_ns = 0;
};

/// Pure. A case whose value is not above zero stands first in its group, without ratio.
[[nodiscard]] ladder make_ladder(const results& all);

/// Every row for a terminal, and what a reader must know of them. Pure.
[[nodiscard]] std::string rows_text(const results& all);

/// The ladder for a terminal: a table for each group. Pure.
[[nodiscard]] std::string ladder_text(const results& all);

/// The verdict of each file that explains a case, as its program printed it. Pure.
[[nodiscard]] std::string verdicts_text(const results& all);

/// A line for each file whose proofs of work or runtimes failed, with all of these if `whole`.
/// Pure.
[[nodiscard]] std::string failures_text(const results& all, bool whole);

} // namespace tollgate::cost_sheet
