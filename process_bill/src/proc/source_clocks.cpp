// SPDX-License-Identifier: BSL-1.0
#include "source_clocks.hpp"

#include <ctime>

namespace tollgate::bill {
namespace {

std::chrono::nanoseconds read_clock(clockid_t clock) {
    timespec time{};
    ::clock_gettime(clock, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

} // namespace

source_clocks clocks_of_this_machine() {
    return {[] { return std::chrono::steady_clock::now(); },
            [] { return read_clock(CLOCK_THREAD_CPUTIME_ID); },
            [] { return read_clock(CLOCK_BOOTTIME); }};
}

} // namespace tollgate::bill
