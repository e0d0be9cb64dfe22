// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cpu/placement.hpp>

#include <cstddef>
#include <vector>

namespace tollgate::queue_test {

/// How a thread waits for a queue that only tries; it never sleeps. To try again and again is good
/// only if every thread has a CPU of its own: one that has not burns the time slice in which the
/// other could make progress. The other way lets others run between two tries, after a hundred.
enum class retries { spin, yield };

/// How many threads use a queue, how large it is asked to be, and how they wait for it.
struct shape {
    std::size_t producers = 1;
    std::size_t consumers = 1;
    std::size_t capacity = 1;
    retries retry = retries::yield;

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
