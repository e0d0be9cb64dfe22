// SPDX-License-Identifier: BSL-1.0
#include "compare/pairing.hpp"
#include "made_up_runs.hpp"

#include <deque>

#include <gmock/gmock.h>

namespace tollgate::cost_sheet {
namespace {

class pairing : public ::testing::Test {
protected:
    /// Runs begun at these seconds; a negative one has no date.
    run_list at(const std::vector<std::int64_t>& seconds) {
        run_list made;
        for (const std::int64_t second : seconds) {
            kept.emplace_back();
            if (second >= 0) {
                kept.back().date_s = second;
            }
            made.push_back(&kept.back());
        }
        return made;
    }

    std::deque<measured_run> kept;
};

TEST_F(pairing, runs_that_take_turns_are_pairs_whoever_comes_first) {
    const auto pairs = pair_in_time(at({0, 3, 4, 7, 8, 11}), at({1, 2, 5, 6, 9, 10}));
    ASSERT_TRUE(pairs);
    ASSERT_EQ(pairs->size(), 6U);
    EXPECT_EQ(pairs->front().first->date_s, 0);
    EXPECT_EQ(pairs->front().second->date_s, 1);
    EXPECT_EQ(pairs->at(1).first->date_s, 3);
    EXPECT_EQ(pairs->at(1).second->date_s, 2);
}

TEST_F(pairing, the_order_of_the_files_does_not_matter) {
    const auto pairs = pair_in_time(at({8, 0, 10, 4, 2, 6}), at({1, 11, 9, 7, 5, 3}));
    ASSERT_TRUE(pairs);
    EXPECT_EQ(pairs->back().first->date_s, 10);
    EXPECT_EQ(pairs->back().second->date_s, 11);
}

TEST_F(pairing, several_runs_of_one_second_keep_the_order_of_their_files) {
    const run_list before = at({0, 0, 1, 1, 2, 2});
    const run_list after = at({0, 0, 1, 1, 2, 2});
    const auto pairs = pair_in_time(before, after);
    ASSERT_TRUE(pairs);
    for (std::size_t i = 0; i < 6; ++i) {
        EXPECT_EQ(pairs->at(i).first, before[i]);
        EXPECT_EQ(pairs->at(i).second, after[i]);
    }
}

TEST_F(pairing, one_side_after_the_other_is_none) {
    EXPECT_FALSE(pair_in_time(at({0, 1, 2, 3, 4, 5}), at({6, 7, 8, 9, 10, 11})));
    EXPECT_FALSE(pair_in_time(at({0, 1, 4, 5, 8, 9}), at({2, 3, 6, 7, 10, 11})));
}

TEST_F(pairing, a_last_run_may_be_missing_and_no_more) {
    const auto pairs = pair_in_time(at({0, 2, 4, 6, 8, 10, 12}), at({1, 3, 5, 7, 9, 11}));
    ASSERT_TRUE(pairs);
    EXPECT_EQ(pairs->size(), 6U);
    EXPECT_FALSE(pair_in_time(at({0, 2, 4, 6, 8, 10, 12, 14}), at({1, 3, 5, 7, 9, 11})));
}

TEST_F(pairing, five_pairs_are_too_few) {
    EXPECT_FALSE(pair_in_time(at({0, 2, 4, 6, 8}), at({1, 3, 5, 7, 9})));
    EXPECT_FALSE(pair_in_time({}, {}));
}

TEST_F(pairing, dates_that_say_nothing_make_no_pairs) {
    EXPECT_FALSE(pair_in_time(at({0, 2, 4, 6, 8, -1}), at({1, 3, 5, 7, 9, 11})));
    EXPECT_FALSE(pair_in_time(at({7, 7, 7, 7, 7, 7}), at({7, 7, 7, 7, 7, 7})));
}

} // namespace
} // namespace tollgate::cost_sheet
