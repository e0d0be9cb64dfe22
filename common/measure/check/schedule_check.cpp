// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/schedule.hpp>

#include <gtest/gtest.h>

namespace tollgate::measure {
namespace {

TEST(schedule, counts_its_groups_and_operations) {
    const schedule asked{5, {{3, 1}, {0, 8}, {2, 100}}};
    EXPECT_EQ(asked.groups(), 5u);
    EXPECT_EQ(asked.operations(), 5u + 3u + 200u);
}

TEST(schedule, without_segments_is_its_warm_up) {
    const schedule asked{7, {}};
    EXPECT_EQ(asked.groups(), 0u);
    EXPECT_EQ(asked.operations(), 7u);
}

} // namespace
} // namespace tollgate::measure
