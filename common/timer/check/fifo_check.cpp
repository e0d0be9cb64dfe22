// SPDX-License-Identifier: BSL-1.0
#include <tollgate/timer/fifo.hpp>

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <vector>

namespace tollgate::timer {
namespace {

using std::chrono::nanoseconds;

std::vector<std::size_t> order_of(fifo& queue, const std::array<entry, 5>& all) {
    std::vector<std::size_t> seen;
    seen.reserve(all.size());
    queue.expire(nanoseconds::max(), [&](const entry& one) {
        seen.push_back(static_cast<std::size_t>(&one - all.data()));
    });
    return seen;
}

TEST(fifo, is_exact_and_tells_the_next) {
    fifo queue;
    entry one;
    EXPECT_EQ(queue.next(), nanoseconds::max());
    queue.arm(one, nanoseconds(1001));
    EXPECT_EQ(queue.next(), nanoseconds(1001));
    int found = 0;
    queue.expire(nanoseconds(1000), [&](entry&) { ++found; });
    EXPECT_EQ(found, 0);
    queue.expire(nanoseconds(1001), [&](entry&) { ++found; });
    EXPECT_EQ(found, 1);
    EXPECT_TRUE(queue.is_empty());
}

TEST(fifo, keeps_the_order_of_those_with_one_deadline) {
    fifo queue;
    std::array<entry, 5> all;
    for (entry& one : all) {
        queue.arm(one, nanoseconds(7));
    }
    EXPECT_EQ(order_of(queue, all), (std::vector<std::size_t>{0, 1, 2, 3, 4}));
}

TEST(fifo, finds_the_place_of_an_earlier_deadline) {
    fifo queue;
    std::array<entry, 5> all;
    queue.arm(all[0], nanoseconds(30));
    queue.arm(all[1], nanoseconds(10));
    queue.arm(all[2], nanoseconds(20));
    queue.arm(all[3], nanoseconds(-5));
    queue.arm(all[4], nanoseconds(20));
    EXPECT_EQ(queue.next(), nanoseconds(-5));
    EXPECT_EQ(order_of(queue, all), (std::vector<std::size_t>{3, 1, 2, 4, 0}));
}

} // namespace
} // namespace tollgate::timer
