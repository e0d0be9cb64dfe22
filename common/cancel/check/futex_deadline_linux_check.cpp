// SPDX-License-Identifier: BSL-1.0
//
// Until when a sleeping thread asks the kernel to let it sleep.
#include "refusing_kernel_linux.hpp"

#include <tollgate/cancel/sleep.hpp>
#include <tollgate/cancel/standalone_token.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace tollgate::cancel {
namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;

/// The first deadline that a sleep hands to the kernel. It is cancelled then.
template <class Time>
nanoseconds asked_for(Time deadline) {
    standalone_token one;
    kernel::first_deadline_ns = 0;
    std::thread canceller([&one] {
        while (kernel::first_deadline_ns == 0) {
            std::this_thread::yield();
        }
        one.cancel();
    });
    EXPECT_EQ(sleep_until(deadline, one), wait_status::cancelled);
    canceller.join();
    return nanoseconds(kernel::first_deadline_ns);
}

nanoseconds steady_now() {
    return steady_clock::now().time_since_epoch();
}

TEST(a_sleeping_thread, asks_for_all_of_its_time_at_once) {
    const auto in_an_hour = std::chrono::ceil<std::chrono::milliseconds>(steady_clock::now() + 1h);
    EXPECT_EQ(asked_for(steady_clock::time_point(in_an_hour)), in_an_hour.time_since_epoch());
    EXPECT_EQ(asked_for(in_an_hour), in_an_hour.time_since_epoch());
    const auto later = std::chrono::ceil<std::chrono::hours>(in_an_hour);
    EXPECT_EQ(asked_for(later), later.time_since_epoch());
}

/// A clock whose epoch lies ahead, by more than half of what it can tell.
struct clock_ahead {
    using duration = nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<clock_ahead>;
    static constexpr bool is_steady = true;
    static time_point now() { return time_point(nanoseconds::min() / 4 * 3); }
};

TEST(a_sleeping_thread, looks_at_another_clock_once_a_second) {
    for (const auto deadline : {clock_ahead::now() + 1h, clock_ahead::time_point(0s),
                                clock_ahead::time_point::max() - 1ns}) {
        const nanoseconds earliest = steady_now() + 1s;
        const nanoseconds asked = asked_for(deadline);
        EXPECT_GE(asked, earliest);
        EXPECT_LE(asked, steady_now() + 1s);
    }
    const nanoseconds earliest = steady_now() + 20ms;
    EXPECT_GE(asked_for(clock_ahead::now() + 20ms), earliest);
}

} // namespace
} // namespace tollgate::cancel
