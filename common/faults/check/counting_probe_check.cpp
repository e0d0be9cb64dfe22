// SPDX-License-Identifier: BSL-1.0
#include <tollgate/faults/counting_probe.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>

namespace tollgate::faults {
namespace {

bool in_order(std::initializer_list<std::uint64_t> told) {
    counting_probe probe(100);
    for (const std::uint64_t done : told) {
        static_cast<void>(probe.turn(done));
    }
    return probe.in_order();
}

TEST(counting_probe, ends_after_the_operations_it_lets_through) {
    for (const std::uint64_t operations : {0, 1, 5}) {
        counting_probe probe(operations);
        std::uint64_t done = 0;
        while (probe.turn(done)) {
            ++done;
        }
        EXPECT_EQ(done, operations);
        EXPECT_EQ(probe.turns(), operations + 1);
        EXPECT_TRUE(probe.in_order());
    }
}

TEST(counting_probe, sees_a_number_that_is_not_the_next) {
    EXPECT_TRUE(in_order({}));
    EXPECT_TRUE(in_order({0, 1, 2, 3}));
    EXPECT_FALSE(in_order({1}));
    EXPECT_FALSE(in_order({0, 2})) << "skipped";
    EXPECT_FALSE(in_order({0, 1, 1})) << "told twice";
    EXPECT_FALSE(in_order({0, 2, 1})) << "swapped";
}

TEST(counting_probe, does_not_forget) {
    EXPECT_FALSE(in_order({0, 5, 2, 3, 4}));
}

} // namespace
} // namespace tollgate::faults
