// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>

namespace tollgate::queue_test {

/// For queues that hold exactly the requested number of messages.
struct exact_capacity {
    static constexpr bool is_bounded = true;

    [[nodiscard]] static std::size_t holds(std::size_t requested) { return requested; }
};

} // namespace tollgate::queue_test
