// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "results.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::cost_sheet {

// These functions decide whether two figures may be compared. The screen, --compare and --across
// call them for cases of one name. Each prints the outcome in its own words.

/// A case and its file.
struct case_of_file {
    const result_file* file;
    const case_row* row;
};

/// The first reason why two figures are not costs of the same work: "unit of work", "clock" (its
/// empty interval is subtracted) or "build" (a debug build measures assertions). Empty: there is
/// none. Figures of different work have no ratio. Pure.
[[nodiscard]] std::string_view first_difference(const case_of_file& first,
                                                const case_of_file& second);

/// The meaning of a difference between two runs for their figures.
enum class severity {
    note,    ///< a setting, or the host's name: a container has a new name in each run
    warning, ///< another machine, build or day, which may alone make figures differ
    refusal, ///< the figures are not costs of the same thing
};

/// A property of a run that stays until somebody changes it, unlike load or stolen time.
struct run_fact {
    std::string name; ///< fixed by this program: "clock", "build", "CPU", "kernel", "date" …
    severity if_different = severity::note;
    /// For each group of runs, each value once; a group without values does not know the fact. The
    /// values are texts from files.
    std::vector<std::vector<std::string>> values;
    bool differs = false;
};

/// The facts of these groups of files, always in the same order. A fact differs if two groups know
/// different values, or one group several. Pure.
[[nodiscard]] std::vector<run_fact>
facts_of(const std::vector<std::vector<const result_file*>>& groups);

/// The seconds since 1970 of a date by RFC 3339: "2026-11-21T22:32:35+01:00".
[[nodiscard]] std::optional<std::int64_t> seconds_of(const std::string& date);

/// Whether the passes of two runs were interleaved, so that both had the same machine: the runs
/// share more than half of the longer run's time. A file's date is the second of its end. Pure.
[[nodiscard]] bool ran_interleaved(const result_file& first, const result_file& second);

/// The facts in which files differ that are shown together, without settings. Files that explain a
/// case do not count, nor do the days of interleaved runs. Pure.
[[nodiscard]] std::vector<run_fact> mixed_facts(const results& all);

/// The same as a text: "the files are not of
/// one run: build debug or release". Empty: there are none. Printable. Pure.
[[nodiscard]] std::string mixture_text(const results& all);

/// The arguments that change what is measured and not the names of cases. Left out are those for
/// the output, for the time and number of measurements, and for the choice of cases. Pure.
[[nodiscard]] std::string arguments_that_matter(const std::vector<std::string>& arguments);

} // namespace tollgate::cost_sheet
