// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "statement.hpp"

#include <string>

namespace tollgate::bill {

/// The statement as one HTML page, without scripts: the totals, a bar of the CPU time, what would
/// save, and all entries with their stacks. The page loads nothing, and its policy forbids loading.
/// All texts are escaped, whatever the names of threads contain. The page has at most about 1 MB:
/// entries that do not fit are left out, and the page says how many. Pure.
[[nodiscard]] std::string page_of(const statement& bill);

} // namespace tollgate::bill
