// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/source.hpp>
#include <tollgate/environment/verdict.hpp>
#include <tollgate/measure/case_record.hpp>
#include <tollgate/report/result.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace tollgate::cost_sheet {

// May two figures be compared? A case is compared with one of the same name, so that the program is
// the same; then the same work must have been counted, and what else differs is known here. The
// screen, --compare and --across ask this, and each says it in its own words.

/// What a figure is the cost of. Figures with different ones have no ratio.
struct unit_of_work {
    std::string unit; ///< of a stranger: "one hand-over"
    measure::method valued_by = measure::method::unobserved_loop;
    std::string clock; ///< what an empty interval reads is taken off, a counter is calibrated
    std::string build; ///< "release" or "debug", which measures assertions
    [[nodiscard]] bool operator==(const unit_of_work&) const = default;
};

/// In what two differ, the first of it: "unit of work", "clock" or "build"; empty if in nothing.
[[nodiscard]] std::string_view first_difference(const unit_of_work& one, const unit_of_work& other);

/// What a difference between two runs means for their figures.
enum class severity {
    said,    ///< a setting, or the host's name, which a container makes anew for each run
    warns,   ///< another machine, build or day, which alone may make figures differ
    refuses, ///< the figures are not costs of the same thing
};

/// Something about a run that stays as it is until somebody changes it. Load, stolen time and the
/// like are not. The value is a stranger's text.
struct run_fact {
    std::string name; ///< our own words: "clock", "build", "CPU", "kernel", "version", "date" …
    std::string value;
    severity if_different = severity::said;
    [[nodiscard]] bool operator==(const run_fact&) const = default;
};

/// The facts of a run, always in the same order; those that its file does not know are absent. A
/// foreign file knows no clock. Pure.
[[nodiscard]] std::vector<run_fact> facts_of(const report::context& about, clock::source clock,
                                             const std::vector<environment::verdict>& environment,
                                             bool foreign);

/// A fact in which groups of runs may differ from each other, or the runs of one among themselves.
struct run_difference {
    std::string name;
    severity grave = severity::said;
    std::vector<std::vector<std::string>> values; ///< of each group; each value once
    bool differs = false;
};

/// The facts of each run of each group.
using fact_groups = std::vector<std::vector<const std::vector<run_fact>*>>;

/// What differs, in the facts' order: between the old runs and the new ones of a program, between
/// machines, or between the files of a screen, each of which is a group then. What a group does not
/// know cannot be said to differ. The command lines of different programs do. Pure.
[[nodiscard]] std::vector<run_difference> differences(const fact_groups& groups);

/// The same with the facts that do not differ. Pure.
[[nodiscard]] std::vector<run_difference> all_facts(const fact_groups& groups);

/// What of a command line changes what is measured without changing the names of cases: all but
/// where the results go, how long and how often is measured, and which cases. Pure.
[[nodiscard]] std::string arguments_that_matter(const std::vector<std::string>& arguments);

} // namespace tollgate::cost_sheet
