// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/report/result.hpp>

#include <optional>
#include <string>

namespace tollgate::cost_sheet {

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
