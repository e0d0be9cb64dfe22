// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/guard.hpp>
#include <tollgate/report/result.hpp>

#include <optional>
#include <string>
#include <vector>

namespace tollgate::cost_sheet {

/// What the user asked for, checked. At most one of the actions is wanted; without one the files
/// are shown.
struct options {
    bool help = false;
    bool version = false;
    bool compare = false;
    bool across = false;
    std::optional<std::string> part; ///< its name

    bool all = false;                       ///< every row, in place of the screen
    std::optional<std::string> only;        ///< a regular expression of `grep -E`
    std::optional<std::string> html;        ///< where the page goes
    std::optional<double> fail_if_slower{}; ///< a share: 0.05 for "5%"
    bool allow_missing = false;             ///< a case that the new runs do not have is no failure
    std::vector<std::string> files{};
};

/// Throws run::usage_error.
[[nodiscard]] options parse_options(const std::vector<std::string>& arguments);

[[nodiscard]] std::string help_text();

/// What was shown stays shown; a file that could not be read is no success either.
[[nodiscard]] cli::exit_code code_of(bool proven, bool all_readable);

/// The program without its name. Throws as cli::guard expects.
[[nodiscard]] cli::exit_code run(const std::vector<std::string>& arguments);

// Parts of a run:

/// "table, costs, over:PARAMETER, ...".
[[nodiscard]] std::string part_list();

/// Throws run::usage_error unless there is such a part; with `only` it must be one of cases.
void require_part(const std::string& name, bool only);

/// By which command, when, on what and how well it was measured, in a sentence or two. Pure.
[[nodiscard]] std::string run_sentence(const report::result& run);

/// As a shell takes it for one word.
[[nodiscard]] std::string shell_word(const std::string& text);

/// Throws run::usage_error if a pattern kept none of so many cases.
void require_match(const std::string& pattern, std::size_t known, std::size_t kept);

/// That part of a run, harmless for a terminal, of the cases whose name matches `only`. What was
/// concluded from all cases together stays as it is. Throws run::usage_error if no case matches,
/// or none has the parameter. Precondition: `require_part` took name and `only`.
[[nodiscard]] std::string part_of(report::result run, const std::string& name,
                                  const std::optional<std::string>& only);

} // namespace tollgate::cost_sheet
