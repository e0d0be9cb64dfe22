// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/guard.hpp>
#include <tollgate/report/result.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::cost_sheet {

/// The command line, checked. At most one of the actions is set. Without an action the files are
/// shown.
struct options {
    bool help = false;
    bool version = false;
    bool compare = false;
    bool across = false;
    std::optional<std::string> part; ///< its name
    bool openmetrics = false;

    bool wide = false;                      ///< no line is broken
    bool all = false;                       ///< every row, in place of the screen
    std::optional<std::string> only;        ///< a regular expression of `grep -E`
    std::optional<std::string> html;        ///< the file of the page
    std::optional<double> fail_if_slower{}; ///< a share: 0.05 for "5%"
    bool allow_missing = false;             ///< a case that the new runs lack is no failure
    bool history = false;
    std::optional<std::string> since{};  ///< a point of the history
    std::optional<std::string> limits{}; ///< the file of limits
    std::optional<std::string> junit{};  ///< the file of the verdicts for CI systems
    std::optional<std::string> tap{};
    bool suggest_limits = false;
    std::vector<std::string> files{};
};

/// Throws run::usage_error.
[[nodiscard]] options parse_options(const std::vector<std::string>& arguments);

[[nodiscard]] std::string help_text();

/// The width for tables and texts: of the terminal, or without bound with --wide.
[[nodiscard]] std::size_t width_of(const options& chosen);

/// The exit code after all output: a failed self-check comes before an unreadable file.
[[nodiscard]] cli::exit_code code_of(bool self_checks_held, bool all_readable);

/// Runs the program; `arguments` are without its name. Throws as cli::guard expects.
[[nodiscard]] cli::exit_code run(const std::vector<std::string>& arguments);

// Parts of a run:

/// "table, costs, over:PARAMETER, ...".
[[nodiscard]] std::string part_list();

/// Throws run::usage_error if there is no such part. With `only`, the part must be one of cases.
void require_part(const std::string& name, bool only);

/// The command, date, machine and quality of a run, in one or two sentences. Pure.
[[nodiscard]] std::string run_sentence(const report::result& run);

/// The text, quoted for a shell as one word.
[[nodiscard]] std::string shell_word(const std::string& text);

/// Throws run::usage_error if `kept` of the `known` cases is zero.
void require_match(const std::string& pattern, std::size_t known, std::size_t kept);

/// The named part of a run, of the cases whose name matches `only`, for a terminal of this width.
/// Conclusions from all cases together stay unchanged. Throws run::usage_error if no case matches,
/// or none has the parameter. Precondition: `require_part` accepted `name` and `only`.
[[nodiscard]] std::string part_of(report::result run, const std::string& name,
                                  const std::optional<std::string>& only, std::size_t width);

} // namespace tollgate::cost_sheet
