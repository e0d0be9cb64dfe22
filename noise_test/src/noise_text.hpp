// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/report/result.hpp>
#include <tollgate/report/terminal.hpp>

#include <cstddef>
#include <string>

namespace tollgate::noise_test {

/// The text about the time that a thread loses: a sentence on all watched CPUs, and a table of the
/// CPUs that lose most, 8 at most. In a narrow terminal, cells take several rows. Empty if no CPU
/// was watched. Pure.
[[nodiscard]] std::string noise_text(const report::result& result,
                                     std::size_t columns = report::terminal{}.columns);

/// The longest gaps of all CPUs, 8 at most, each with its moment and with the kernel's counts in
/// its slice. Empty if there was no gap. Pure.
[[nodiscard]] std::string longest_gaps_text(const report::result& result);

} // namespace tollgate::noise_test
