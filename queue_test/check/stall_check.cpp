// SPDX-License-Identifier: BSL-1.0
//
// When a loop is said not to move any more, and what is done about it.
#include "stall.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <latch>

namespace {

using namespace tollgate::queue_test;

TEST(headway, sums_members) {
    headway moves(3);
    EXPECT_EQ(moves.sum(), 0U);
    moves.set(0, 5);
    moves.set(1, 7);
    moves.set(2, 11);
    moves.set(0, 6);
    EXPECT_EQ(moves.of(0), 6U);
    EXPECT_EQ(moves.sum(), 24U);
    EXPECT_EQ(moves.sum(0, 2), 13U);
    EXPECT_EQ(moves.sum(1, 3), 18U);
    EXPECT_EQ(moves.sum(2, 2), 0U);
}

/// A stall with its rescues counted.
class looked_at {
public:
    void look(int times = 1) {
        for (int i = 0; i < times; ++i) {
            seen_.look([this] { ++rescues_; });
        }
    }
    void move() { moves_.set(0, moves_.of(0) + 1); }
    [[nodiscard]] bool happened() const { return seen_.happened(); }
    /// The rescue may take its time.
    void expect_rescued_once() const {
        while (rescues_ == 0) {
        }
        EXPECT_EQ(rescues_, 1);
    }
    void expect_not_rescued() const { EXPECT_EQ(rescues_, 0); }

private:
    headway moves_{1};
    std::atomic<int> rescues_{0};
    stall seen_{moves_, std::chrono::hours(1)};
};

TEST(stall, happened_after_so_many_looks_and_not_before) {
    looked_at loop;
    loop.move();
    loop.look(); // this one saw it move
    loop.look(stall::patience - 1);
    EXPECT_FALSE(loop.happened());
    loop.expect_not_rescued();
    loop.look();
    EXPECT_TRUE(loop.happened());
    loop.expect_rescued_once();
}

TEST(stall, whoever_moves_now_and_then_is_left_alone) {
    looked_at loop;
    for (int i = 0; i < 10; ++i) {
        loop.move();
        loop.look(stall::patience);
        EXPECT_FALSE(loop.happened());
    }
    loop.expect_not_rescued();
}

TEST(stall, is_remembered_when_the_rescue_helped) {
    looked_at loop;
    loop.look(stall::patience);
    loop.move();
    loop.look(stall::patience_after_rescue);
    loop.move();
    loop.look(stall::patience_after_rescue);
    EXPECT_TRUE(loop.happened());
    loop.expect_rescued_once();
}

constexpr const char* last_words = "proof of work failed: nothing moves through a queue any more";

TEST(stall_without_rescue, ends_the_program) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(
        {
            looked_at loop;
            loop.look(stall::patience + stall::patience_after_rescue);
        },
        testing::ExitedWithCode(EXIT_FAILURE), last_words);
}

// One that pushes to a full queue; at the loop's looks, and when the loop has ended without it.
TEST(stall_without_rescue, does_not_wait_for_a_rescue_that_never_ends) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const auto stand_still = [](std::chrono::nanoseconds between_looks, int looks) {
        const headway moves(1);
        std::latch never(1);
        stall seen(moves, between_looks);
        for (int i = 0; i < looks; ++i) {
            seen.look([&] { never.wait(); });
        }
    };
    EXPECT_EXIT(stand_still(std::chrono::hours(1), stall::patience + stall::patience_after_rescue),
                testing::ExitedWithCode(EXIT_FAILURE), last_words);
    EXPECT_EXIT(stand_still(std::chrono::milliseconds(1), stall::patience),
                testing::ExitedWithCode(EXIT_FAILURE), last_words);
}

} // namespace
