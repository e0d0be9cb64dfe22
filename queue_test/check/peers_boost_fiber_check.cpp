// SPDX-License-Identifier: BSL-1.0
//
// Boost's channels between threads, and between fibers of one under Boost's scheduler and ours.
//
// tollgate::fiber's channels as queues: between fibers of one thread, and between threads.
#include "fiber_crews.hpp"
#include "own_channel.hpp"
#include "peer_suites.hpp"
#include "peers/boost_fiber_channels.hpp"

#include <tollgate/fiber/round_robin.hpp>

#include <boost/fiber/algo/round_robin.hpp>
#include <gtest/gtest.h>

#include <cstddef>

namespace tollgate::queue_test::peer_check {

namespace {

using under_boosts = as_fibers<boost::fibers::algo::round_robin>;
using under_ours = as_fibers<fiber::round_robin>;

using boost_fiber_kinds =
    testing::Types<kind<"buffered_between_threads", boost_fiber_buffered>,
                   kind<"unbuffered_between_threads", boost_fiber_unbuffered>,
                   kind<"buffered_between_fibers", boost_fiber_buffered, under_boosts>,
                   kind<"unbuffered_between_fibers", boost_fiber_unbuffered, under_boosts>,
                   kind<"buffered_under_tollgate", boost_fiber_buffered, under_ours>,
                   kind<"unbuffered_under_tollgate", boost_fiber_unbuffered, under_ours>>;
INSTANTIATE_TYPED_TEST_SUITE_P(boost_fiber, peers, boost_fiber_kinds, kind_name);
INSTANTIATE_TYPED_TEST_SUITE_P(boost_fiber, shared_peers, boost_fiber_kinds, kind_name);

} // namespace

namespace {

using our_fibers = as_fibers<fiber::round_robin>;
using our_threads = as_fiber_threads<fiber::round_robin>;

using own_channel_kinds =
    testing::Types<kind<"channel", own_fiber_channel, our_fibers>,
                   kind<"channel_of_none", own_fiber_rendezvous, our_fibers>,
                   kind<"shared_between_fibers", own_shared_channel, our_fibers>,
                   kind<"shared_of_none_between_fibers", own_shared_rendezvous, our_fibers>,
                   kind<"shared_between_threads", own_shared_channel, our_threads>,
                   kind<"shared_of_none_between_threads", own_shared_rendezvous, our_threads>>;
INSTANTIATE_TYPED_TEST_SUITE_P(own_channel, peers, own_channel_kinds, kind_name);
INSTANTIATE_TYPED_TEST_SUITE_P(own_channel, shared_peers, own_channel_kinds, kind_name);
using trying_own_channel_kinds =
    testing::Types<kind<"channel", own_fiber_channel>, kind<"shared_channel", own_shared_channel>>;
INSTANTIATE_TYPED_TEST_SUITE_P(own_channel, trying_peers, trying_own_channel_kinds, kind_name);

TEST(own_channel_of_none, takes_nothing_while_nobody_pops) {
    message<8> one;
    one.fill(1);
    own_fiber_rendezvous<message<8>> single(64);
    EXPECT_FALSE(single.try_push(one));
    EXPECT_FALSE(single.try_pop(one));
    own_shared_rendezvous<message<8>> shared(64);
    EXPECT_FALSE(shared.try_push(one));
    EXPECT_FALSE(shared.try_pop(one));
}

TEST(own_channel_of_fibers, is_not_for_any_thread) {
    EXPECT_FALSE(is_for_any_thread<own_fiber_channel<message<8>>>);
    EXPECT_FALSE(is_for_any_thread<own_fiber_rendezvous<message<8>>>);
    EXPECT_TRUE(is_for_any_thread<own_shared_channel<message<8>>>);
    EXPECT_TRUE(is_for_any_thread<own_shared_rendezvous<message<8>>>);
}

} // namespace

} // namespace tollgate::queue_test::peer_check
