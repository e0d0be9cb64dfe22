// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/options.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/cpu/topology.hpp>
#include <tollgate/report/result.hpp>
#include <tollgate/run/case_list.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace tollgate::sleep_test {

// The cases of --prices: the CPU time that single events cost on this machine, such as a wake-up.
// ./bill computes with these figures. Linux.

/// The flag --prices.
inline constexpr const char* prices_flag = "prices";
[[nodiscard]] cli::own_flag describe_prices();

/// The paths of the cases, for messages.
[[nodiscard]] std::vector<cli::optional_cases> paths_of_prices();

/// The cases on this machine. Throws usage_error if the options choose among the usual cases.
[[nodiscard]] run::case_list price_cases(const cli::options& chosen, const cpu::topology& machine);

/// A table with the CPU time of each event. Pure.
[[nodiscard]] std::string price_text(const report::result& result, std::size_t columns);

} // namespace tollgate::sleep_test
