// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/program.hpp>
#include <tollgate/report/result.hpp>

#include <string>
#include <vector>

namespace tollgate::sleep_test {

/// A proof of work of the whole run: a line for each sleeper and placement whose wake delay grows
/// with the time slice that it would have slept on, by more than one part in a thousand. A sleeper
/// that is woken does not depend on that; one that looks now and then whether it should wake up
/// does. The slope of a round is that of the line through its medians, a robust one, and that of a
/// pass the median of its rounds. It takes several slices and passes. Pure.
[[nodiscard]] std::vector<std::string> failed_slopes(const report::result& seen);

/// A line for each sleeper and placement with several slices of which that cannot be told. Pure.
[[nodiscard]] std::vector<std::string> slopes_not_judged(const report::result& seen);

/// ./testSleep as a value: its options, its cases, its words.
[[nodiscard]] cli::program describe_program();

} // namespace tollgate::sleep_test
