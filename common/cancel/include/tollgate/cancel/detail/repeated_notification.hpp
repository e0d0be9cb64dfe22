// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/detail/listed.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>

namespace tollgate::cancel::detail {

/// Returns the number of forks between the first process of the program and this process. Cost: one
/// load. (getpid(2) would be a system call.)
[[nodiscard]] std::uint64_t process_generation() noexcept;

/// A notification that is repeated as long as this object exists. One thread of the process, the
/// *repeater*, repeats the notifications of all these objects.
///
/// The repeater never waits for a mutex of the program. So a mutex that is locked for a long time
/// delays no notification. The first repetition comes at once. The next pause is 50 µs, and each
/// further pause is twice as long as the pause before it, up to 100 ms.
///
/// Threads: any thread may make or destroy the object. The destructor waits for the end of a
/// running notification. After the destructor, no notification runs. The function `notify` must not
/// make or destroy such objects.
///
/// The repeater ends when the process ends, or when the plug-in that contains this library is
/// unloaded. In each case, the repeater ends after the destructors of static objects. A child of
/// `fork()` does not repeat the notifications of its parent. The child starts its own repeater when
/// the child needs one.
class repeated_notification {
public:
    repeated_notification(void (*notify)(void*) noexcept, void* argument) noexcept;
    repeated_notification(const repeated_notification&) = delete;
    repeated_notification& operator=(const repeated_notification&) = delete;
    ~repeated_notification();

    /// Returns whether a repeater exists. Without a repeater, nothing is repeated. Cost: one load.
    [[nodiscard]] static bool has_repeater() noexcept {
        return has_repeater_.load(std::memory_order_relaxed);
    }
    /// Starts the repeater if none exists. Returns whether a repeater exists now. If the system
    /// refuses the thread, the result is false, and you may try again later.
    static bool start_repeater() noexcept;

private:
    friend struct repeater;
    using clock = std::chrono::steady_clock;

    static std::atomic<bool> has_repeater_;

    void (*notify_)(void*) noexcept;
    void* argument_;
    // Guarded by the repeater's mutex.
    std::uint64_t generation_ = 0; ///< `process_generation()` when this object entered the list
    listed<repeated_notification> listed_;
    clock::time_point due_{}; ///< the time of the next repetition; the first one is due at once
    clock::duration pause_;
};

} // namespace tollgate::cancel::detail
