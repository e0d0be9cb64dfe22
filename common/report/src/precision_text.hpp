// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/report/result.hpp>
#include <tollgate/report/text.hpp>

#include <string>

namespace tollgate::report {

/// What the figures of a run are worth; each is a line or more, or empty.

/// The smallest difference that could have been seen, for each kind of case.
[[nodiscard]] std::string noise_text(const result& seen, extent how_much);

/// Why it stopped, after how many rounds and passes and how much time.
[[nodiscard]] std::string stopping_text(const result& seen);

/// What the ± of the cases is worth, and which costs are not sure.
[[nodiscard]] std::string precision_text(const result& seen);

} // namespace tollgate::report
