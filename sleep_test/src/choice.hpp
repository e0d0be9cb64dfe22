// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "sleeper_kind.hpp"

#include <tollgate/cli/program.hpp>

#include <cstdint>
#include <vector>

namespace tollgate::sleep_test {

/// --slices LIST, in ms; --sleepers LIST.
[[nodiscard]] cli::own_option slices_option();
[[nodiscard]] cli::own_option sleepers_option();

/// slack_ns and idle_us, for --sweep.
[[nodiscard]] cli::sweep_axis slack_axis();
[[nodiscard]] cli::sweep_axis idle_axis();

/// What these options ask for: the slices in ms, ascending; by default the ancestor's five, and one
/// where they would take too long (--quick) or are not the question (--sweep).
[[nodiscard]] std::vector<std::uint64_t> chosen_slices(const cli::options& chosen);

/// In the order of `all_sleepers`.
[[nodiscard]] std::vector<sleeper_kind> chosen_sleepers(const cli::options& chosen);

} // namespace tollgate::sleep_test
