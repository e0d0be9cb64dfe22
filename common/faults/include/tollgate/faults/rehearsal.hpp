// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/measured_case.hpp>

#include <string>
#include <vector>

namespace tollgate::faults {

/// Runs a case briefly in each way that a program may run it: with each clock, with groups of
/// several sizes, and in the classical way; on the calling thread. Returns what was wrong, a line
/// each with the names of case and clock; empty when all proofs of work held. Throws what the loop
/// throws.
[[nodiscard]] std::vector<std::string> rehearse(const measure::measured_case& one);

} // namespace tollgate::faults
