// SPDX-License-Identifier: BSL-1.0
#include "planted.hpp"

#include <system_error>

#include <sys/timerfd.h>
#include <unistd.h>

namespace tollgate::bill::planted {

void os_timeouts(version which) {
    constexpr int messages = 500'000;
    const int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
    if (timer < 0) {
        throw std::system_error(errno, std::generic_category(), "timerfd_create");
    }
    const itimerspec in_a_second{{}, {1, 0}};
    const itimerspec disarmed{};
    for (int message = 0; message < messages; ++message) {
        if (which == version::wasteful) {
            timerfd_settime(timer, 0, &in_a_second, nullptr);
        }
        work_us(2);
        if (which == version::wasteful) {
            timerfd_settime(timer, 0, &disarmed, nullptr);
        }
    }
    close(timer);
}

} // namespace tollgate::bill::planted
