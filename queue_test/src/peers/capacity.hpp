// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>

namespace tollgate::queue_test {

/// What a queue says that holds exactly as many messages as it is asked to.
struct exact_capacity {
    static constexpr bool is_bounded = true;

    [[nodiscard]] static std::size_t holds(std::size_t asked) { return asked; }
};

} // namespace tollgate::queue_test
