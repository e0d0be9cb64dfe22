// SPDX-License-Identifier: BSL-1.0
//
// Promises of both queues.
#include <tollgate/timer/fifo.hpp>
#include <tollgate/timer/timer_queue.hpp>
#include <tollgate/timer/wheel.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace tollgate::timer {
namespace {

using std::chrono::nanoseconds;

static_assert(timer_queue<wheel>);
static_assert(timer_queue<fifo>);
static_assert(sizeof(entry) == 24 && sizeof(wheel) < 14 * std::size_t{1024} &&
              sizeof(fifo) == sizeof(entry));

template <class Queue>
class queues : public ::testing::Test {};
using both_queues = ::testing::Types<wheel, fifo>;
TYPED_TEST_SUITE(queues, both_queues);

// At each moment exactly the entries expire that are over, but for the resolution. The clock moves
// by times of all sizes, in both directions, and often just to a border between levels.
TYPED_TEST(queues, expire_by_the_time_of_the_last_call) {
    std::mt19937_64 random(2);
    const auto random_time = [&] {
        const std::uint64_t exact = std::uint64_t{1} << random() % 47;
        return nanoseconds(random() % 3 == 0 ? exact - 1 + random() % 3 : random() % exact);
    };
    for (const nanoseconds begin : {nanoseconds(0), nanoseconds(std::int64_t{1} << 52)}) {
        TypeParam queue;
        std::array<entry, 60> all;
        nanoseconds now = begin;
        int found = 0;
        int backwards = 0;
        for (int step = 0; step < 100'000; ++step) {
            entry& wait = all[random() % all.size()];
            if (wait.is_linked()) {
                queue.cancel(wait);
            }
            queue.arm(wait, random() % 8 == 0 ? now - random_time() : now + random_time());
            if (random() % 2 == 0) {
                continue;
            }
            switch (random() % 4) {
            case 0:
                now -= random_time();
                ++backwards;
                break;
            case 1: // as a thread that sleeps until `next`
                now = std::clamp(queue.next(), now, now + std::chrono::hours(1));
                break;
            default:
                now += random_time();
            }
            queue.expire(now, [&](entry& due) {
                EXPECT_LE(due.deadline(), now);
                ++found;
            });
            nanoseconds first = nanoseconds::max();
            bool is_empty = true;
            for (const entry& left : all) {
                first = left.is_linked() ? std::min(first, left.deadline()) : first;
                is_empty = is_empty && !left.is_linked();
            }
            ASSERT_EQ(queue.is_empty(), is_empty);
            ASSERT_GT(first, now - TypeParam::resolution) << "late";
            ASSERT_TRUE(queue.next() > now && (first == nanoseconds::max() ||
                                               queue.next() <= first + TypeParam::resolution));
        }
        EXPECT_GT(found, 10'000);
        EXPECT_GT(backwards, 10'000);
        for (entry& wait : all) {
            if (wait.is_linked()) {
                queue.cancel(wait);
            }
        }
    }
}

TYPED_TEST(queues, an_entry_that_a_handler_arms_and_that_is_over_expires_in_the_same_call) {
    TypeParam queue;
    entry first;
    entry second;
    queue.arm(first, nanoseconds(1'000));
    int found = 0;
    queue.expire(nanoseconds(1'000'000), [&](entry&) {
        if (++found == 1) {
            queue.arm(second, nanoseconds(10));
        }
    });
    EXPECT_EQ(found, 2);
    EXPECT_TRUE(queue.is_empty());
}

TEST(fifo, keeps_the_order_of_equal_deadlines) {
    fifo queue;
    std::array<entry, 5> entries;
    for (const std::size_t next : {0, 1, 2, 3, 4}) {
        queue.arm(entries[next], nanoseconds(next == 3 ? 6 : 7));
    }
    EXPECT_EQ(queue.next(), nanoseconds(6)) << "exact";
    std::vector<const entry*> expired;
    queue.expire(nanoseconds(7), [&](const entry& due) { expired.push_back(&due); });
    EXPECT_EQ(expired, (std::vector<const entry*>{&entries[3], &entries[0], &entries[1],
                                                  &entries[2], &entries[4]}));
}

} // namespace
} // namespace tollgate::timer
