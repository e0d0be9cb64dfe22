// SPDX-License-Identifier: BSL-1.0
//
// Boost's channels, and tollgate::fiber's.
#include "alternative_suites.hpp"
#include "alternatives/boost_fiber_channels.hpp"
#include "own_channel.hpp"

namespace tollgate::queue_test::alternative_check {
namespace {

using channel_kinds = ::testing::Types<
    kind<"boost_buffered", boost_fiber_buffered>, kind<"boost_unbuffered", boost_fiber_unbuffered>,
    kind<"channel", own_fiber_channel>, kind<"shared_channel", own_shared_channel>>;
INSTANTIATE_TYPED_TEST_SUITE_P(channel, alternatives, channel_kinds, kind_name);

} // namespace
} // namespace tollgate::queue_test::alternative_check
