// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/deadline.hpp>
#include <tollgate/sleep/outcome.hpp>

#include <chrono>

namespace tollgate::sleep {

/// Sleeps in ppoll() on an eventfd, is woken by a write to it: the way to take when the thread must
/// wait for other descriptors too. The counter is the permit; reading it takes it.
///
/// Threads: as the concept `sleeper` says, but it must outlive every wake(): the descriptor's
/// number may be another file's by then. What a waker wrote is published by the kernel's lock
/// around the counter, which wake() and the taking both hold. Cost: a system call for every wake,
/// with or without a sleeper; two for a sleep that is woken. Throws std::system_error when the
/// process may open no more files.
///
/// Lifetime: a program that closes descriptors which it does not know destroys its sleepers before:
/// nothing tells one eventfd from another, and a wake would write to whatever has the number. A
/// sleep that finds its descriptor closed throws std::system_error.
///
/// pthread_cancel(3): sleeps are cancellation points, and leave the permit. Nothing else is.
class eventfd_sleeper {
public:
    using clock = std::chrono::steady_clock;

    eventfd_sleeper();
    ~eventfd_sleeper();
    eventfd_sleeper(const eventfd_sleeper&) = delete;
    eventfd_sleeper& operator=(const eventfd_sleeper&) = delete;

    void wake();
    outcome sleep_until(clock::time_point deadline);

    template <class Rep, class Period>
    outcome sleep_for(const std::chrono::duration<Rep, Period>& time) {
        return sleep_until(deadline_after(time));
    }

    /// For whoever polls it together with others: readable while there is a permit.
    [[nodiscard]] int descriptor() const noexcept { return descriptor_; }

private:
    bool take_permit();

    int descriptor_;
};

} // namespace tollgate::sleep
