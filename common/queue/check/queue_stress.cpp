// SPDX-License-Identifier: BSL-1.0
//
// Many threads, all forms mixed at random, and closes at random moments: each element that was
// pushed is popped once or left, in the order of its producer, and nobody sleeps for ever. One that
// does is found by the watchdog.
#include "stress_round.hpp"

#include <tollgate/queue/blocking_queue.hpp>

#include <tollgate/faults/stress_scale.hpp>
#include <tollgate/faults/watchdog.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <utility>

namespace tollgate::queue {
namespace {

class many_threads_of_a_blocking_queue : public many_threads {};
INSTANTIATE_TEST_SUITE_P(of, many_threads_of_a_blocking_queue,
                         testing::Combine(testing::Values(std::pair(1U, 1U), std::pair(2U, 2U),
                                                          std::pair(4U, 4U), std::pair(8U, 8U),
                                                          std::pair(1U, 4U), std::pair(4U, 1U)),
                                          all_capacities),
                         stress_name);

TEST_P(many_threads_of_a_blocking_queue, lose_nothing) {
    push_and_pop_all<blocking_queue<stress_element>>();
}

TEST_P(many_threads_of_a_blocking_queue, lose_nothing_in_a_close) {
    close_again_and_again<blocking_queue<stress_element>>();
}

TEST(the_last_call_of_many_threads, is_the_last_use_of_the_queue) {
    const faults::watchdog patience("a push or a pop");
    constexpr int rounds = 1'000 / faults::stress_divisor;
    destroy_when_all_have_returned<blocking_queue<std::unique_ptr<int>>>(1, rounds);
    destroy_when_all_have_returned<blocking_queue<std::unique_ptr<int>>>(3, rounds / 2);
}

} // namespace
} // namespace tollgate::queue
