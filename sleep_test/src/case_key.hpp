// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "sleeper_kind.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tollgate::sleep_test {

/// What the name of a case with a time slice says; sweeps have more in their names and are none.
struct case_key {
    std::string kind; ///< "wake_latency", "timeout_lateness"
    sleeper_kind sleeper;
    std::uint64_t slice_ms;
    std::string placement; ///< empty where nobody wakes
};

[[nodiscard]] std::optional<case_key> parse_case_name(std::string_view name);

} // namespace tollgate::sleep_test
