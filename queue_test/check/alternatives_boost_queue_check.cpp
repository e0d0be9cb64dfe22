// SPDX-License-Identifier: BSL-1.0
#include "alternative_suites.hpp"
#include "alternatives/boost_lockfree.hpp"

#include <gtest/gtest.h>

namespace tollgate::queue_test::alternative_check {
namespace {

using boost_queue_kinds = ::testing::Types<kind<"boost_lockfree_queue", boost_lockfree_queue>>;
INSTANTIATE_TYPED_TEST_SUITE_P(boost_queue, alternatives, boost_queue_kinds, kind_name);

TEST(boost_lockfree_queue, has_the_largest_capacity_that_works) {
    using queue = boost_lockfree_queue<message<8>>;
    EXPECT_EQ(queue::holds(65'534), 65'534U);
    EXPECT_EQ(queue::holds(65'535), 65'534U);
    const queue largest(65'534);
    const queue limited(65'535);
}

} // namespace
} // namespace tollgate::queue_test::alternative_check
