// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/options.hpp>
#include <tollgate/cli/program.hpp>

namespace tollgate::cli {

/// The cases that the user wants of all there are: those that `--only` matches, or with `--quick`
/// the program's choice, of which a note says how many it leaves, and for the self test the first
/// of them. A choice of which this machine has none leaves everything. Throws usage_error if
/// nothing matches, machine_refused if nothing that matches can be measured here, which is no
/// reason not to list it. Pure.
[[nodiscard]] case_list select_cases(case_list all, const options& chosen);

} // namespace tollgate::cli
