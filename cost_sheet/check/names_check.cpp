// SPDX-License-Identifier: BSL-1.0
#include "choice.hpp"
#include "sweep.hpp"

#include "made_up_sheet.hpp"

#include <gmock/gmock.h>

namespace tollgate::cost_sheet {
namespace {

using ::testing::IsEmpty;

TEST(choice, is_what_the_path_says) {
    const auto choice_of = [](const char* name) {
        return cost_sheet::choice_of(report::guess_key(name));
    };
    EXPECT_EQ(choice_of("fiber/yield/fibers:4"), choice::switching);
    EXPECT_EQ(choice_of("fiber/unbuffered_channel"), choice::hand_off);
    EXPECT_EQ(choice_of("thread/condvar/threads:4"), choice::hand_off);
    EXPECT_EQ(choice_of("queue/stream/impl:spsc"), choice::hand_off);
    EXPECT_EQ(choice_of("timeout/sleep"), choice::timeout);
    EXPECT_EQ(choice_of("timer/insert"), choice::timeout);
    EXPECT_EQ(choice_of("cancel/check"), choice::cancel);
    EXPECT_EQ(choice_of("liveness/checkpoint"), choice::heartbeat);
    EXPECT_EQ(choice_of("sleep/wake_cost"), choice::sleep);
    EXPECT_EQ(choice_of("BM_sort/8"), choice::other);
    EXPECT_EQ(choice_of("fiber"), choice::other);
    EXPECT_EQ(choice_of(""), choice::other);
}

sheet sheet_with(const std::vector<std::string>& names) {
    sheet all;
    all.files = {made_up_file("testOne", "one.json")};
    for (const std::string& name : names) {
        all.cases.push_back(made_up_case(name, 10, 1));
    }
    return all;
}

TEST(sweep, is_found_where_one_number_differs) {
    const sheet all = sheet_with({"a/x/n:16", "a/x/n:2", "a/x/n:4", "a/y/n:2", "a/y/n:4", "b/z"});
    const auto found = find_sweeps(all);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].program, "a");
    EXPECT_EQ(found[0].over, "n");
    ASSERT_EQ(found[0].lines.size(), 1U) << "two points are no line";
    EXPECT_EQ(found[0].lines[0].of_all.name(), "a/x");
    EXPECT_EQ(found[0].lines[0].points[0].x, 2);
    EXPECT_EQ(found[0].lines[0].points[2].of, 0U);
}

TEST(sweep, lines_of_one_parameter_share_a_chart) {
    const sheet all = sheet_with({"a/x/n:1", "a/x/n:2", "a/x/n:4", "a/y/n:1", "a/y/n:2", "a/y/n:4",
                                  "a/y/k:1/n:1", "a/y/k:2/n:1", "a/y/k:3/n:1"});
    const auto found = find_sweeps(all);
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].over, "k");
    EXPECT_EQ(found[1].lines.size(), 2U);
}

TEST(sweep, words_and_wrong_numbers_are_no_axis) {
    EXPECT_THAT(find_sweeps(sheet_with({"a/n:x", "a/n:y", "a/n:z"})), IsEmpty());
    EXPECT_THAT(find_sweeps(sheet_with({"a/n:inf", "a/n:nan", "a/n:1e999", "a/n:-1", "a/n:2x"})),
                IsEmpty());
}

TEST(sweep, of_two_files_makes_two_lines) {
    sheet all = sheet_with({"a/n:1", "a/n:2", "a/n:4", "a/n:1", "a/n:2", "a/n:4"});
    all.files.push_back(made_up_file("testOne", "two.json"));
    for (std::size_t i = 3; i < 6; ++i) {
        all.cases[i].file = 1;
    }
    ASSERT_EQ(find_sweeps(all).size(), 1U);
    EXPECT_EQ(find_sweeps(all)[0].lines.size(), 2U);
}

TEST(placement, rows_differ_in_it_alone) {
    const auto found = find_placements(sheet_with(
        {"a/x/n:2/placement:same", "a/x/n:2/placement:core", "a/x/n:4/placement:core", "a/y"}));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].of_all.name(), "a/x/n:2");
    ASSERT_EQ(found[0].bars.size(), 2U);
    EXPECT_EQ(found[0].bars[0].placement, "same");
    EXPECT_EQ(found[0].bars[1].of, 1U);
}

} // namespace
} // namespace tollgate::cost_sheet
