// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/report/result.hpp>
#include <tollgate/report/text.hpp>

#include <string>

namespace tollgate::report {

/// What is said of the machine during a run; each is a line or more, or empty.

[[nodiscard]] std::string clock_text(const measure::calibration& clock);

/// How many of the reference loops were fast, how far CPUs were from each other, and as a whole how
/// much either explains.
[[nodiscard]] std::string speed_text(const result& seen, extent how_much);

/// In how many batches time was stolen, or the CPU taken or slowed.
[[nodiscard]] std::string disturbances_text(const result& seen);

} // namespace tollgate::report
