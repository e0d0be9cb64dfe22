// SPDX-License-Identifier: BSL-1.0
//
// Crowds of timers of all kinds, with operations in random order.
#include "armed/alternative_timers.hpp"
#include "armed/crowd.hpp"
#include "armed/own_timers.hpp"

#include <gtest/gtest.h>

#include <random>

namespace {

using namespace tollgate;
using namespace tollgate::timeout_test;

template <class Timers>
class crowd_of : public ::testing::Test {};

using all_timers = ::testing::Types<own_timers<timer::wheel>, own_timers<timer::fifo>, tree_timers,
                                    map_timers, heap_timers>;
TYPED_TEST_SUITE(crowd_of, all_timers);

template <class Timers>
std::string failure_after(crowd<Timers>& timers, act operation) {
    timers.prepare(operation);
    timers.act_on(operation);
    timers.finish(operation);
    return timers.failure();
}

TYPED_TEST(crowd_of, has_no_failure_with_operations_in_any_order) {
    for (const std::size_t timers : {1, 2, 3, 999, 1'000, 1'001, 2'500}) {
        crowd<TypeParam> tested(timers, timers);
        std::mt19937 random(7);
        for (int i = 0; i < 60; ++i) {
            const act operation = all_acts[random() % all_acts.size()];
            ASSERT_EQ(failure_after(tested, operation), "")
                << to_string(operation) << " " << timers;
        }
    }
}

} // namespace
