// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "descriptor_waiters_linux.hpp"

#include <tollgate/posix/descriptor.hpp>

#include <atomic>
#include <cstdint>

#include <time.h>

namespace tollgate::sleep_test {

// System calls that do not wait, for call_loop.

/// FUTEX_WAKE, and nobody waits.
class futex_wake_call {
public:
    bool operator()() noexcept;

private:
    std::atomic<std::uint32_t> word_{0};
};

/// FUTEX_WAIT, and the word already has another value.
class futex_wait_call {
public:
    bool operator()() noexcept;

private:
    std::atomic<std::uint32_t> word_{0};
};

/// timerfd_settime: arms the timer far in the future and disarms it, in turns.
class timerfd_settime_call {
public:
    timerfd_settime_call();

    bool operator()() noexcept;
    [[nodiscard]] bool ended_well() const;

private:
    posix::descriptor timer_;
    bool armed_ = false;
};

/// timer_settime, in the same way. The timer would send a signal.
class timer_settime_call {
public:
    timer_settime_call();
    ~timer_settime_call();
    timer_settime_call(const timer_settime_call&) = delete;
    timer_settime_call& operator=(const timer_settime_call&) = delete;

    bool operator()() noexcept;
    [[nodiscard]] bool ended_well() const;

private:
    timer_t timer_{};
    bool armed_ = false;
};

/// sched_yield, and no other thread wants the CPU.
struct sched_yield_call {
    bool operator()() noexcept;
};

/// epoll_wait of one descriptor that is not ready, with the timeout 0.
class epoll_wait_call {
public:
    epoll_wait_call();

    bool operator()() noexcept;
    /// Finds the descriptor ready after it was made ready.
    [[nodiscard]] bool ended_well();

private:
    [[nodiscard]] int ready() noexcept;

    eventfd_waiter event_;
    posix::descriptor epoll_;
};

/// poll, in the same way.
class poll_call {
public:
    bool operator()() noexcept;
    [[nodiscard]] bool ended_well();

private:
    [[nodiscard]] int ready() noexcept;

    eventfd_waiter event_;
};

} // namespace tollgate::sleep_test
