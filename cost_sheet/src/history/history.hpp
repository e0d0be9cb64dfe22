// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "command.hpp"

#include <tollgate/cli/guard.hpp>
#include <tollgate/measure/case_key.hpp>
#include <tollgate/stats/level_changes.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::cost_sheet {

/// A point of a history: a commit or a day.
struct history_point {
    std::string name;  ///< of its folder or file
    std::string label; ///< the name after its last `-`, or the name; printable
};

/// A case at the points of a history.
struct history_case {
    measure::case_key key;
    std::string program;
    /// Logarithms. With an old binary: of new / old, the typical pair of runs. Without: of the
    /// cost in ns, and what the reference loops did.
    stats::level_series values{};
    std::size_t missing = 0; ///< the points that measured its program and lack the case
};

/// The results of many commits or days.
struct history {
    std::string folder;
    bool in_pairs = false; ///< each point compares with an old binary
    std::vector<history_point> points;
    std::vector<history_case> cases;   ///< by name
    std::vector<std::string> notes{};  ///< printable; the conditions that changed are among them
    std::vector<std::string> failed{}; ///< runs of the newest point with failed self-checks
    bool all_readable = true;
};

/// Reads a folder of points. A point is a folder in it; its results are in `old/` and `new/` with
/// the same names, or directly in it. If the folder has result files instead of folders, each file
/// is a point, by the dates of the runs. `only` is a valid regular expression for the names of
/// cases. Names unreadable files on stderr. Throws run::usage_error if there is no point, or if
/// points cannot be compared: another clock, a debug build among releases, points with and without
/// `old/`.
///
/// A case begins again where values cannot be compared with earlier ones: another CPU, another old
/// binary, another unit of work.
[[nodiscard]] history read_history(const std::string& folder,
                                   const std::optional<std::string>& only);

/// Cases that changed in one direction at places that may be the same.
struct joint_change {
    struct member {
        std::size_t case_index = 0;
        stats::level_change change;
    };
    std::vector<member> members; ///< the largest step first
    std::size_t at = 0;          ///< the most precise of their places
    std::size_t earliest = 0;    ///< the places that all of them allow
    std::size_t latest = 0;
    std::size_t found_at = 0;      ///< the place at which the first of them was certain
    std::size_t last_found_at = 0; ///< and the last of them

    /// Whether the cases became slower.
    [[nodiscard]] bool slower() const {
        return members.front().change.step.low + members.front().change.step.high > 0;
    }
};

/// The changes of a history.
struct judged_history {
    std::vector<stats::level_history> cases; ///< like history::cases
    std::vector<joint_change> changes;       ///< the newest first
};

/// `share` is for stats::level_change::above_limit_at. Pure.
[[nodiscard]] judged_history judge(const history& measured, double share);

/// "at a1b2c3d or the one before". Printable.
[[nodiscard]] std::string place_text(const joint_change& change, const history& measured);
/// "queue/stream/impl:spsc: +6.1 % (4.8 to 7.4)"; the effect of a step alone.
[[nodiscard]] std::string step_text(const stats::interval& step);

/// The changes found after the place `since` (all, if absent), and what was judged. With
/// `every_case`, each case of a change has a line. Printable. Pure.
[[nodiscard]] std::string history_text(const history& measured, const judged_history& judged,
                                       std::optional<std::size_t> since, bool every_case);

/// A page with a chart for each case, the changed cases first. Pure.
[[nodiscard]] std::string history_page(const history& measured, const judged_history& judged);

/// `--history FOLDER`: prints the changes. With --fail-if-slower, the exit code is 1 if a case
/// became certainly slower by more at a point after --since, or else at the newest point.
[[nodiscard]] cli::exit_code show_history(const options& wanted);

} // namespace tollgate::cost_sheet
