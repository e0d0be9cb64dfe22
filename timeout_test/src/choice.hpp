// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "clock_kind.hpp"

#include <tollgate/cli/options.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/cpu/placement.hpp>
#include <tollgate/cpu/topology.hpp>

#include <chrono>
#include <cstdint>
#include <vector>

namespace tollgate::timeout_test {

/// --clocks LIST; --timers LIST; --after LIST, in µs.
[[nodiscard]] cli::own_option clocks_option();
[[nodiscard]] cli::own_option timers_option();
[[nodiscard]] cli::own_option after_option();

/// timers, for --sweep.
[[nodiscard]] cli::sweep_axis timers_axis();

/// In the order of `all_clocks`: all of them by default, with --quick not the coarse one.
[[nodiscard]] std::vector<clock_kind> chosen_clocks(const cli::options& chosen);
/// Between threads: with --quick only the first of these, unless they were named.
[[nodiscard]] std::vector<clock_kind> chosen_clocks_of_threads(const cli::options& chosen);

/// How many timers are armed at once, ascending: 1, 1000 and a million by default, with --quick not
/// the most.
[[nodiscard]] std::vector<std::uint64_t> chosen_timers(const cli::options& chosen);

/// The timeouts that do fire: 1 ms by default.
[[nodiscard]] std::vector<std::chrono::microseconds> chosen_lengths(const cli::options& chosen);

/// For two threads. Unless they were named: on one CPU, if there is time for it, and the nearest
/// way between two.
[[nodiscard]] std::vector<cpu::placement> chosen_placements(const cli::options& chosen,
                                                            const cpu::topology& machine);

} // namespace tollgate::timeout_test
