// SPDX-License-Identifier: BSL-1.0
//
// Crowds of timers of all kinds, in any order of what is done with them.
#include "armed/crowd.hpp"
#include "armed/own_timers.hpp"
#include "armed/peer_timers.hpp"
#include "wrong_timers.hpp"

#include <gmock/gmock.h>

#include <random>

namespace {

using namespace tollgate;
using namespace tollgate::timeout_test;
using ::testing::HasSubstr;

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

TEST(crowd, samples_no_more_than_it_has) {
    EXPECT_EQ((crowd<tree_timers>(3, 1).sample_size()), 3u);
    EXPECT_EQ((crowd<tree_timers>(1'000'000, 1).sample_size()), timer_draft::most_in_a_sample);
}

TEST(crowd, notices_a_wrong_expiry) {
    crowd<wrong_timers<timer_mistake::early>> early(500, 1);
    EXPECT_THAT(wrong_after(early, act::expire), HasSubstr("expired"));
    crowd<wrong_timers<timer_mistake::late>> late(500, 1);
    EXPECT_THAT(wrong_after(late, act::expire), HasSubstr("did not expire"));
    crowd<wrong_timers<timer_mistake::twice>> twice(500, 1);
    EXPECT_EQ(wrong_after(twice, act::expire), "a timer expired twice, or was not armed");
    crowd<wrong_timers<timer_mistake::not_ever>> never(500, 1);
    EXPECT_EQ(wrong_after(never, act::expire), "a timer did not expire");
    crowd<wrong_timers<timer_mistake::none>> right(500, 1);
    EXPECT_EQ(wrong_after(right, act::expire), "");
}

} // namespace
