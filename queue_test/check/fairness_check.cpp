// SPDX-License-Identifier: BSL-1.0
#include "fairness.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace {

using namespace tollgate::queue_test;
using namespace std::chrono_literals;
using ::testing::Eq;
using ::testing::Optional;

using shares = std::vector<std::uint64_t>;

std::optional<std::string> said_of(const shares& taken, std::chrono::nanoseconds time = 1s) {
    fairness seen(taken.size());
    seen.add(taken, time);
    return seen.starved();
}

TEST(fairness, a_tenth_of_the_mean_is_enough) {
    EXPECT_EQ(said_of({10'000, 10'000}), std::nullopt);
    EXPECT_EQ(said_of({19'000, 1'000}), std::nullopt);
    EXPECT_THAT(said_of({19'001, 999}),
                Optional(Eq("a consumer starved: it got 999 messages, the mean is 10000")));
}

TEST(fairness, nothing_is_too_little_for_anybody) {
    EXPECT_NE(said_of({0, 5'000}), std::nullopt);
    EXPECT_NE(said_of({5'000, 5'000, 0, 5'000}), std::nullopt);
}

TEST(fairness, is_not_judged_by_a_short_time) {
    EXPECT_EQ(said_of({20'000, 0}, 999ms), std::nullopt);
    EXPECT_NE(said_of({20'000, 0}, 1s), std::nullopt);
}

TEST(fairness, is_not_judged_by_few_messages) {
    EXPECT_EQ(said_of({1'999, 0}), std::nullopt);
    EXPECT_NE(said_of({2'000, 0}), std::nullopt);
    EXPECT_EQ(said_of({0, 0}), std::nullopt);
}

TEST(fairness, is_of_all_batches_together) {
    fairness seen(2);
    for (int batch = 0; batch < 3; ++batch) {
        seen.add(batch % 2 == 0 ? shares{20'000, 0} : shares{0, 20'000}, 400ms);
    }
    EXPECT_EQ(seen.starved(), std::nullopt) << "each had its turn";
    fairness unfair(2);
    for (int batch = 0; batch < 3; ++batch) {
        EXPECT_EQ(unfair.starved(), std::nullopt) << "not yet";
        unfair.add({20'000, 0}, 400ms);
    }
    EXPECT_NE(unfair.starved(), std::nullopt);
}

TEST(fairness, one_alone_has_everything) {
    EXPECT_EQ(said_of({5'000}), std::nullopt);
}

} // namespace
