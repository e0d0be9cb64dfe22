// SPDX-License-Identifier: BSL-1.0
//
// As queue_stress.cpp, for the queue with one thread on either side.
#include "stress_round.hpp"

#include <tollgate/queue/spsc_queue.hpp>

#include <gtest/gtest.h>

#include <memory>

namespace tollgate::queue {
namespace {

TEST(spsc_queue, loses_nothing) {
    lose_nothing<spsc_queue<stress_element>>({{1, 1}});
}

TEST(spsc_queue, may_be_destroyed_when_the_last_call_has_returned) {
    destroy_when_all_have_returned<spsc_queue<std::unique_ptr<int>>>(1);
}

} // namespace
} // namespace tollgate::queue
