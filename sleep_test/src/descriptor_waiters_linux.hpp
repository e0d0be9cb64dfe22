// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/posix/descriptor.hpp>

#include <cstdint>

namespace tollgate::sleep_test {

// Waiters as in waiters.hpp, but the permit is the count of an eventfd. They throw
// std::system_error.

/// Waits in read(2).
class eventfd_waiter {
public:
    eventfd_waiter();

    void wait();
    void wake();

    [[nodiscard]] int descriptor() const { return event_.number(); }

private:
    posix::descriptor event_;
};

/// Waits in epoll_wait(2), and then reads the eventfd, as an event loop does.
class epoll_waiter {
public:
    epoll_waiter();

    void wait();
    void wake() { event_.wake(); }

private:
    eventfd_waiter event_;
    posix::descriptor epoll_;
};

/// A new epoll(7) descriptor that watches whether `descriptor` can be read.
[[nodiscard]] posix::descriptor epoll_of(int descriptor);

} // namespace tollgate::sleep_test
