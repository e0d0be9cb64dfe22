// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/guard.hpp>
#include <tollgate/cli/number.hpp>
#include <tollgate/cli/options.hpp>
#include <tollgate/cpu/topology.hpp>
#include <tollgate/environment/build_facts.hpp>
#include <tollgate/explain/intervention.hpp>
#include <tollgate/measure/measured_case.hpp>
#include <tollgate/report/answer.hpp>
#include <tollgate/report/result.hpp>
#include <tollgate/run/case_list.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::cli {

/// An option that only one program has, and whose value is a text; `check` throws usage_error if
/// what was given will not do.
struct own_option {
    std::string name;     ///< without dashes
    std::string argument; ///< how help names the value
    std::string fallback; ///< the value when it is not given; may be empty
    std::string help;
    std::function<void(const std::string&)> check;
};

/// Something that one program does instead of measuring, when it is asked for by a flag. Beside it
/// nothing else may be given but --help and --version, which go first.
struct own_action {
    std::string name; ///< without dashes
    std::string help;
    /// May throw what a measurement may; returns how the program ends.
    std::function<exit_code()> run;
};

/// Whole numbers that a user may choose: with --NAME LIST, with --sweep NAME:LIST, or with either.
/// The numbers chosen are in options::numbers, ascending, each once.
struct number_axis {
    std::string name; ///< without dashes, "timers"
    whole_range range;
    std::string help;                   ///< of --NAME; empty: there is only the sweep
    std::string sweep_example{};        ///< "1,100,10000"; empty: there is no sweep
    std::string sweep_help{};           ///< "cost over the timers that are armed"
    std::vector<std::uint64_t> usual{}; ///< where none are chosen; may be empty
    std::vector<std::uint64_t> among{}; ///< if not every number of the range will do
    std::string unit{};                 ///< of those, for a message: " bytes"
    /// How help names the value. Anything but LIST: it is one number.
    std::string argument = "LIST";
};

/// Words that a user may choose, with --NAME LIST. What was chosen is in options::words, each word
/// once and in the order of `allowed`.
struct word_axis {
    std::string name; ///< without dashes, "clocks"
    std::vector<std::string> allowed;
    std::string help;
    std::vector<std::string> usual{}; ///< where none are chosen; empty: all
    /// Throws usage_error for words that do not go together, which were given in this text; may be
    /// empty.
    std::function<void(const std::vector<std::string>&, const std::string& text)> check{};
};

/// A measuring program as a value; `run_program` is the rest.
struct program {
    std::string name;     ///< "testFiber"
    std::string question; ///< one line for help

    /// "fibers": what the first positional argument counts. Empty: the program takes none, and has
    /// no classical run.
    std::string members;
    whole_range members_range; ///< and what it may be
    std::uint64_t members_default = 4;

    std::string kind; ///< "Fiber", in the classical block
    std::uint64_t iterations_default = 1'000'000;

    /// Whether a case is one of the 8 to 12 that answer the question, which are measured unless
    /// others are chosen. Empty: all of them do.
    std::function<bool(const measure::case_key&)> headline;

    double budget_s = 4;                     ///< for the whole program by default
    std::optional<double> headline_budget_s; ///< the same for the headline cases alone
    double quick_budget_s = 1;
    bool has_placements = false;
    std::string placements_by_default = "all"; ///< for help: what the cases make of none given
    std::vector<own_option> own;
    std::vector<own_action> actions;
    std::vector<number_axis> numbers;
    std::vector<word_axis> words;
    environment::build_facts build;

    /// May throw usage_error or machine_refused.
    std::function<run::case_list(const options&, const cpu::topology&)> cases;
    /// The name of the case that the classical run observes, for these options.
    std::function<std::string(const options&)> reference;
    /// Parameters that are ways to do the same. When a case is explained, the cases that differ
    /// from it in one of them alone are tried.
    std::vector<std::string> ways;
    /// Further interventions on this case; may be empty.
    std::function<std::vector<explain::intervention>(const measure::measured_case&, const options&,
                                                     const cpu::topology&)>
        interventions;
    /// Says what the program found out, where the headline cases alone were measured.
    std::function<void(report::answer&)> answer;
    /// Printed before the table of cases otherwise, if the program has more to show than that.
    std::function<std::string(const report::result&)> overview;
    /// Proofs that take the whole run to see: what is wrong with it, a line each.
    std::function<std::vector<std::string>(const report::result&)> failed_proofs;
    /// Proofs of the whole run that this run could not make, with the reason, a line each. They are
    /// among the report's remarks, so that none of them is taken for a proof that held.
    std::function<std::vector<std::string>(const report::result&)> proofs_not_made;
};

inline constexpr whole_range iterations_range{3, 500'000'000};

/// Reads the arguments (without the program's name). Throws usage_error. Pure but for that.
[[nodiscard]] options parse_command_line(const program& what,
                                         const std::vector<std::string>& arguments);

[[nodiscard]] std::string help_text(const program& what);

/// The whole program: reads the command line, measures, prints, writes. Returns the exit code.
/// To be called once, from main.
int run_program(int argc, const char* const* argv, const program& what);

} // namespace tollgate::cli
