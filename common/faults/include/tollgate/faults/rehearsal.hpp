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
///
/// What has nothing against it but intervals that end before they begin is run again, up to three
/// times in all: a host that moves a virtual CPU to a processor whose counter is behind (one was
/// seen that is 60 ns behind its neighbour) makes one hand-off in a thousand look so while it
/// lasts. A stamp that is taken too early does it every time.
[[nodiscard]] std::vector<std::string> rehearse(const measure::measured_case& one);

} // namespace tollgate::faults
