// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/report/result.hpp>

#include <string>

namespace tollgate::noise_test {

/// What the program says of the time that a thread loses: a sentence on all watched CPUs, and a
/// table of those that lose most, 8 at most. Empty if none was watched. Pure.
[[nodiscard]] std::string noise_text(const report::result& found);

/// The longest gaps of all CPUs, 8 at most, each with its moment and with what the kernel counted
/// in its slice. Empty if there was none. Pure.
[[nodiscard]] std::string longest_gaps_text(const report::result& found);

} // namespace tollgate::noise_test
