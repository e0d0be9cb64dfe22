// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "results.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::cost_sheet {

// May two figures be compared? The screen, --compare and --across ask this of cases of one name,
// and each says it in its own words.

/// A case, and the file that it is of.
struct case_of_file {
    const result_file* file;
    const case_row* row;
};

/// In what two figures are not costs of the same work, the first of it: "unit of work", "clock",
/// whose empty interval is taken off, or "build", because a debug build measures assertions; empty
/// if in nothing. Figures of different work have no ratio. Pure.
[[nodiscard]] std::string_view first_difference(const case_of_file& one, const case_of_file& other);

/// What a difference between two runs means for their figures.
enum class severity {
    said,    ///< a setting, or the host's name, which a container makes anew for each run
    warns,   ///< another machine, build or day, which alone may make figures differ
    refuses, ///< the figures are not costs of the same thing
};

/// Something about a run that stays as it is until somebody changes it, unlike load or stolen time.
struct run_fact {
    std::string name; ///< our own words: "clock", "build", "CPU", "kernel", "version", "date" …
    severity if_different = severity::said;
    /// Of each of several groups of runs, each value once. A stranger's texts; none: not known.
    std::vector<std::vector<std::string>> values;
    bool differs = false;
};

/// The facts of these groups of files, always in the same order. They differ between groups or
/// within one; what a group does not know cannot be said to differ. Pure.
[[nodiscard]] std::vector<run_fact>
facts_of(const std::vector<std::vector<const result_file*>>& groups);

/// The moment that a date of RFC 3339 names, to the second, "2026-11-21T22:32:35+01:00".
[[nodiscard]] std::optional<std::int64_t> seconds_of(const std::string& date);

/// Whether the passes of two runs came in turns, so that the machine was the same for both:
/// they have more than half of the longer one's time in common. A file dates from the second of its
/// end. Pure.
[[nodiscard]] bool ran_in_turns(const result_file& one, const result_file& other);

/// In what files differ that are shown together, but for settings: "the files are not of one run:
/// build debug or release"; empty if in nothing. Those that explain a case are shown apart.
/// Printable. Pure.
[[nodiscard]] std::string mixture_text(const results& all);

/// What of a command line changes what is measured without changing the names of cases: all but
/// where the results go, how long and how often is measured, and which cases. Pure.
[[nodiscard]] std::string arguments_that_matter(const std::vector<std::string>& arguments);

} // namespace tollgate::cost_sheet
