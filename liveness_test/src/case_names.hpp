// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "choice.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace tollgate::liveness_test {

/// The names of cases that others ask for, too. `who` is "tollgate/policy:coarse", "touch_flag".
[[nodiscard]] std::string with_threads(std::string_view what, std::string_view who,
                                       std::uint64_t threads);
[[nodiscard]] std::string full_cycle_name(std::string_view who, std::uint64_t checkpoints);
[[nodiscard]] std::string scan_name(std::string_view what, std::uint64_t records);
[[nodiscard]] std::string delay_name(const detection& of);

/// The number behind "/word:" in a name, or 0.
[[nodiscard]] std::uint64_t number_in(std::string_view name, std::string_view word);

} // namespace tollgate::liveness_test
