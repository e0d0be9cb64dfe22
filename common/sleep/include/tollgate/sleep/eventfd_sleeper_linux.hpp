// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/deadline.hpp>
#include <tollgate/sleep/outcome.hpp>

#include <chrono>

namespace tollgate::sleep {

/// A sleeper that sleeps in ppoll() on an eventfd, and is woken by a write to it. Use it where the
/// thread must wait for other descriptors, too.
///
///     tollgate::sleep::eventfd_sleeper sleeper;
///     sleeper.wake(); // any thread
///     const auto outcome = sleeper.sleep_for(std::chrono::milliseconds(10)); // is woken
///
/// - *Threads*: as the concept `sleeper` says. pthread_cancel(3): sleeps are cancellation points,
///   and leave the permit; no other function is.
/// - *Memory order*: as the concept says, by the kernel's lock around the counter, which is the
///   permit. A wake and a sleep that takes the permit both hold that lock.
/// - *Lifetime*: the sleeper must outlive every wake(). Otherwise the wake may write to another
/// file
///   with the same number. The same holds if your program closes descriptors that it does not know:
///   destroy the sleepers before.
/// - *Exceptions*: std::system_error when the process may open no more files, and by a sleep whose
///   descriptor was closed.
/// - *Cost*: a system call for every wake, with or without a sleeping thread; two for a sleep that
///   is woken.
class eventfd_sleeper {
public:
    /// The clock of deadlines.
    using clock = std::chrono::steady_clock;

    eventfd_sleeper();
    ~eventfd_sleeper();
    eventfd_sleeper(const eventfd_sleeper&) = delete;
    eventfd_sleeper& operator=(const eventfd_sleeper&) = delete;

    /// Leaves a permit and ends a sleep.
    void wake();
    /// Sleeps until woken or until the deadline; see the concept `sleeper`.
    outcome sleep_until(clock::time_point deadline);

    /// Sleeps until woken or for `time`.
    template <class Rep, class Period>
    outcome sleep_for(const std::chrono::duration<Rep, Period>& time) {
        return sleep_until(deadline_after(time));
    }

    /// To poll together with other descriptors: readable while there is a permit.
    [[nodiscard]] int descriptor() const noexcept { return descriptor_; }

private:
    bool take_permit();

    int descriptor_;
};

} // namespace tollgate::sleep
