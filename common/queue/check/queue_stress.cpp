// SPDX-License-Identifier: BSL-1.0
//
// Many threads, all forms mixed at random, and closes at random moments. Each element that was
// pushed is popped once or left, in the order of its producer. No thread sleeps for ever: the
// watchdog would find it.
#include "kinds.hpp"
#include "stress_round.hpp"

#include <tollgate/queue/blocking_queue.hpp>

#include <gtest/gtest.h>

#include <memory>

namespace tollgate::queue {
namespace {

TEST(blocking_queue, loses_nothing) {
    lose_nothing<blocking_queue<stress_element>>({{1, 1}, {4, 4}, {8, 8}, {1, 4}, {4, 1}});
}

TEST(blocking_queue, may_be_destroyed_when_the_last_call_has_returned) {
    destroy_when_all_have_returned<blocking_queue<std::unique_ptr<int>>>(1);
    destroy_when_all_have_returned<blocking_queue<std::unique_ptr<int>>>(3);
}

/// Nearly each push and each pop changes the segment.
template <class T>
using tiny_segments = detail::basic_segment_ring<T, std::atomic, 2>;

TEST(unbounded_queue, loses_nothing) {
    lose_nothing<unlimited<unbounded_queue<stress_element>>>({{1, 1}, {4, 4}});
    lose_nothing<unlimited<basic_queue<stress_element, tiny_segments>>>(
        {{1, 1}, {4, 4}, {8, 8}, {1, 4}, {4, 1}});
}

TEST(unbounded_queue, may_be_destroyed_when_the_last_call_has_returned) {
    destroy_when_all_have_returned<unlimited<basic_queue<std::unique_ptr<int>, tiny_segments>>>(1);
    destroy_when_all_have_returned<unlimited<basic_queue<std::unique_ptr<int>, tiny_segments>>>(3);
}

} // namespace
} // namespace tollgate::queue
