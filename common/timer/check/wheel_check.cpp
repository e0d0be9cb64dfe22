// SPDX-License-Identifier: BSL-1.0
//
// The wheel's own properties: ticks and levels.
#include <tollgate/timer/wheel.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <vector>

namespace tollgate::timer {
namespace {

using ns = std::chrono::nanoseconds;

constexpr std::int64_t tick = wheel::resolution.count();

/// A wheel with one entry.
struct wheel_with_entry {
    wheel queue;
    entry wait;

    explicit wheel_with_entry(ns stands_at = ns(0)) {
        queue.expire(stands_at, [](entry&) {});
    }
    ~wheel_with_entry() {
        if (wait.is_linked()) {
            queue.cancel(wait);
        }
    }
    wheel_with_entry(const wheel_with_entry&) = delete;
    wheel_with_entry& operator=(const wheel_with_entry&) = delete;

    bool expires_at(ns now) {
        int found = 0;
        queue.expire(now, [&](entry&) { ++found; });
        return found == 1;
    }
};

TEST(wheel, levels_join_wherever_it_stands) {
    for (int digits = 10; digits < 63; ++digits) {
        const std::int64_t border = std::int64_t{1} << digits;
        for (const std::int64_t before :
             {border - 1, border - tick, border - 3 * tick, border / 2}) {
            for (const std::int64_t after :
                 {border, border + 1, border + tick, border + border / 2}) {
                wheel_with_entry in{ns(before)};
                in.queue.arm(in.wait, ns(after));
                EXPECT_FALSE(in.expires_at(ns(after - 1)));
                EXPECT_TRUE(in.expires_at(ns(after + tick - 1))) << before << ' ' << after;
            }
        }
    }
}

TEST(wheel, next_is_min_after_an_entry_was_armed_that_was_over) {
    wheel_with_entry in{ns(1'000'000 * tick)};
    in.queue.arm(in.wait, ns(1'000 * tick));
    EXPECT_EQ(in.queue.next(), ns::min()) << "the clock may have gone back";
    EXPECT_FALSE(in.expires_at(ns(900 * tick)));
    EXPECT_LE(in.queue.next(), ns(1'000 * tick));
    EXPECT_FALSE(in.expires_at(ns(1'000 * tick - 1)));
    EXPECT_TRUE(in.expires_at(ns(1'000 * tick)));
}

TEST(wheel, the_first_moments) {
    for (const int into : {0, 1, 1023, 1024, 1025, 2048}) {
        wheel_with_entry in{ns::min()};
        const ns deadline = ns::min() + ns(into);
        in.queue.arm(in.wait, deadline);
        if (into > 0) {
            EXPECT_FALSE(in.expires_at(deadline - ns(1)));
        }
        EXPECT_TRUE(in.expires_at(deadline + ns(tick))) << into;
    }
}

TEST(wheel, the_last_moments) {
    for (const int left : {0, 1, 2, 1022, 1023, 1024, 1025, 2047, 2048, 2049, 5000}) {
        const ns deadline = ns::max() - ns(left);
        for (const ns from : {ns(0), ns::max() / 2, deadline - ns(3 * tick), deadline - ns(1)}) {
            wheel_with_entry in{from};
            in.queue.arm(in.wait, deadline);
            EXPECT_LE(in.queue.next(), left < tick ? ns::max() : deadline + ns(tick - 1));
            EXPECT_FALSE(in.expires_at(deadline - ns(1))) << left;
            EXPECT_TRUE(in.expires_at(left < tick ? ns::max() : deadline + ns(tick))) << left;
            // The wheel works on from there.
            in.queue.arm(in.wait, ns(5));
            EXPECT_TRUE(in.expires_at(ns::max()));
        }
    }
}

// Within the block of 64 ticks at which the wheel stands, `next` is the end of the tick. So the
// empty wheel has followed the clock.
TEST(wheel, next_is_exact_when_it_is_near) {
    wheel_with_entry in{ns((1'000'000 * 64 + 1) * tick)};
    in.queue.arm(in.wait, ns((1'000'000 * 64 + 30) * tick + 1));
    EXPECT_EQ(in.queue.next(), ns((1'000'000 * 64 + 31) * tick));
    EXPECT_FALSE(in.expires_at(in.queue.next() - ns(1)));
    EXPECT_TRUE(in.expires_at(in.queue.next()));
    EXPECT_EQ(in.queue.next(), ns::max());
}

TEST(wheel, a_thread_that_sleeps_until_next_wakes_once_per_level_at_most) {
    for (int digits = 0; digits < 62; ++digits) {
        const ns deadline((std::int64_t{1} << digits) + 4321);
        wheel_with_entry in;
        in.queue.arm(in.wait, deadline);
        int wakes = 0;
        ns last(0);
        do {
            ASSERT_GT(in.queue.next(), last);
            last = in.queue.next();
            ++wakes;
        } while (!in.expires_at(last));
        EXPECT_GE(last, deadline);
        EXPECT_LE(wakes, 9);
    }
}

TEST(wheel, ticks_expire_in_their_order) {
    wheel queue;
    std::array<entry, 200> all;
    std::uint64_t random = 1;
    for (entry& wait : all) {
        random = random * 6'364'136'223'846'793'005U + 1'442'695'040'888'963'407U;
        queue.arm(wait, ns(static_cast<std::int64_t>(random >> (20 + random % 40))));
    }
    std::vector<std::int64_t> ticks;
    ticks.reserve(all.size());
    queue.expire(ns::max(),
                 [&](entry& due) { ticks.push_back((due.deadline().count() - 1) / tick); });
    EXPECT_EQ(ticks.size(), all.size());
    EXPECT_TRUE(std::is_sorted(ticks.begin(), ticks.end()));
}

} // namespace
} // namespace tollgate::timer
