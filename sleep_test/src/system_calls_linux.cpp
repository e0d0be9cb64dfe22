// SPDX-License-Identifier: BSL-1.0
#include "system_calls_linux.hpp"

#include <cerrno>
#include <csignal>
#include <system_error>

#include <linux/futex.h>
#include <poll.h>
#include <sched.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

namespace tollgate::sleep_test {
namespace {

constexpr itimerspec in_an_hour{{0, 0}, {3'600, 0}};
constexpr itimerspec never{{0, 0}, {0, 0}};

bool is_set(const itimerspec& when) {
    return when.it_value.tv_sec != 0 || when.it_value.tv_nsec != 0;
}

void require_call(bool succeeded, const char* call) {
    if (!succeeded) {
        throw std::system_error(errno, std::generic_category(), call);
    }
}

} // namespace

bool futex_wake_call::operator()() noexcept {
    return ::syscall(SYS_futex, &word_, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, 1, nullptr, nullptr, 0) ==
           0;
}

bool futex_wait_call::operator()() noexcept {
    constexpr std::uint32_t other_value = 1;
    return ::syscall(SYS_futex, &word_, FUTEX_WAIT | FUTEX_PRIVATE_FLAG, other_value, nullptr,
                     nullptr, 0) == -1 &&
           errno == EAGAIN;
}

timerfd_settime_call::timerfd_settime_call()
    : timer_(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC)) {
    require_call(timer_.number() >= 0, "timerfd_create");
}

bool timerfd_settime_call::operator()() noexcept {
    armed_ = !armed_;
    return ::timerfd_settime(timer_.number(), 0, armed_ ? &in_an_hour : &never, nullptr) == 0;
}

bool timerfd_settime_call::ended_well() const {
    itimerspec left{};
    require_call(::timerfd_gettime(timer_.number(), &left) == 0, "timerfd_gettime");
    return is_set(left) == armed_;
}

timer_settime_call::timer_settime_call() {
    sigevent event{};
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGURG; // ignored by default
    require_call(::timer_create(CLOCK_MONOTONIC, &event, &timer_) == 0, "timer_create");
}

timer_settime_call::~timer_settime_call() {
    ::timer_delete(timer_);
}

bool timer_settime_call::operator()() noexcept {
    armed_ = !armed_;
    return ::timer_settime(timer_, 0, armed_ ? &in_an_hour : &never, nullptr) == 0;
}

bool timer_settime_call::ended_well() const {
    itimerspec left{};
    require_call(::timer_gettime(timer_, &left) == 0, "timer_gettime");
    return is_set(left) == armed_;
}

bool sched_yield_call::operator()() noexcept {
    return ::sched_yield() == 0;
}

epoll_wait_call::epoll_wait_call() : epoll_(epoll_of(event_.descriptor())) {}

int epoll_wait_call::ready() noexcept {
    epoll_event event{};
    return ::epoll_wait(epoll_.number(), &event, 1, 0);
}

bool epoll_wait_call::operator()() noexcept {
    return ready() == 0;
}

bool epoll_wait_call::ended_well() {
    event_.wake();
    return ready() == 1;
}

int poll_call::ready() noexcept {
    pollfd watched{event_.descriptor(), POLLIN, 0};
    return ::poll(&watched, 1, 0);
}

bool poll_call::operator()() noexcept {
    return ready() == 0;
}

bool poll_call::ended_well() {
    event_.wake();
    return ready() == 1;
}

} // namespace tollgate::sleep_test
