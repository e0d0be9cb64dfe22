// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>

namespace tollgate::queue_test {

/// Who uses a queue, and how large it is asked to be.
struct shape {
    std::size_t producers = 1;
    std::size_t consumers = 1;
    std::size_t capacity = 1;

    [[nodiscard]] std::size_t members() const { return producers + consumers; }
};

} // namespace tollgate::queue_test
