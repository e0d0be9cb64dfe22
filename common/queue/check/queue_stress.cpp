// SPDX-License-Identifier: BSL-1.0
//
// Threads push and pop by all forms at random, and select. The thread that returns last destroys
// the queue.
#include "kinds.hpp"
#include "storm.hpp"

#include <tollgate/queue/blocking_queue.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

namespace tollgate::queue {
namespace {

/// Nearly each push and each pop changes the segment.
template <class T>
using tiny_segments = detail::basic_segment_ring<T, std::atomic, 2>;

TEST(blocking_queue, loses_nothing) {
    lose_nothing<in_threads, blocking_queue<storm_element>>(
        {{1, 1}, {4, 4}, {8, 8}, {1, 4}, {4, 1}});
}

TEST(unbounded_queue, loses_nothing) {
    lose_nothing<in_threads, unlimited<unbounded_queue<storm_element>>>({{4, 4}});
    lose_nothing<in_threads, unlimited<basic_queue<storm_element, tiny_segments>>>(
        {{1, 1}, {4, 4}, {8, 8}, {1, 4}, {4, 1}});
}

// No call may touch the queue after it has made another thread return.
template <class Queue>
void destroy_when_all_have_returned(unsigned threads_a_side) {
    const testing::watchdog watchdog("a push or a pop");
    constexpr int rounds = 1'000 / testing::stress_divisor;
    for (int round = 0; round < rounds; ++round) {
        auto queue = std::make_shared<Queue>(1);
        std::atomic<unsigned> pops{0};
        std::vector<std::function<void()>> all;
        for (unsigned i = 0; i < threads_a_side; ++i) {
            all.emplace_back([mine = queue]() mutable {
                static_cast<void>(mine->push(std::make_unique<int>(1)));
                static_cast<void>(mine->push(std::make_unique<int>(2)));
                mine.reset();
            });
            all.emplace_back([mine = queue, &pops]() mutable {
                pops += mine->pop() ? 1 : 0;
                pops += mine->pop() ? 1 : 0;
                mine.reset();
            });
        }
        queue.reset();
        in_threads::run(std::move(all));
        ASSERT_EQ(pops, 2 * threads_a_side);
    }
}

TEST(a_queue, may_be_destroyed_when_the_last_call_has_returned) {
    using pointer = std::unique_ptr<int>;
    for (const unsigned threads_a_side : {1U, 3U}) {
        destroy_when_all_have_returned<blocking_queue<pointer>>(threads_a_side);
        destroy_when_all_have_returned<unlimited<basic_queue<pointer, tiny_segments>>>(
            threads_a_side);
    }
    destroy_when_all_have_returned<spsc_queue<pointer>>(1);
}

} // namespace
} // namespace tollgate::queue
