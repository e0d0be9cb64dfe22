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

/// An option of one program, whose value is a text.
struct own_option {
    std::string name;     ///< without dashes
    std::string argument; ///< the name of the value in the help text
    std::string fallback; ///< the value if the option is not given; may be empty
    std::string help;     ///< its line in the help text
    /// Throws usage_error for a text that the program does not take.
    std::function<void(const std::string&)> check;
};

/// A flag of one program with which the program does something else than measure. Only --help and
/// --version may be given together with the flag, and they go first.
struct own_action {
    std::string name; ///< without dashes
    std::string help; ///< its line in the help text
    /// Does the work and returns the exit code. May throw what a measurement may throw.
    std::function<exit_code()> run;
};

/// Whole numbers that the user may choose, with --NAME LIST or with --sweep NAME:LIST. The chosen
/// numbers are in options::numbers, each once, ascending.
struct number_axis {
    std::string name;                      ///< without dashes, for example "timers"
    whole_range range;                     ///< of each number
    std::string help;                      ///< of --NAME; empty: there is only the sweep
    std::string sweep_example{};           ///< "1,100,10000"; empty: there is no sweep
    std::string sweep_help{};              ///< "cost over the timers that are armed"
    std::vector<std::uint64_t> defaults{}; ///< the default; may be empty
    std::vector<std::uint64_t> among{};    ///< the only numbers allowed; empty: all of the range
    std::string unit{};                    ///< of `among`, for a message: " bytes"
    /// The name of the value in the help text. Anything but LIST means a single number.
    std::string argument = "LIST";
};

/// Words that the user may choose, with --NAME LIST. The chosen words are in options::words, each
/// once, in the order of `allowed`.
struct word_axis {
    std::string name;                    ///< without dashes, for example "clocks"
    std::vector<std::string> allowed;    ///< all words that the option takes
    std::string help;                    ///< its line in the help text
    std::vector<std::string> defaults{}; ///< the default; empty: all
    /// Throws usage_error if the words do not go together; `text` is what the user gave. May be
    /// empty.
    std::function<void(const std::vector<std::string>& words, const std::string& text)> check{};
};

/// A measuring program as a value. `run_program` does all the rest.
///
///     cli::program description;
///     description.name = "testNothing";
///     description.question = "What does nothing cost?";
///     description.cases = [](const auto&...) { return run::case_list{}; };
///     const std::string text = cli::help_text(description);
///
/// - *Lifetime*: the value must outlive the calls that get it; they keep references to it.
/// - *Exceptions*: `cases` may throw usage_error or machine_refused.
struct program {
    std::string name;     ///< "testFiber"
    std::string question; ///< a line of the help text

    /// The first positional argument counts these, for example "fibers". Empty: there are no
    /// positional arguments and no clock-pair run.
    std::string members;
    whole_range members_range;         ///< of the number of members
    std::uint64_t members_default = 4; ///< the number of members if none is given

    std::string kind;                             ///< what the clock-pair run switches: "Fiber"
    std::uint64_t iterations_default = 1'000'000; ///< of each member in the clock-pair run

    /// Selects the headline cases: the 8 to 12 that answer the question. Only they are measured
    /// unless the user chooses others. Empty: all cases are headline cases.
    std::function<bool(const measure::case_key&)> headline;

    double budget_s = 4;                       ///< for the whole program
    std::optional<double> headline_budget_s;   ///< for the headline cases alone; empty: `budget_s`
    double quick_budget_s = 1;                 ///< for --quick
    bool has_placements = false;               ///< whether there is an option --placement
    std::string placements_by_default = "all"; ///< the default of --placement, for the help text
    std::vector<own_option> own;               ///< options of this program
    std::vector<own_action> actions;           ///< flags of this program for other work
    std::vector<number_axis> numbers;          ///< numbers to choose
    std::vector<word_axis> words;              ///< words to choose
    environment::build_facts build;            ///< how the program was built

    /// The cases for these options on this machine. May throw usage_error or machine_refused.
    std::function<run::case_list(const options&, const cpu::topology&)> cases;
    /// The name of the case that the clock-pair run measures, for these options.
    std::function<std::string(const options&)> reference;
    /// Parameters whose values are ways to do the same work. For a case that is explained, the
    /// cases that differ only in one of these parameters are tried as well.
    std::vector<std::string> ways;
    /// Further interventions for a case that is explained; may be empty.
    std::function<std::vector<explain::intervention>(const measure::measured_case&, const options&,
                                                     const cpu::topology&)>
        interventions;
    /// Writes the answer to the question, after a run of the headline cases alone.
    std::function<void(report::answer&)> answer;
    /// A text before the table of cases, for all other runs; may be empty.
    std::function<std::string(const report::result&)> overview;
    /// Self-checks that need the whole run: a line for each that failed.
    std::function<std::vector<std::string>(const report::result&)> failed_self_checks;
    /// Self-checks that this run could not make: a line with the reason for each. The report lists
    /// these lines among its remarks.
    std::function<std::vector<std::string>(const report::result&)> self_checks_not_made;
};

/// The numbers that the second positional argument may have.
inline constexpr whole_range iterations_range{3, 500'000'000};

/// Reads the arguments (without the program's name). Throws usage_error. Has no side effects,
/// except that it looks up the names of files.
[[nodiscard]] options parse_command_line(const program& description,
                                         const std::vector<std::string>& arguments);

/// The text of --help.
[[nodiscard]] std::string help_text(const program& description);

/// Runs the whole program: reads the command line, measures, prints, writes files. Returns the exit
/// code. Call it once, from main.
int run_program(int argc, const char* const* argv, const program& description);

} // namespace tollgate::cli
