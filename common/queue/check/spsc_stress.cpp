// SPDX-License-Identifier: BSL-1.0
//
// The same for the queue with one thread on either side.
#include "stress_round.hpp"

#include <tollgate/queue/spsc_queue.hpp>

#include <tollgate/faults/stress_scale.hpp>
#include <tollgate/faults/watchdog.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <utility>

namespace tollgate::queue {
namespace {

class two_threads_of_an_spsc_queue : public many_threads {};
INSTANTIATE_TEST_SUITE_P(of, two_threads_of_an_spsc_queue,
                         testing::Combine(testing::Values(std::pair(1U, 1U)), all_capacities),
                         stress_name);

TEST_P(two_threads_of_an_spsc_queue, lose_nothing) {
    push_and_pop_all<spsc_queue<stress_element>>();
}

TEST_P(two_threads_of_an_spsc_queue, lose_nothing_in_a_close) {
    close_again_and_again<spsc_queue<stress_element>>();
}

TEST(the_last_call_of_two_threads, is_the_last_use_of_the_queue) {
    const faults::watchdog patience("a push or a pop");
    constexpr int rounds = 1'000 / faults::stress_divisor;
    destroy_when_all_have_returned<spsc_queue<std::unique_ptr<int>>>(1, rounds);
}

} // namespace
} // namespace tollgate::queue
