// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/deadline.hpp>
#include <tollgate/sleep/outcome.hpp>

#include <chrono>

namespace tollgate::sleep {

/// A sleeper made of an eventfd. The thread sleeps in ppoll() on the eventfd, and a wake writes to
/// the eventfd. Use this sleeper if the thread must also wait for other file descriptors.
///
///     tollgate::sleep::eventfd_sleeper sleeper;
///     sleeper.wake(); // any thread
///     const auto outcome = sleeper.sleep_for(std::chrono::milliseconds(10)); // is woken
///
/// - *Threads*: see the concept `sleeper`. The sleep functions are cancellation points of
///   pthread_cancel(3). A cancelled sleep does not take the permit. No other function is a
///   cancellation point.
/// - *Memory order*: see the concept `sleeper`. The permit is the counter of the eventfd, and the
///   kernel has a lock for this counter. A wake takes this lock, and a sleep that takes the permit
///   also takes the lock.
/// - *Lifetime*: the sleeper must outlive every wake(). Otherwise the wake may write to another
///   file that has the same descriptor. If your program closes descriptors that other code opened,
///   destroy the sleepers first.
/// - *Exceptions*: the constructor throws std::system_error if the process may open no more files.
///   A sleep throws std::system_error if its descriptor was closed.
/// - *Cost*: one system call for each wake, with or without a sleeping thread. Two system calls for
///   a sleep that is woken.
class eventfd_sleeper {
public:
    /// The clock of deadlines.
    using clock = std::chrono::steady_clock;

    eventfd_sleeper();
    ~eventfd_sleeper();
    eventfd_sleeper(const eventfd_sleeper&) = delete;
    eventfd_sleeper& operator=(const eventfd_sleeper&) = delete;

    /// Leaves a permit. If a thread sleeps, its sleep takes this permit and returns.
    void wake();
    /// Sleeps until a wake or until the deadline; see the concept `sleeper`.
    outcome sleep_until(clock::time_point deadline);

    /// Sleeps until a wake, or for `time`.
    template <class Rep, class Period>
    outcome sleep_for(const std::chrono::duration<Rep, Period>& time) {
        return sleep_until(deadline_after(time));
    }

    /// The file descriptor of the eventfd, so that you can poll it together with other descriptors.
    /// The descriptor is readable while there is a permit.
    [[nodiscard]] int descriptor() const noexcept { return descriptor_; }

private:
    bool take_permit();

    int descriptor_;
};

} // namespace tollgate::sleep
