// SPDX-License-Identifier: BSL-1.0
//
// The deadline that a sleeping thread passes to the kernel. This executable's own syscall()
// replaces the system's.
#include <tollgate/cancel/sleep.hpp>
#include <tollgate/cancel/standalone_token.hpp>

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdarg>
#include <ctime>
#include <thread>

#include <dlfcn.h>
#include <linux/futex.h>
#include <sys/syscall.h>

namespace {

/// The deadline of the first futex call with a deadline since this was 0.
std::atomic<long long> first_deadline_ns{0};

} // namespace

extern "C" long syscall(long number, ...) noexcept {
    std::array<long, 6> with{};
    va_list arguments;
    va_start(arguments, number);
    for (long& each : with) {
        each = va_arg(arguments, long);
    }
    va_end(arguments);
    if (number == SYS_futex && (with[1] & FUTEX_CMD_MASK) == FUTEX_WAIT_BITSET && with[3] != 0) {
        const auto& until = *reinterpret_cast<const timespec*>(with[3]);
        long long none = 0;
        first_deadline_ns.compare_exchange_strong(none,
                                                  until.tv_sec * 1'000'000'000LL + until.tv_nsec);
    }
    static const auto next = reinterpret_cast<long (*)(long, ...)>(::dlsym(RTLD_NEXT, "syscall"));
    return next(number, with[0], with[1], with[2], with[3], with[4], with[5]);
}

namespace tollgate::cancel {
namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;

/// The first deadline that a sleep passes to the kernel. The sleep is cancelled then.
template <class Time>
nanoseconds asked_for(Time deadline) {
    standalone_token cancellation;
    first_deadline_ns = 0;
    std::thread canceller([&cancellation] {
        while (first_deadline_ns == 0) {
            std::this_thread::yield();
        }
        cancellation.cancel();
    });
    EXPECT_EQ(sleep_until(deadline, cancellation), wait_status::cancelled);
    canceller.join();
    return nanoseconds(first_deadline_ns);
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

/// A clock whose epoch lies ahead, by more than half of its range.
struct clock_ahead {
    using duration = nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<clock_ahead>;
    static constexpr bool is_steady = true;
    static time_point now() { return time_point(nanoseconds::min() / 4 * 3); }
};

TEST(a_sleeping_thread, reads_another_clock_once_a_second) {
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
