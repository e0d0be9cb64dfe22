// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cpu/placement.hpp>

#include <cstddef>
#include <vector>

namespace tollgate::queue_test {

/// How many threads use a queue, and how large it is asked to be.
struct shape {
    std::size_t producers = 1;
    std::size_t consumers = 1;
    std::size_t capacity = 1;

    [[nodiscard]] std::size_t members() const { return producers + consumers; }
};

/// The traffic that a queue is measured with.
enum class kind { pingpong, stream };

/// The sizes of messages that the queues are compiled for, in bytes.
inline const std::vector<std::uint64_t> payloads{8, 64, 1024, 65536};

/// One row of the table for each queue.
struct setting {
    kind what;
    shape of;
    std::size_t payload;
    cpu::placement where;
};

} // namespace tollgate::queue_test
