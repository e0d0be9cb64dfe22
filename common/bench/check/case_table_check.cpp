// SPDX-License-Identifier: BSL-1.0
#include <tollgate/bench/case_table.hpp>

#include <gmock/gmock.h>

namespace tollgate::bench {
namespace {

using measure::case_key;
using ::testing::ElementsAre;

measure::measured_case made(const case_key& key, const char* unit = "one") {
    measure::measured_case one;
    one.key = key;
    one.unit = unit;
    return one;
}

class case_table_check : public testing::Test {
protected:
    cli::options chosen_;
    cpu::topology machine_; ///< without a CPU to pin to
    case_table table_{chosen_, machine_};

    std::vector<std::string> names() {
        std::vector<std::string> all;
        for (const auto& one : std::move(table_).take().cases) {
            all.push_back(one.key.name());
        }
        return all;
    }
};

TEST_F(case_table_check, cases_are_in_the_order_of_their_ranks) {
    table_.add(made("c"), 1);
    table_.add(made("b"), 0);
    table_.add(made("a"), 1);
    EXPECT_THAT(names(), ElementsAre("b", "c", "a"));
}

TEST_F(case_table_check, of_two_of_one_name_the_first_is_there) {
    table_.add(made({"a", {{"n", 1U}}}, "first"), 1);
    table_.add(made({"a", {{"n", 1U}}}, "second"), 0);
    const cli::case_list list = std::move(table_).take();
    ASSERT_EQ(list.cases.size(), 1U);
    EXPECT_EQ(list.cases[0].unit, "first");
}

TEST_F(case_table_check, a_case_is_compared_with_what_it_is_told_to) {
    table_.add(made("a"), case_key("b", {{"n", 1U}}));
    table_.add(made("c"));
    const cli::case_list list = std::move(table_).take();
    EXPECT_EQ(list.cases[0].compared_with, "b/n:1");
    EXPECT_EQ(list.cases[1].compared_with, "");
}

TEST_F(case_table_check, no_reason_is_said_of_a_case_that_is_there) {
    table_.refuse("a", "too far");
    table_.add(made("a"));
    table_.refuse("a", "too late");
    const cli::case_list list = std::move(table_).take();
    EXPECT_EQ(list.cases.size(), 1U);
    EXPECT_THAT(list.unavailable, testing::IsEmpty());
}

TEST_F(case_table_check, a_reason_is_said_once) {
    table_.refuse("a", "too far");
    table_.refuse("a", "too late");
    table_.refuse("b", "too late");
    table_.note("that is all");
    const cli::case_list list = std::move(table_).take();
    ASSERT_EQ(list.unavailable.size(), 2U);
    EXPECT_EQ(list.unavailable[0].reason, "too far");
    EXPECT_THAT(list.notes, ElementsAre("that is all"));
}

TEST_F(case_table_check, a_place_that_is_not_there_is_refused) {
    EXPECT_TRUE(table_.assign(cpu::placement::free, 2, "a"));
    EXPECT_FALSE(table_.assign(cpu::placement::core, 2, "b"));
    const cli::case_list list = std::move(table_).take();
    ASSERT_EQ(list.unavailable.size(), 1U);
    EXPECT_EQ(list.unavailable[0].key.name(), "b");
    EXPECT_NE(list.unavailable[0].reason, "");
}

TEST(product, is_every_combination_and_the_last_changes_fastest) {
    EXPECT_THAT(product(std::vector{1, 2}, std::vector{'a', 'b'}),
                ElementsAre(std::tuple(1, 'a'), std::tuple(1, 'b'), std::tuple(2, 'a'),
                            std::tuple(2, 'b')));
    EXPECT_THAT(product(std::vector{1}, std::vector<char>{}), ElementsAre());
    EXPECT_EQ(product(std::vector{1, 2}, std::vector{1, 2, 3}, std::vector{1, 2}).size(), 12U);
}

} // namespace
} // namespace tollgate::bench
