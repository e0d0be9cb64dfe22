// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/measured_case.hpp>

#include <string>
#include <vector>

namespace tollgate::faults {

/// Runs a case briefly in each way that a program may run it, on the calling thread: with each
/// clock, and a loop with groups of several sizes and in the classical way; of events, which have
/// to be waited for, a few. Returns what was wrong, a line each with the names of case and clock;
/// empty when all proofs of work held. Throws what the loop throws.
[[nodiscard]] std::vector<std::string> rehearse(const measure::measured_case& one);

} // namespace tollgate::faults
