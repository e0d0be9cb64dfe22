// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/adaptive_spin.hpp>
#include <tollgate/sleep/parker.hpp>

#include <atomic>
#include <chrono>

namespace tollgate::fiber::detail {

/// What a thread without a fiber to run waits by: a parker, before which it stays awake for a while
/// where that has helped. A fiber of another CPU that answers within some microseconds is then
/// heard without either side calling the kernel. How long it stays awake it learns from its sleeps,
/// as queues do, see sleep::adaptive_spin; not at all if who rings runs on its own CPU.
///
/// Threads: any may ring; the rest is for the one that waits. Memory order: what was written before
/// a ring is visible to who answers it, or whose wait it ended.
class bell {
    using clock = std::chrono::steady_clock;

public:
    void ring() noexcept;

    [[nodiscard]] bool has_rung() const noexcept { return parker_.permit_is_there(); }

    /// Whether it has rung; then it has not any more.
    bool answer() noexcept { return parker_.take_permit(); }

    /// Until it rings, which is answered thereby, or to the deadline. False if the thread stayed
    /// awake meanwhile.
    bool wait_until(clock::time_point deadline) noexcept;

private:
    bool look_around() noexcept;
    void learn(clock::time_point began) noexcept;

    struct ring_stamp {
        std::atomic<int> cpu{-1};
        std::atomic<clock::duration> at{clock::duration::zero()};
    };

    sleep::parker parker_;
    ring_stamp rung_;
    sleep::adaptive_spin spin_;
};

} // namespace tollgate::fiber::detail
