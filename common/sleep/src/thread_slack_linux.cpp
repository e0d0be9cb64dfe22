// SPDX-License-Identifier: BSL-1.0
#include "thread_slack.hpp"

#include <cerrno>
#include <system_error>

#include <sys/prctl.h>

namespace tollgate::sleep {

std::chrono::nanoseconds thread_slack() {
    const int slack = ::prctl(PR_GET_TIMERSLACK, 0UL, 0UL, 0UL, 0UL);
    if (slack < 0) {
        throw std::system_error(errno, std::generic_category(), "prctl(PR_GET_TIMERSLACK)");
    }
    return std::chrono::nanoseconds(slack);
}

void set_thread_slack(std::chrono::nanoseconds slack) {
    if (::prctl(PR_SET_TIMERSLACK, static_cast<unsigned long>(slack.count()), 0UL, 0UL, 0UL) != 0) {
        throw std::system_error(errno, std::generic_category(), "prctl(PR_SET_TIMERSLACK)");
    }
}

} // namespace tollgate::sleep
