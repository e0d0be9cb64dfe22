// SPDX-License-Identifier: BSL-1.0
//
// The storm of queue_stress.cpp for the queue with one thread on either side. Also built for a
// kernel that refuses heavy fences.
#include "storm.hpp"

#include <tollgate/queue/spsc_queue.hpp>

#include <gtest/gtest.h>

namespace tollgate::queue {
namespace {

TEST(spsc_queue, loses_nothing) {
    lose_nothing<in_threads, spsc_queue<storm_element>>({{1, 1}});
}

} // namespace
} // namespace tollgate::queue
