// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/options.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <span>

namespace tollgate::cli {

/// Events have to be waited for, so how long so many rounds of them take is known beforehand.
/// Throws usage_error if they cannot be done in the time that was given, or six rounds, without
/// which nothing is concluded, cannot be done in the budget: --time or the program's own.
void expect_enough_time(std::span<const measure::measured_case> cases, const options& chosen,
                        double budget_s);

} // namespace tollgate::cli
