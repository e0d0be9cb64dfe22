// SPDX-License-Identifier: BSL-1.0
#include "compare/common_text.hpp"
#include "compare/speed_marks.hpp"

#include <limits>

#include <gmock/gmock.h>

namespace tollgate::cost_sheet {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

measured_run run_with(std::vector<speed_mark> marks) {
    measured_run made;
    made.marks = std::move(marks);
    return made;
}

TEST(speed_marks, are_those_that_were_measured) {
    measure::calibration clock;
    EXPECT_THAT(marks_of(clock), IsEmpty());
    clock.reading_ns_p50 = 21;
    EXPECT_THAT(marks_of(clock), ElementsAre(speed_mark{"the clock's reading", 21}));
    clock.l1_miss_ns = std::numeric_limits<double>::infinity();
    EXPECT_THAT(marks_of(clock), SizeIs(1));
    clock.l1_miss_ns = 3;
    EXPECT_THAT(marks_of(clock), SizeIs(2));
}

TEST(speed_marks, move_if_both_sides_state_them) {
    const measured_run one = run_with({{"a", 10}, {"b", 5}});
    const measured_run two = run_with({{"a", 20}});
    const measured_run three = run_with({{"a", 30}, {"c", 1}});
    const auto moved = moved_marks({&one}, {&two, &three, &three});
    ASSERT_THAT(moved, SizeIs(1));
    EXPECT_EQ(moved[0].name, "a");
    EXPECT_NEAR(moved[0].ratio, 3, 1e-12);
}

TEST(judge_speed, compares_the_marks_with_the_rows) {
    EXPECT_EQ(judge_speed(1.5, {}), machine_speed::unknown);
    EXPECT_EQ(judge_speed(1.5, {{"a", 1.01}, {"b", 0.99}}), machine_speed::unseen);
    EXPECT_EQ(judge_speed(1.5, {{"a", 1.5}, {"b", 1.45}}), machine_speed::moved);
    EXPECT_EQ(judge_speed(1.5, {{"a", 1.5}, {"b", 1}}), machine_speed::undecided);
    EXPECT_EQ(judge_speed(1.5, {{"a", 1.22}}), machine_speed::undecided);
    EXPECT_EQ(judge_speed(1.5, {{"a", 0.67}}), machine_speed::undecided);
    EXPECT_EQ(judge_speed(0.67, {{"a", 0.66}}), machine_speed::moved);
}

TEST(judge_speed, believes_decisive_marks_alone) {
    EXPECT_EQ(judge_speed(1.5, {{"a", 1}, {"r", 1.5, true}}), machine_speed::moved);
    EXPECT_EQ(judge_speed(1.5, {{"a", 1.5}, {"r", 1, true}}), machine_speed::same);
}

TEST(common_text, is_one_line_that_says_whose_movement_it_is) {
    common_movement found;
    found.ratio = 1.5;
    found.range = {1.48, 1.52, 0.95};
    found.moved = true;
    found.marks = {{"the reference loop", 1, true}};
    found.speed = machine_speed::same;
    EXPECT_EQ(common_text(found),
              "all rows × 1.500 ± 0.020, the reference loop × 1.00: not the machine's own speed, "
              "but a neighbour may slow rows that are not quiet\n");
    found.speed = machine_speed::moved;
    EXPECT_THAT(common_text(found), HasSubstr("which moved with them: the machine's speed"));
    found.speed = machine_speed::undecided;
    EXPECT_THAT(common_text(found), HasSubstr("cannot be told"));
    found.marks = {};
    found.speed = machine_speed::unknown;
    EXPECT_THAT(common_text(found), HasSubstr("state no mark"));
    found.made = difference::manner::interleaved;
    EXPECT_EQ(common_text(found), "all rows × 1.500 ± 0.020, pair by pair\n");
    found.moved = false;
    EXPECT_THAT(common_text(found), HasSubstr("did not move together"));
    found.range = {0.0003, 7000, 0.95};
    EXPECT_THAT(common_text(found), HasSubstr("scatter so much"));
}

} // namespace
} // namespace tollgate::cost_sheet
