// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cpu/placement.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tollgate::queue_test {

/// How a thread waits for a queue that has only try functions; it never sleeps. `spin` is good only
/// if each thread has a CPU of its own: otherwise it wastes the time slice in which the other
/// thread could make progress. `yield` lets other threads run after each try, from the hundredth
/// on.
enum class retries { spin, yield };

/// The threads that use a queue, its requested capacity, and how they wait for it.
struct shape {
    std::size_t producers = 1;
    std::size_t consumers = 1;
    std::size_t capacity = 1;
    retries retry = retries::yield;

    [[nodiscard]] std::size_t members() const { return producers + consumers; }
};

/// The traffic with which a queue is measured. `batches` is a stream of batches: a call moves
/// several messages. In a `select_pingpong`, a pop may be a select.
enum class traffic { pingpong, stream, batches, select_pingpong };

/// The sizes of messages, in bytes, for which the queues are compiled.
inline const std::vector<std::uint64_t> payloads{8, 64, 1024, 65536};

/// The numbers of queues for which a select is compiled.
inline constexpr std::array<std::uint64_t, 5> static_sources{1, 2, 4, 8, 16};

/// The numbers of queues for a set that keeps the sources of a select.
inline constexpr std::array<std::uint64_t, 4> kept_sources{1, 2, 1'000, 10'000};

/// The number of queues for a select, and for a set, unless the user chooses other numbers or all.
inline constexpr std::uint64_t usual_static_sources = 2;
inline constexpr std::uint64_t usual_kept_sources = 1'000;

/// Each queue has one case for each setting.
struct setting {
    traffic pattern;
    shape dimensions;
    std::size_t payload;
    cpu::placement placement;
};

} // namespace tollgate::queue_test
