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
    std::string help;     ///< the line of the option in the help text
    /// Throws usage_error for a text that the program does not accept.
    std::function<void(const std::string&)> check;
};

/// A flag of one program for an action other than measuring. The user may combine the flag only
/// with --help and --version. These two options have precedence over the flag.
struct own_action {
    std::string name; ///< without dashes
    std::string help; ///< the line of the flag in the help text
    /// Does the work, and returns the exit code. May throw the same exceptions as a measurement.
    std::function<exit_code()> run;
};

/// A flag of one program that selects other cases than the usual cases. If options::given contains
/// the flag, `program::cases` returns these other cases. The user cannot combine the flag with
/// options that choose among the usual cases, such as --all and --placement.
struct own_flag {
    std::string name; ///< without dashes
    std::string help; ///< the line of the flag in the help text
    /// Returns the time budget for these cases in seconds, if the user gives none.
    std::function<double(const cpu::topology&)> budget_s;
    /// Returns the text that replaces the table of cases. With --wide, the text precedes the table.
    /// `machine` is the machine that `program::cases` got. `columns` is the width of the terminal.
    /// Below this text, the program prints which cases are not available and why, and how many
    /// costs are not sure.
    std::function<std::string(const report::result&, const cpu::topology& machine,
                              std::size_t columns)>
        overview;
    /// Returns the text for --format csv. Empty: a row for each case and statistic, as usual.
    std::function<std::string(const report::result&)> csv{};
};

/// Cases that exist only with an option.
struct optional_cases {
    std::string path;   ///< the path of the cases
    std::string option; ///< the option as the user gives it: "--matrix"
};

/// A parameter of the cases (an axis) whose values are whole numbers. The user chooses the numbers
/// with --NAME LIST or with --sweep NAME:LIST. options::numbers contains each chosen number once,
/// in ascending order.
struct number_axis {
    std::string name;            ///< without dashes, for example "timers"
    whole_range range;           ///< the allowed numbers
    std::string help;            ///< the help text of --NAME; empty: there is no --NAME
    std::string sweep_example{}; ///< "1,100,10000"; empty: there is no sweep
    std::string sweep_help{}; ///< the help text of the sweep: "cost over the timers that are armed"
    std::vector<std::uint64_t> defaults{}; ///< the numbers if the user chooses none; may be empty
    std::vector<std::uint64_t> among{};    ///< the only numbers allowed; empty: all of the range
    std::string unit{}; ///< the unit of the numbers in `among`, for messages, such as " bytes"
    /// The name of the value in the help text. If the name is not LIST, the option takes one
    /// number.
    std::string argument = "LIST";
    /// The time budget of the sweep, in seconds. Empty: program::budget_s.
    std::optional<double> sweep_budget_s{};
};

/// A parameter of the cases (an axis) whose values are words. The user chooses the words with
/// --NAME LIST. options::words contains each chosen word once, in the order of `allowed`.
struct word_axis {
    std::string name;                    ///< without dashes, for example "clocks"
    std::vector<std::string> allowed;    ///< all words that the option takes
    std::string help;                    ///< the line of the option in the help text
    std::vector<std::string> defaults{}; ///< the words if the user chooses none; empty: all words
    /// Throws usage_error if the user must not combine these words. `text` is the text that the
    /// user gave. This function is optional.
    std::function<void(const std::vector<std::string>& words, const std::string& text)> check{};
};

/// The description of a measuring program. `run_program` does everything that is not described
/// here.
///
///     cli::program description;
///     description.name = "testNothing";
///     description.question = "What does nothing cost?";
///     description.cases = [](const auto&...) { return run::case_list{}; };
///     const std::string text = cli::help_text(description);
///
/// - *Lifetime*: the description must outlive the calls that take it as an argument, because these
///   calls keep references to it.
/// - *Exceptions*: `cases` may throw usage_error or machine_refused.
struct program {
    std::string name;     ///< "testFiber"
    std::string question; ///< the question that the program answers, a line of the help text

    /// The word for the members of a case, for example "fibers". The members do the operations of
    /// the case in turn. The first positional argument is the number of members. If this word is
    /// empty, the program has no positional arguments.
    std::string members;
    whole_range members_range;         ///< the allowed numbers of members
    std::uint64_t members_default = 4; ///< the number of members if the user gives none

    /// The kind of switch that the clock-pair run measures: "Fiber", see
    /// report::clock_pair_average.
    std::string kind;
    /// The number of iterations of each member in the clock-pair run, if the user gives no number.
    std::uint64_t iterations_default = 1'000'000;

    /// Selects the headline cases: the 8 to 12 cases that answer the question. By default, the
    /// program measures only the headline cases. Empty: all cases are headline cases.
    std::function<bool(const measure::case_key&)> headline;

    double budget_s = 4; ///< the time budget for the whole program
    /// The time budget if only the headline cases are measured. Empty: `budget_s`.
    std::optional<double> headline_budget_s;
    double quick_budget_s = 1;                  ///< the time budget with --quick
    bool has_placements = false;                ///< whether there is an option --placement
    std::string placements_by_default = "all";  ///< the default of --placement, for the help text
    std::vector<own_option> own;                ///< options that only this program has
    std::vector<own_action> actions;            ///< flags of this program for other work
    std::vector<own_flag> flags;                ///< flags of this program for other cases
    std::vector<optional_cases> optional;       ///< cases that exist only with an option
    std::vector<number_axis> numbers;           ///< the axes for which the user chooses numbers
    list_steps steps = list_steps::doubling;    ///< the numbers for which `a..b` stands
    std::vector<word_axis> words;               ///< the axes for which the user chooses words
    std::vector<report::case_words> case_names; ///< words for cases, for tables and --list
    environment::build_facts build;             ///< how the program was built

    /// Returns the cases for these options on this machine. May throw usage_error or
    /// machine_refused.
    std::function<run::case_list(const options&, const cpu::topology&)> cases;
    /// Returns the name of the case that the clock-pair run measures, for these options. There is
    /// no clock-pair run if the selected cases do not have this case. A clock-pair run is a short
    /// run that reads the clock before and after each operation. Empty: the program has no
    /// clock-pair run.
    std::function<std::string(const options&, const cpu::topology&)> reference;
    /// Parameters whose values are different ways to do the same work. With --explain, the program
    /// also tries the cases that differ from the explained case in only one of these parameters.
    std::vector<std::string> ways;
    /// Returns further interventions for the case of --explain. This function is optional.
    std::function<std::vector<explain::intervention>(const measure::measured_case&, const options&,
                                                     const cpu::topology&)>
        interventions;
    /// Writes the answer to the question, after a run that measured only the headline cases.
    std::function<void(report::answer&)> answer;
    /// Returns a text that precedes the table of cases, in place of the answer. This text is
    /// printed if the user chose the cases, for example with --all, and if there is no `headline`.
    /// `columns` is the width of the terminal. This function is optional.
    std::function<std::string(const report::result&, std::size_t columns)> overview;
    /// Makes the self-checks that need the whole run. Returns a line for each self-check that
    /// failed.
    std::function<std::vector<std::string>(const report::result&)> failed_self_checks;
    /// Returns a line for each self-check that this run could not make, with the reason. The report
    /// contains these lines among its remarks.
    std::function<std::vector<std::string>(const report::result&)> self_checks_not_made;
};

/// The allowed values of the second positional argument: the iterations of the clock-pair run.
inline constexpr whole_range iterations_range{3, 500'000'000};

/// Checks the arguments, and converts them to options. `arguments` does not contain the name of the
/// program. Throws usage_error. The only side effect of the function is that it looks up the names
/// of files.
[[nodiscard]] options parse_command_line(const program& description,
                                         const std::vector<std::string>& arguments);

/// Returns the text of --help.
[[nodiscard]] std::string help_text(const program& description);

/// Runs the whole program: reads the command line, measures, prints the result and writes the
/// files. Returns the exit code. Call this function once, from main.
int run_program(int argc, const char* const* argv, const program& description);

} // namespace tollgate::cli
