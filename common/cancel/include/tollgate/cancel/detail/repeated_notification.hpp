// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/detail/listed.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>

namespace tollgate::cancel::detail {

/// How many forks there were from the first process to this one. Cost: a load, where getpid(2) is a
/// system call.
[[nodiscard]] std::uint64_t process_generation() noexcept;

/// A notification that is given again and again, for as long as this object lives.
///
/// One thread of the process gives all of them, the repeater. It never waits for a mutex of a
/// user's, so one that is held for long delays no notification. The first repetition comes at once;
/// the pause after each is twice the last one, from 50 µs to 100 ms.
///
/// Threads: any thread makes one, and any other one may destroy it. The destructor waits for the
/// notification that is being given; afterwards none is given. A notification must not make or
/// destroy such objects.
///
/// The repeater ends after the destructors of static objects, when the process ends or the shared
/// object that has the library in it is unloaded. The child of a `fork()` has none of its parent's
/// notifications, and starts a repeater of its own when it needs one.
class repeated_notification {
public:
    repeated_notification(void (*notify)(void*) noexcept, void* argument) noexcept;
    repeated_notification(const repeated_notification&) = delete;
    repeated_notification& operator=(const repeated_notification&) = delete;
    ~repeated_notification();

    /// Without a repeater nothing is repeated. One load.
    [[nodiscard]] static bool has_repeater() noexcept {
        return has_repeater_.load(std::memory_order_relaxed);
    }
    /// Returns whether there is one now: the machine may have no thread left. Where it fails it may
    /// be tried again.
    static bool start_repeater() noexcept;

private:
    friend struct repeater;
    using clock = std::chrono::steady_clock;

    static std::atomic<bool> has_repeater_;

    void (*notify_)(void*) noexcept;
    void* argument_;
    // Guarded by the repeater's mutex.
    std::uint64_t generation_ = 0; ///< of the process in which it is listed
    listed<repeated_notification> listed_;
    clock::time_point due_{}; ///< at once
    clock::duration pause_;
};

} // namespace tollgate::cancel::detail
