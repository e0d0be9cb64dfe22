// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/comparison.hpp>

#include "made_up.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace tollgate::measure {
namespace {

using ::testing::IsEmpty;

const std::vector<noise_floor> one_percent{{"first", 1, stats::interval{0.995, 1.01, 0.95}, false}};

/// `rounds` equal ones of one pass.
case_record against(const std::string& reference, const std::string& name, double value_ns,
                    std::size_t rounds = 8) {
    case_record record = record_of(std::vector<double>(rounds, value_ns), name);
    record.compared_with = reference;
    return record;
}

TEST(compare_all, a_case_is_compared_with_the_one_that_it_names) {
    const auto all = compare_all({against("", "first", 1), against("", "a", 2),
                                  against("a", "b", 8), against("c", "d", 3), against("", "c", 6)},
                                 one_percent);
    ASSERT_EQ(all.size(), 4u);
    EXPECT_EQ(all[0].reference.name(), "first");
    EXPECT_EQ(all[1].of.name(), "b");
    EXPECT_EQ(all[1].reference.name(), "a");
    EXPECT_DOUBLE_EQ(all[1].ratio, 4);
    EXPECT_TRUE(all[1].resolved);
    EXPECT_EQ(all[2].reference.name(), "c") << "though that one comes later";
    EXPECT_DOUBLE_EQ(all[2].ratio, 0.5);
    EXPECT_EQ(all[3].reference.name(), "first");
}

TEST(compare_all, the_first_may_name_another) {
    const auto all =
        compare_all({against("second", "first", 4), against("second", "second", 1)}, one_percent);
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].of.name(), "first");
    EXPECT_EQ(all[0].reference.name(), "second");
    EXPECT_DOUBLE_EQ(all[0].ratio, 4);
}

TEST(compare_all, one_that_names_a_case_that_was_not_measured_is_compared_with_none) {
    EXPECT_THAT(compare_all({against("", "first", 1), against("gone", "a", 2)}, one_percent),
                IsEmpty());
}

TEST(compare_all, one_that_names_itself_is_compared_with_none) {
    EXPECT_THAT(compare_all({against("first", "first", 1), against("a", "a", 2)}, one_percent),
                IsEmpty());
}

TEST(compare_all, the_error_is_divided_by_the_comparisons_that_are_made) {
    // Six rounds reach 96.9 %: enough for one comparison, and not for two.
    std::vector<case_result> all{against("", "first", 1, 6), against("", "a", 2, 6),
                                 against("b", "b", 2, 6), against("gone", "c", 2, 6)};
    const auto one = compare_all(all, one_percent);
    ASSERT_EQ(one.size(), 1u);
    EXPECT_TRUE(one[0].range);
    all[2].record.compared_with = "a";
    const auto two = compare_all(all, one_percent);
    ASSERT_EQ(two.size(), 2u);
    EXPECT_FALSE(two[0].range);
    EXPECT_FALSE(two[1].range);
}

} // namespace
} // namespace tollgate::measure
