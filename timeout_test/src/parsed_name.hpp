// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tollgate::timeout_test {

/// The parts of a receive's name.
struct parsed_name {
    std::string group; ///< "reused_sleep"
    std::string impl;
    std::string clock;
    std::string where; ///< "fibers", "threads/placement:same"
};

/// Nothing if it is another case's.
[[nodiscard]] std::optional<parsed_name> parse_receive(std::string_view name);

} // namespace tollgate::timeout_test
