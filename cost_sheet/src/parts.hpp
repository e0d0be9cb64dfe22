// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/report/result.hpp>

#include <string>

namespace tollgate::cost_sheet {

/// "classical, table, comparison, conditions, environment, json".
[[nodiscard]] std::string part_list();

/// Throws run::usage_error unless there is such a part.
void require_part(const std::string& name);

/// That part of what a program prints, made harmless for a terminal; `json` is the whole result as
/// a program of today writes it, with the parameters of each case. Precondition: it exists.
[[nodiscard]] std::string part_of(const report::result& seen, const std::string& name);

} // namespace tollgate::cost_sheet
