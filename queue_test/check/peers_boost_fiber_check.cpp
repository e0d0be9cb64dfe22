// SPDX-License-Identifier: BSL-1.0
//
// Boost's channels, and tollgate::fiber's.
#include "own_channel.hpp"
#include "peer_suites.hpp"
#include "peers/boost_fiber_channels.hpp"

#include <gtest/gtest.h>

namespace tollgate::queue_test::peer_check {
namespace {

using channel_kinds =
    testing::Types<kind<"boost_buffered", boost_fiber_buffered>,
                   kind<"boost_unbuffered", boost_fiber_unbuffered>,
                   kind<"channel", own_fiber_channel>, kind<"shared_channel", own_shared_channel>>;
INSTANTIATE_TYPED_TEST_SUITE_P(channel, peers, channel_kinds, kind_name);

TEST(own_channel_of_fibers, is_not_for_any_thread) {
    EXPECT_FALSE(is_for_any_thread<own_fiber_channel<message<8>>>);
    EXPECT_TRUE(is_for_any_thread<own_shared_channel<message<8>>>);
}

} // namespace
} // namespace tollgate::queue_test::peer_check
