// SPDX-License-Identifier: BSL-1.0
// What is made of cases before it is printed: groups from cheap to dear.
#include "ladder.hpp"
#include "made_up_results.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tollgate::cost_sheet {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

results made_up_sheet() {
    results all;
    all.files = {made_up_file("testFiber", "fiber.json")};
    all.cases = {made_up_case("fiber/slow", 100, 1), made_up_case("fiber/fast", 10, 1),
                 made_up_case("fiber/nearly", 10.5, 1), made_up_case("cancel/one", 5, 1)};
    return all;
}

std::vector<std::size_t> order(const ladder_group& group) {
    std::vector<std::size_t> cases(group.rows.size());
    std::ranges::transform(group.rows, cases.begin(), &ranked_row::of);
    return cases;
}

TEST(ladder, ranks_each_group_from_cheapest_to_dearest) {
    const ladder found = make_ladder(made_up_sheet());
    ASSERT_EQ(found.groups.size(), 2U);
    EXPECT_EQ(found.groups[0].kind, choice::switching);
    EXPECT_THAT(order(found.groups[0]), ElementsAre(1, 2, 0));
    EXPECT_EQ(found.groups[1].kind, choice::cancel);
    EXPECT_EQ(found.groups[0].rows[0].ratio, 1);
    EXPECT_EQ(found.groups[0].rows[2].ratio, 10);
    EXPECT_EQ(found.groups[0].rows[1].ratio, std::nullopt) << "a tie has none";
    EXPECT_FALSE(found.groups[0].rows[0].tied);
    EXPECT_TRUE(found.groups[0].rows[1].tied) << "their intervals meet";
    EXPECT_FALSE(found.groups[0].rows[2].tied);
    EXPECT_EQ(ladder_text({}), "");
}

TEST(ladder, a_difference_below_the_noise_floor_is_a_tie) {
    results all = made_up_sheet();
    all.cases = {made_up_case("fiber/a", 100, 0.1), made_up_case("fiber/b", 101.9, 0.1),
                 made_up_case("fiber/c", 105, 0.1)};
    const ladder found = make_ladder(all);
    EXPECT_TRUE(found.groups[0].rows[1].tied) << "1.9 %, and the floor is 2 %";
    EXPECT_FALSE(found.groups[0].rows[2].tied);
    all.cases[0].cost.noise_floor = all.cases[1].cost.noise_floor = 0.01;
    EXPECT_FALSE(make_ladder(all).groups[0].rows[1].tied);
    all.cases[1].cost.noise_floor = 0.02;
    EXPECT_TRUE(make_ladder(all).groups[0].rows[1].tied) << "the larger of the two counts";
}

TEST(ladder, a_ratio_is_to_the_cheapest_of_the_same_file) {
    results all = made_up_sheet();
    all.files.push_back(made_up_file("testThread", "thread.json"));
    all.files[1].clock.source = clock::source::tsc;
    all.cases.push_back(made_up_case("fiber/other", 40, 0.1, 1));
    all.cases.push_back(made_up_case("fiber/more", 80, 0.1, 1));
    const ladder_group group = make_ladder(all).groups[0];
    EXPECT_THAT(order(group), ElementsAre(1, 2, 4, 5, 0));
    EXPECT_EQ(group.rows[2].ratio, 1);
    EXPECT_EQ(group.rows[3].ratio, 2);
    EXPECT_EQ(group.rows[4].ratio, 10);
    EXPECT_THAT(ladder_text(all), HasSubstr("the files are not of one run: clock realtime or tsc"));
}

TEST(ladder, what_costs_nothing_comes_first_and_has_no_ratio) {
    results all = made_up_sheet();
    all.cases[0].record.key = "fiber/\x1b]0;owned\x07";
    all.cases[0].cost.ns.range = stats::interval{-640, 840, 0.95};
    EXPECT_THAT(ladder_text(all),
                AllOf(HasSubstr("fiber/\\x1b]0;owned\\x07"), HasSubstr("100.0 | > 100 % |")));
    all.cases[0].cost.ns.value = -1;
    const ladder found = make_ladder(all);
    EXPECT_EQ(found.groups[0].rows[0].of, 0U);
    for (const ranked_row& one : found.groups[0].rows) {
        EXPECT_EQ(one.ratio, std::nullopt);
    }
    EXPECT_GT(found.least_ns, 0);
}

TEST(ladder, a_run_whose_proof_failed_is_not_ranked) {
    results all = made_up_sheet();
    all.cases[1].record.failures = {"a turn was lost"};
    EXPECT_EQ(make_ladder(all).failed, 1U);
    EXPECT_THAT(order(make_ladder(all).groups[0]), ElementsAre(2, 0));
    all.files[0].failures = {"a turn was lost"};
    EXPECT_EQ(make_ladder(all).failed, 4U);
    EXPECT_TRUE(make_ladder(all).groups.empty());
    EXPECT_TRUE(make_ladder(all).marks.empty());
    EXPECT_THAT(ladder_text(all), HasSubstr("proof of work of their run failed: 4 cases"));
}

TEST(ladder, a_familiar_mark_is_the_cheapest_reading_of_each_clock) {
    results all = made_up_sheet();
    all.files.push_back(made_up_file("testCancel", "cancel.json"));
    all.files[1].clock.reading_ns_p50 = 18;
    const ladder found = make_ladder(all);
    ASSERT_EQ(found.marks.size(), 1U) << "one clock, read in two runs";
    EXPECT_EQ(found.marks[0].ns, 18);
}

TEST(ladder, files_of_one_program_are_told_apart) {
    results all = made_up_sheet();
    EXPECT_THAT(ladder_text(all), Not(HasSubstr("[")));
    all.files.push_back(made_up_file("testFiber", "other.json"));
    all.files[0].label = "fiber.json";
    EXPECT_THAT(ladder_text(all), HasSubstr("fiber/fast  [fiber.json]"));
}

TEST(ladder_text, has_a_table_for_each_group) {
    EXPECT_EQ(ladder_text(made_up_sheet()), R"(
Switch: from one fiber to another in the same thread

| case         | ns/op |    ± |   p99 |  × |
|:-------------|------:|-----:|------:|---:|
| fiber/fast   |  10.0 | 1.00 |  30.0 |  1 |
| fiber/nearly |  10.5 | 1.00 |  31.5 |  = |
| fiber/slow   | 100.0 | 1.00 | 300.0 | 10 |

Cancel: being able to be stopped, and stopping

| case       | ns/op |    ± |  p99 | × |
|:-----------|------:|-----:|-----:|--:|
| cancel/one |  5.00 | 1.00 | 15.0 | 1 |

× is how many times the cheapest of its group in its file: two files are two runs, which only make compare
compares. = is a tie with that one: not shown to differ.
)");
}

TEST(choice, is_what_the_path_says) {
    const auto choice_of = [](const char* name) {
        return cost_sheet::choice_of(report::guess_key(name));
    };
    EXPECT_EQ(choice_of("fiber/yield/fibers:4"), choice::switching);
    EXPECT_EQ(choice_of("fiber/unbuffered_channel"), choice::hand_off);
    EXPECT_EQ(choice_of("queue/stream/impl:spsc"), choice::hand_off);
    EXPECT_EQ(choice_of("timer/insert"), choice::timeout);
    EXPECT_EQ(choice_of("cancel/check"), choice::cancel);
    EXPECT_EQ(choice_of("liveness/checkpoint"), choice::heartbeat);
    EXPECT_EQ(choice_of("sleep/wake_cost"), choice::sleep);
    EXPECT_EQ(choice_of("BM_sort/8"), choice::other);
    EXPECT_EQ(choice_of("fiber"), choice::other);
}

/// A case of these costs in passes 0, 1, 2 …, of a file; its interval is as wide as anything.
case_row measured_case(const std::vector<double>& costs_ns, std::size_t file = 0) {
    const double mean = std::accumulate(costs_ns.begin(), costs_ns.end(), 0.0) /
                        static_cast<double>(costs_ns.size());
    case_row one = made_up_case("fiber/one", mean, mean, file);
    for (const double ns : costs_ns) {
        one.cost.passes.push_back({one.cost.passes.size(), std::log(ns)});
    }
    one.cost.noise_floor = 0;
    return one;
}

/// Which of them are shown to cost more than the first.
std::vector<bool> shown(const std::vector<case_row>& cases) {
    std::vector<measured_cost> all(cases.size());
    std::ranges::transform(cases, all.begin(), &case_row::cost);
    return shown_above_first(all);
}

/// The machine's speed changes by half from pass to pass.
const std::vector<double> moody{10, 15, 11, 14, 10, 15, 12, 13};

std::vector<double> times(const std::vector<double>& costs_ns, double ratio) {
    std::vector<double> all;
    for (const double ns : costs_ns) {
        all.push_back(ns * ratio * (1 + 0.001 * static_cast<double>(all.size() % 3)));
    }
    return all;
}

TEST(costs_more, rows_of_one_file_are_compared_pass_by_pass_and_those_of_two_files_are_not) {
    EXPECT_THAT(shown({measured_case(moody), measured_case(times(moody, 1.02))}),
                ElementsAre(false, true));
    EXPECT_THAT(shown({measured_case(moody), measured_case(times(moody, 1.02), 1),
                       measured_case(times(moody, 2), 1)}),
                ElementsAre(false, false, true));
}

TEST(costs_more, passes_are_paired_by_their_number) {
    case_row dear = measured_case(times(moody, 1.02));
    dear.cost.passes.erase(dear.cost.passes.begin() + 1);
    EXPECT_THAT(shown({measured_case(moody), dear}), ElementsAre(false, true));
    for (std::size_t i = 1; i < dear.cost.passes.size(); ++i) {
        dear.cost.passes[i].pass = i; // as if it were the second pass that was there
    }
    EXPECT_THAT(shown({measured_case(moody), dear}), ElementsAre(false, false));
    dear = measured_case(times(moody, 2));
    for (pass_cost& one : dear.cost.passes) {
        one.pass += 6; // two are left, which is as if they were of two files
    }
    EXPECT_THAT(shown({measured_case(moody), dear}), ElementsAre(false, true));
}

// Two values may be of different passes, and so stand in the other order than the costs do.
TEST(costs_more, a_row_that_costs_less_pass_by_pass_is_not) {
    for (const std::size_t file : {0U, 1U}) {
        case_row dear = measured_case(times(moody, file == 0 ? 0.97 : 0.5), file);
        dear.cost.ns.value = 13;
        EXPECT_THAT(shown({measured_case(moody), dear}), ElementsAre(false, false)) << file;
    }
}

TEST(costs_more, a_quiet_value_and_one_that_is_not_are_compared_by_all_rounds_of_either) {
    case_row quiet = measured_case(moody);
    make_quiet(quiet, 0.5, {15, stats::interval{12, 20, 0.95}});
    quiet.cost.all_rounds->passes = measured_case(times(moody, 1.2)).cost.passes;
    const auto shown_against = [&](const case_row& dear) -> bool {
        return shown({quiet, dear}).back();
    };
    EXPECT_TRUE(shown_against(measured_case(times(moody, 2))));
    EXPECT_FALSE(shown_against(measured_case(times(moody, 1.2)))) << "of what is quiet it is more";
    case_row dear = measured_case(times(moody, 2));
    EXPECT_EQ(times_as_much(dear.cost, quiet.cost), dear.ns() / 15);
    dear.cost.noise_floor = 0.7; // 25 is above 12.5 by more, and above 15 by less
    EXPECT_FALSE(shown_against(dear)) << "the floor of all rounds, too";
    dear.cost.noise_floor = 0;
    for (std::vector<pass_cost>* passes : {&dear.cost.passes, &quiet.cost.all_rounds->passes}) {
        passes->clear();
    }
    dear.cost.ns.range = stats::interval{19, 25, 0.95};
    EXPECT_FALSE(shown_against(dear)) << "without passes the intervals";
    dear.cost.ns.range = stats::interval{21, 25, 0.95};
    EXPECT_TRUE(shown_against(dear));
    dear = measured_case(times(moody, 2));
    make_quiet(dear, 0.5, {15, {}});
    EXPECT_TRUE(shown_against(dear)) << "both are quiet";
}

TEST(costs_more, where_passes_do_not_tell_the_intervals_do) {
    const case_row cheap = made_up_case("fiber/a", 10, 1);
    EXPECT_THAT(shown({cheap, made_up_case("fiber/b", 11.5, 1), made_up_case("fiber/c", 13, 0.9)}),
                ElementsAre(false, false, true));
    case_row dear = measured_case(times(moody, 3));
    EXPECT_THAT(shown({cheap, dear}), ElementsAre(false, false)) << "its interval is from 0 on";
    dear.cost.ns.range = stats::interval{30, 40, 0.95};
    EXPECT_THAT(shown({cheap, dear}), ElementsAre(false, true));
}

TEST(costs_more, many_rows_are_judged_together) {
    // By itself the second would pass: t is 3.6 with 7 degrees, which is 0.9 %.
    std::vector<double> ratios{1.01, 1.03, 1.00, 1.04, 1.02, 1.005, 1.045, 1.01};
    std::vector<double> dear_ns;
    for (std::size_t i = 0; i < moody.size(); ++i) {
        dear_ns.push_back(moody[i] * ratios[i]);
    }
    EXPECT_THAT(shown({measured_case(moody), measured_case(dear_ns)}), ElementsAre(false, true));
    std::vector<case_row> many(20, measured_case(dear_ns));
    many.front() = measured_case(moody);
    many.push_back(measured_case(times(moody, 2)));
    const std::vector<bool> found = shown(many);
    EXPECT_EQ(std::count(found.begin(), found.end(), true), 1);
    EXPECT_TRUE(found.back());
}

} // namespace
} // namespace tollgate::cost_sheet
