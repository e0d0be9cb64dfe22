// SPDX-License-Identifier: BSL-1.0
#include <tollgate/sleep/timer_slack.hpp>

#include <cassert>
#include <cerrno>
#include <climits>
#include <stdexcept>
#include <string>
#include <system_error>

#if defined(__linux__)
#include <sys/prctl.h>
#endif

namespace tollgate::sleep {
namespace {

constexpr std::chrono::nanoseconds least{1};
/// The most that prctl can return in its int.
constexpr std::chrono::nanoseconds most{INT_MAX};

/// Both return a negative number if the system refuses, or knows no slack.
#if defined(__linux__)
int get() noexcept {
    return ::prctl(PR_GET_TIMERSLACK, 0UL, 0UL, 0UL, 0UL);
}
int set(std::chrono::nanoseconds slack) noexcept {
    return ::prctl(PR_SET_TIMERSLACK, static_cast<unsigned long>(slack.count()), 0UL, 0UL, 0UL);
}
#else
int get() noexcept {
    errno = ENOTSUP;
    return -1;
}
int set(std::chrono::nanoseconds /*slack*/) noexcept {
    return get();
}
#endif

} // namespace

timer_slack::timer_slack(std::chrono::nanoseconds slack)
    : before_(current()), owner_(std::this_thread::get_id()) {
    if (slack < least || slack > most) {
        throw std::invalid_argument("timer slack of " + std::to_string(slack.count()) +
                                    " ns: from 1 ns to " + std::to_string(most.count()) + " ns");
    }
    if (set(slack) < 0) {
        throw std::system_error(errno, std::generic_category(), "prctl(PR_SET_TIMERSLACK)");
    }
}

timer_slack::~timer_slack() {
    assert(owner_ == std::this_thread::get_id() && "destroyed by another thread");
    // A real-time thread has 0, which would mean the default to the kernel.
    if (before_ >= least) {
        set(before_); // a destructor can do nothing about a refusal
    }
}

std::chrono::nanoseconds timer_slack::current() {
    const int slack = get();
    if (slack < 0) {
        throw std::system_error(errno, std::generic_category(), "prctl(PR_GET_TIMERSLACK)");
    }
    return std::chrono::nanoseconds(slack);
}

} // namespace tollgate::sleep
