// SPDX-License-Identifier: BSL-1.0
#include "peer_suites.hpp"
#include "peers/boost_lockfree.hpp"

#include <gtest/gtest.h>

namespace tollgate::queue_test::peer_check {
namespace {

using boost_queue_kinds = testing::Types<kind<"boost_lockfree_queue", boost_lockfree_queue>>;
INSTANTIATE_TYPED_TEST_SUITE_P(boost_queue, peers, boost_queue_kinds, kind_name);

TEST(boost_lockfree_queue_limit, is_the_greatest_that_works) {
    using queue = boost_lockfree_queue<message<8>>;
    EXPECT_FALSE(queue::refuses(65'534));
    EXPECT_EQ(queue::refuses(65'535), "holds at most 65534");
    const queue largest(65'534);
    const queue limited(65'535);
}

} // namespace
} // namespace tollgate::queue_test::peer_check
