// SPDX-License-Identifier: BSL-1.0
#include "descriptor_waiters_linux.hpp"

#include <cerrno>
#include <system_error>

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace tollgate::sleep_test {
namespace {

[[noreturn]] void refused(const char* call) {
    throw std::system_error(errno, std::generic_category(), call);
}

void expect_signal(const char* call) {
    if (errno != EINTR) {
        refused(call);
    }
}

} // namespace

eventfd_waiter::eventfd_waiter() : event_(::eventfd(0, EFD_CLOEXEC)) {
    if (event_.number() < 0) {
        refused("eventfd");
    }
}

void eventfd_waiter::wait() {
    std::uint64_t permits = 0;
    while (::read(event_.number(), &permits, sizeof permits) != sizeof permits) {
        expect_signal("read of an eventfd");
    }
}

void eventfd_waiter::wake() {
    const std::uint64_t permit = 1;
    while (::write(event_.number(), &permit, sizeof permit) != sizeof permit) {
        expect_signal("write to an eventfd");
    }
}

epoll_waiter::epoll_waiter() : epoll_(epoll_of(event_.descriptor())) {}

void epoll_waiter::wait() {
    constexpr int for_ever = -1;
    epoll_event ready{};
    while (::epoll_wait(epoll_.number(), &ready, 1, for_ever) != 1) {
        expect_signal("epoll_wait");
    }
    event_.wait();
}

posix::descriptor epoll_of(int descriptor) {
    posix::descriptor epoll(::epoll_create1(EPOLL_CLOEXEC));
    if (epoll.number() < 0) {
        refused("epoll_create1");
    }
    epoll_event watched{};
    watched.events = EPOLLIN;
    if (::epoll_ctl(epoll.number(), EPOLL_CTL_ADD, descriptor, &watched) != 0) {
        refused("epoll_ctl(EPOLL_CTL_ADD)");
    }
    return epoll;
}

} // namespace tollgate::sleep_test
