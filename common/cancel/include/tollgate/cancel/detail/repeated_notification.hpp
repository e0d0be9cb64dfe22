// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/detail/listed.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>

namespace tollgate::cancel::detail {

/// The number of forks between the first process and this process. Cost: a load, while getpid(2) is
/// a system call.
[[nodiscard]] std::uint64_t process_generation() noexcept;

/// A notification that is repeated as long as this object lives. One thread of the process repeats
/// all notifications: the repeater.
///
/// The repeater never waits for a user's mutex, so a mutex that is held for long delays no
/// notification. The first repetition comes at once. The pause after each is twice the pause
/// before, from 50 µs to 100 ms.
///
/// Threads: any thread may make or destroy the object. The destructor waits for a notification that
/// is under way; none follows. A notification must not make or destroy such objects.
///
/// The repeater ends after the destructors of static objects, when the process ends or the shared
/// object with the library is unloaded. The child of a `fork()` has no notification of its parent,
/// and starts its own repeater when it needs one.
class repeated_notification {
public:
    repeated_notification(void (*notify)(void*) noexcept, void* argument) noexcept;
    repeated_notification(const repeated_notification&) = delete;
    repeated_notification& operator=(const repeated_notification&) = delete;
    ~repeated_notification();

    /// Nothing is repeated without a repeater. Cost: one load.
    [[nodiscard]] static bool has_repeater() noexcept {
        return has_repeater_.load(std::memory_order_relaxed);
    }
    /// Returns whether there is a repeater now: the machine may have no thread left. You may try
    /// again later.
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
