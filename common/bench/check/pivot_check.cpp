// SPDX-License-Identifier: BSL-1.0
#include <tollgate/bench/pivot.hpp>

#include <gmock/gmock.h>

#include <optional>

namespace tollgate::bench {
namespace {

using ::testing::ElementsAre;

measure::case_result case_of(const measure::case_key& key, std::size_t rounds = 1) {
    measure::case_record record;
    record.key = key;
    record.rounds.resize(rounds);
    return record;
}

TEST(grouped, is_by_what_is_said_of_the_key_in_the_order_of_the_cases) {
    const std::vector<measure::case_result> cases{
        case_of({"a/x", {{"n", 2U}}}), case_of({"a/y", {{"n", 1U}}}), case_of({"a/y", {{"n", 2U}}}),
        case_of("a/without"), case_of({"a/unmeasured", {{"n", 2U}}}, 0)};
    const auto groups =
        grouped(cases, [](const measure::case_key& key) { return key.number("n"); });
    ASSERT_EQ(groups.size(), 2U);
    EXPECT_EQ(groups[0].first, 2U);
    EXPECT_THAT(groups[0].second, ElementsAre(&cases[0], &cases[2]));
    EXPECT_EQ(groups[1].first, 1U);
    EXPECT_THAT(groups[1].second, ElementsAre(&cases[1]));
}

TEST(pivot_table, rows_and_columns_stand_as_they_were_first_put) {
    pivot_table table({"slice", "test"});
    EXPECT_TRUE(table.empty());
    EXPECT_EQ(table.str(), "");
    table.put({"2", "woken"}, "parker", "1.5");
    table.put({"5", "woken"}, "condvar", "4.5");
    table.put({"2", "woken"}, "condvar", "3.5");
    EXPECT_EQ(table.str(), "| slice | test  | parker | condvar |\n"
                           "|:------|:------|-------:|--------:|\n"
                           "| 2     | woken |    1.5 |     3.5 |\n"
                           "| 5     | woken |      - |     4.5 |\n");
}

TEST(pivot_table, what_is_put_last_counts) {
    pivot_table table({"row"});
    table.put({"a"}, "b", "1");
    table.put({"a"}, "b", "2");
    EXPECT_EQ(table.str(), "| row | b |\n|:----|--:|\n| a   | 2 |\n");
}

} // namespace
} // namespace tollgate::bench
