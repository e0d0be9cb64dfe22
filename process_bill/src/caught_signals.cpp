// SPDX-License-Identifier: BSL-1.0
#include "caught_signals.hpp"

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <system_error>

namespace tollgate::bill {
namespace {

bool is_ignored(int number) {
    struct sigaction action {};
    return ::sigaction(number, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

timespec to_timespec(std::chrono::nanoseconds time) {
    const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
    return {seconds.count(), (time - seconds).count()};
}

} // namespace

caught_signals::caught_signals() {
    sigemptyset(&caught_);
    sigaddset(&caught_, SIGCHLD);
    std::signal(SIGCHLD, SIG_DFL); // a parent that ignores it would never learn how a child ended
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
        if (!is_ignored(number)) {
            sigaddset(&caught_, number);
        }
    }
    if (const int error = ::pthread_sigmask(SIG_BLOCK, &caught_, &before_); error != 0) {
        throw std::system_error(error, std::generic_category(), "pthread_sigmask(SIG_BLOCK)");
    }
}

caught_signals::~caught_signals() {
    const timespec now{};
    while (::sigtimedwait(&caught_, nullptr, &now) > 0) {
    }
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

std::optional<int> caught_signals::wait_until(std::chrono::steady_clock::time_point time) {
    while (true) {
        const auto left = std::max<std::chrono::nanoseconds>(
            time - std::chrono::steady_clock::now(), std::chrono::nanoseconds::zero());
        const timespec timeout = to_timespec(left);
        const int number = ::sigtimedwait(&caught_, nullptr, &timeout);
        if (number > 0) {
            return number;
        }
        if (errno == EAGAIN) {
            return std::nullopt;
        }
        if (errno != EINTR) {
            throw std::system_error(errno, std::generic_category(), "sigtimedwait");
        }
    }
}

} // namespace tollgate::bill
