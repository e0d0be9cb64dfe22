// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/token.hpp>
#include <tollgate/queue/detail/joint_wait.hpp>
#include <tollgate/sleep/outcome.hpp>
#include <tollgate/sleep/parker.hpp>

#include <chrono>
#include <cstdint>

namespace tollgate::queue::detail {

/// The joint wait of a thread, which sleeps in a parker.
///
/// The joint wait of a fiber has the same functions and types. The joint wait of a coroutine has no
/// timer.
class thread_wait : public joint_wait {
public:
    using clock = std::chrono::steady_clock;
    /// Whether the owner spins before it waits, and learns from its waits.
    static constexpr bool spins = true;
    /// The token with which a wait registers its handler.
    using token = const cancel::token&;
    /// A thread needs no timer: it sleeps until its first deadline.
    struct timer {};

    thread_wait() noexcept : joint_wait(&wake_thread) {}

    /// At this deadline, the event claims the wait.
    void arm(timer& /*unused*/, clock::time_point deadline, std::uint32_t event) noexcept {
        if (deadline < deadline_) {
            deadline_ = deadline;
            at_deadline_ = event;
        }
    }
    void disarm(timer& /*unused*/) noexcept { deadline_ = (clock::time_point::max)(); }

    /// The first deadline.
    [[nodiscard]] clock::time_point deadline() const noexcept { return deadline_; }

    /// Sleeps until an event has claimed the wait. Call this function after `begin_waiting()` has
    /// returned true.
    void sleep() noexcept {
        if (parker_.sleep_until(deadline_) == sleep::outcome::timeout && !claim(at_deadline_)) {
            parker_.sleep(); // another event has claimed the wait, and wakes this thread
        }
    }

private:
    static void wake_thread(joint_wait& wait) noexcept {
        static_cast<thread_wait&>(wait).parker_.wake();
    }

    sleep::parker parker_;
    clock::time_point deadline_ = (clock::time_point::max)();
    std::uint32_t at_deadline_ = 0;
};

} // namespace tollgate::queue::detail
