// SPDX-License-Identifier: BSL-1.0
//
// Crowds of timers of all kinds, in any order of what is done with them.
#include "armed/crowd.hpp"
#include "armed/own_timers.hpp"
#include "armed/peer_timers.hpp"

#include <gtest/gtest.h>

#include <random>

namespace {

using namespace tollgate;
using namespace tollgate::timeout_test;

template <class Timers>
class crowd_of : public testing::Test {};

using all_timers = testing::Types<own_timers<timer::wheel>, own_timers<timer::fifo>, tree_timers,
                                  map_timers, heap_timers>;
TYPED_TEST_SUITE(crowd_of, all_timers);

template <class Timers>
std::string wrong_after(crowd<Timers>& some, act what) {
    some.prepare(what);
    some.act_on(what);
    some.finish(what);
    return some.wrong();
}

TYPED_TEST(crowd_of, does_everything_in_any_order) {
    for (const std::size_t timers : {1, 2, 3, 999, 1'000, 1'001, 2'500}) {
        crowd<TypeParam> some(timers, timers);
        std::mt19937 random(7);
        for (int i = 0; i < 60; ++i) {
            const act what = all_acts[random() % all_acts.size()];
            ASSERT_EQ(wrong_after(some, what), "") << to_string(what) << " " << timers;
        }
    }
}

} // namespace
