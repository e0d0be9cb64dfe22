// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/options.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <span>

namespace tollgate::cli {

/// The cases that the user wants of all there are: those that `--only` matches, or the headline
/// cases, with a note of how many there are, and for the self test the first of them. If this
/// machine has no headline case, all are. Throws usage_error if nothing matches, machine_refused if
/// nothing that matches can be measured here, which is no reason not to list it. Pure.
[[nodiscard]] case_list select_cases(case_list all, const options& chosen);

/// Events have to be waited for, so how long their rounds take is known beforehand.
/// Throws usage_error if they cannot be done in the time that was given, or six rounds, without
/// which nothing is concluded, cannot be done in this share of the budget: --time or the program's
/// own.
void expect_enough_time(std::span<const measure::measured_case> cases, const options& chosen,
                        double budget_s, double share = 1);

} // namespace tollgate::cli
