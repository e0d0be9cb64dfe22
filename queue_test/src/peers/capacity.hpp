// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace tollgate::queue_test {

/// Why a queue that holds that many messages is not the one asked for, if it is not.
[[nodiscard]] inline std::optional<std::string> capacity_refusal(std::size_t asked,
                                                                 std::size_t held) {
    if (held == asked) {
        return std::nullopt;
    }
    return (held > asked ? "rounds its capacity up to " : "holds at most ") + std::to_string(held);
}

/// What a queue says that holds exactly as many messages as it is asked to.
struct exact_capacity {
    static constexpr bool is_bounded = true;

    [[nodiscard]] static std::size_t holds(std::size_t asked) { return asked; }
    [[nodiscard]] static std::optional<std::string> refuses(std::size_t /*asked*/) {
        return std::nullopt;
    }
};

/// What a queue says that takes in messages as long as there is memory.
struct no_capacity {
    static constexpr bool is_bounded = false;

    [[nodiscard]] static std::optional<std::string> refuses(std::size_t /*asked*/) {
        return "is unbounded";
    }
};

} // namespace tollgate::queue_test
