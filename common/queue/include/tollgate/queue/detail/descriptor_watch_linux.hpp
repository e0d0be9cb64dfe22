// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/queue/detail/joint_wait.hpp>

#include <cstdint>

namespace tollgate::queue::detail {

class descriptor_watcher;

/// Watches one descriptor for one wait. One thread of the process watches all descriptors, with
/// epoll(7). The first watched descriptor starts this thread.
///
/// - *Threads*: one thread at a time, the owner of the wait.
/// - *Lifetime*: the wait and the descriptor must outlive this object. The wait is not signalled
///   after `disarm()` has returned. A child of fork() may only destroy an object of its parent.
/// - *Exceptions*: the constructor throws std::system_error.
/// - *Cost*: the constructor and the destructor take three system calls each, and `arm()` takes
///   one.
class descriptor_watch {
public:
    /// `poll_events` is POLLIN or POLLOUT.
    descriptor_watch(int descriptor, short poll_events, joint_wait& wait, std::uint32_t event);
    descriptor_watch(const descriptor_watch&) = delete;
    descriptor_watch& operator=(const descriptor_watch&) = delete;
    ~descriptor_watch();

    /// From now on, the wait is signalled once when the descriptor is ready, also if the descriptor
    /// is ready already.
    void arm() noexcept;
    void disarm() noexcept;

private:
    friend class descriptor_watcher;

    descriptor_watcher& watcher_;
    int own_descriptor_; ///< a duplicate, because epoll(7) accepts each descriptor only once
    std::uint32_t epoll_events_;
    joint_wait& wait_;
    std::uint32_t event_;
    std::uint64_t number_ = 0;
    bool is_armed_ = false; ///< guarded by the mutex of the watcher
};

/// Whether the descriptor is ready. An error, the end of the file and a closed descriptor count as
/// ready, because the next operation returns at once.
[[nodiscard]] bool is_descriptor_ready(int descriptor, short poll_events) noexcept;

} // namespace tollgate::queue::detail
