// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../sheet.hpp"

#include <tollgate/measure/case_summary.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::cost_sheet {

/// What a cost on a line is.
enum class costs {
    alone,   ///< that of a case
    besides, ///< what a case costs more than another one
};

/// One way to do something, in a user's words.
struct screen_line {
    std::string what;
    costs kind = costs::alone;
    std::optional<std::size_t> of; ///< index into sheet::cases; absent: it is not available here
    measure::estimate cost;
    std::optional<double> p99_ns;
    std::optional<std::size_t> cheapest; ///< of the ways to do the same; index into sheet::cases
    /// How many times the cheapest way to do the same; absent: a tie, or no other way is known.
    std::optional<double> ratio;
    bool tied = false;   ///< it is not shown to cost more than the cheapest
    std::string why_not; ///< why it is not available; from a file
    std::string program; ///< "testFiber"
    std::string only;    ///< the cases behind it, as the program's --only takes them
};

/// What a reader chooses between, and what can be said of it.
struct screen_section {
    std::string title;
    std::vector<screen_line> lines;
    std::vector<std::string> sentences;
};

/// What to use here, and what it costs: the answers of all programs, on one screen.
struct screen {
    std::vector<screen_section> sections; ///< none of them without lines
    /// See about_runs.
    std::vector<std::string> environment;
};

/// Of a sheet of one machine in which no program stands twice; else, and if no case has a line,
/// without sections.
///
/// A line is there if its case was measured and every proof of its run held, or if its file says
/// why it is not available. Of several peers the cheapest has the line. A sentence is said of lines
/// that are there and good enough to be printed; it names a ratio only if the difference is
/// resolved (see costs_more.hpp, and by the run itself if it compared the two), and says that there
/// is none that is resolved otherwise. What a case costs besides another is over the passes that
/// both have. Pure.
[[nodiscard]] screen make_screen(const sheet& all);

} // namespace tollgate::cost_sheet
