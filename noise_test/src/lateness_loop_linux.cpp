// SPDX-License-Identifier: BSL-1.0
#include "lateness_loop.hpp"

#include <cerrno>
#include <ctime>
#include <system_error>

namespace tollgate::noise_test {

std::chrono::steady_clock::time_point
sleep_until_deadline(std::chrono::steady_clock::time_point deadline) {
    const auto whole = std::chrono::floor<std::chrono::seconds>(deadline);
    const timespec until{static_cast<std::time_t>(whole.time_since_epoch().count()),
                         static_cast<long>(std::chrono::nanoseconds(deadline - whole).count())};
    int error = EINTR;
    while (error == EINTR) {
        error = ::clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr);
    }
    const auto now = std::chrono::steady_clock::now();
    if (error != 0) {
        throw std::system_error(error, std::generic_category(), "clock_nanosleep");
    }
    return now;
}

} // namespace tollgate::noise_test
