// SPDX-License-Identifier: BSL-1.0
// The groups of the ranking, and the tests whether a case costs more than another.
#include "fake_results.hpp"
#include "ranking.hpp"

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

results fake_results() {
    results all;
    all.files = {fake_file("testFiber", "fiber.json")};
    all.cases = {fake_case("fiber/slow", 100, 1), fake_case("fiber/fast", 10, 1),
                 fake_case("fiber/nearly", 10.5, 1), fake_case("cancel/one", 5, 1)};
    return all;
}

std::vector<std::size_t> order(const ranking_group& group) {
    std::vector<std::size_t> cases(group.rows.size());
    std::ranges::transform(group.rows, cases.begin(), &ranked_row::case_index);
    return cases;
}

TEST(ranking, ranks_each_group_from_cheapest_to_most_expensive) {
    const ranking found = make_ranking(fake_results());
    ASSERT_EQ(found.groups.size(), 2U);
    EXPECT_EQ(found.groups[0].kind, choice::switching);
    EXPECT_THAT(order(found.groups[0]), ElementsAre(1, 2, 0));
    EXPECT_EQ(found.groups[1].kind, choice::cancel);
    EXPECT_EQ(found.groups[0].rows[0].ratio, 1);
    EXPECT_EQ(found.groups[0].rows[2].ratio, 10);
    EXPECT_EQ(found.groups[0].rows[1].ratio, std::nullopt) << "the difference is not significant";
    EXPECT_FALSE(found.groups[0].rows[0].not_resolved);
    EXPECT_TRUE(found.groups[0].rows[1].not_resolved) << "their intervals meet";
    EXPECT_FALSE(found.groups[0].rows[2].not_resolved);
    EXPECT_EQ(ranking_text({}), "");
}

TEST(ranking, a_difference_below_the_noise_floor_is_not_significant) {
    results all = fake_results();
    all.cases = {fake_case("fiber/a", 100, 0.1), fake_case("fiber/b", 101.9, 0.1),
                 fake_case("fiber/c", 105, 0.1)};
    const ranking found = make_ranking(all);
    EXPECT_TRUE(found.groups[0].rows[1].not_resolved) << "1.9 %, and the floor is 2 %";
    EXPECT_FALSE(found.groups[0].rows[2].not_resolved);
    all.cases[0].cost.noise_floor = all.cases[1].cost.noise_floor = 0.01;
    EXPECT_FALSE(make_ranking(all).groups[0].rows[1].not_resolved);
    all.cases[1].cost.noise_floor = 0.02;
    EXPECT_TRUE(make_ranking(all).groups[0].rows[1].not_resolved) << "the larger of the two counts";
}

TEST(ranking, a_ratio_is_to_the_cheapest_of_the_same_file) {
    results all = fake_results();
    all.files.push_back(fake_file("testThread", "thread.json"));
    all.files[1].clock.source = clock::source::tsc;
    all.cases.push_back(fake_case("fiber/other", 40, 0.1, 1));
    all.cases.push_back(fake_case("fiber/more", 80, 0.1, 1));
    const ranking_group group = make_ranking(all).groups[0];
    EXPECT_THAT(order(group), ElementsAre(1, 2, 4, 5, 0));
    EXPECT_EQ(group.rows[2].ratio, 1);
    EXPECT_EQ(group.rows[3].ratio, 2);
    EXPECT_EQ(group.rows[4].ratio, 10);
    EXPECT_THAT(ranking_text(all),
                HasSubstr("the files are not of one run: clock realtime or tsc"));
}

TEST(ranking, a_case_without_cost_comes_first_and_has_no_ratio) {
    results all = fake_results();
    all.cases[0].record.key = "fiber/\x1b]0;owned\x07";
    all.cases[0].cost.ns.range = stats::interval{-640, 840, 0.95};
    EXPECT_THAT(ranking_text(all),
                AllOf(HasSubstr("fiber/\\x1b]0;owned\\x07"), HasSubstr("100.0 | > 100 % |")));
    all.cases[0].cost.ns.value = -1;
    const ranking found = make_ranking(all);
    EXPECT_EQ(found.groups[0].rows[0].case_index, 0U);
    for (const ranked_row& row : found.groups[0].rows) {
        EXPECT_EQ(row.ratio, std::nullopt);
    }
}

TEST(ranking, a_row_has_no_ratio_where_the_run_found_no_difference) {
    results all = fake_results();
    EXPECT_EQ(make_ranking(all).groups[0].rows[2].ratio, 10);
    all.cases[0].no_difference_from = "fiber/fast";
    EXPECT_TRUE(make_ranking(all).groups[0].rows[2].not_resolved);
}

TEST(ranking, a_run_whose_self_check_failed_is_not_ranked) {
    results all = fake_results();
    all.cases[1].record.failures = {"an operation was lost"};
    EXPECT_EQ(make_ranking(all).failed, 1U);
    EXPECT_THAT(order(make_ranking(all).groups[0]), ElementsAre(2, 0));
    all.files[0].failures = {"an operation was lost"};
    EXPECT_EQ(make_ranking(all).failed, 4U);
    EXPECT_TRUE(make_ranking(all).groups.empty());
    EXPECT_THAT(ranking_text(all), HasSubstr("self-check of their run failed: 4 cases"));
}

TEST(ranking, files_of_one_program_have_their_labels) {
    results all = fake_results();
    EXPECT_THAT(ranking_text(all), Not(HasSubstr("[")));
    all.files.push_back(fake_file("testFiber", "other.json"));
    all.files[0].label = "fiber.json";
    EXPECT_THAT(ranking_text(all), HasSubstr("fiber/fast  [fiber.json]"));
}

TEST(ranking_text, has_a_table_for_each_group) {
    EXPECT_EQ(ranking_text(fake_results()), R"(
Switch: from one fiber or coroutine to another in the same thread

| case         | ns/op |    ± |   p99 |  × |
|:-------------|------:|-----:|------:|---:|
| fiber/fast   |  10.0 | 1.00 |  30.0 |  1 |
| fiber/nearly |  10.5 | 1.00 |  31.5 |  = |
| fiber/slow   | 100.0 | 1.00 | 300.0 | 10 |

Cancel: waits and loops that can be stopped, and stopping them

| case       | ns/op |    ± |  p99 | × |
|:-----------|------:|-----:|-----:|--:|
| cancel/one |  5.00 | 1.00 | 15.0 | 1 |

×: multiple of the cheapest row of its group in the same file. =: no significant difference from it.
costSheet --compare OLD NEW compares two files.
)");
}

TEST(choice, depends_on_the_path) {
    const auto choice_of = [](const char* name) {
        return cost_sheet::choice_of(report::guess_key(name));
    };
    EXPECT_EQ(choice_of("fiber/yield/fibers:4"), choice::switching);
    EXPECT_EQ(choice_of("fiber/unbuffered_channel"), choice::hand_off);
    EXPECT_EQ(choice_of("fiber/coroutine_create/impl:std"), choice::creating);
    EXPECT_EQ(choice_of("thread/create_join/impl:std_thread"), choice::creating);
    EXPECT_EQ(choice_of("thread/condvar/threads:2"), choice::hand_off);
    EXPECT_EQ(choice_of("thread/barrier/impl:std"), choice::meeting);
    EXPECT_EQ(choice_of("thread/cache_line/from:0/to:1"), choice::cache_line);
    EXPECT_EQ(choice_of("lock/exclusive/impl:mcs"), choice::meeting);
    EXPECT_EQ(choice_of("queue/stream/impl:spsc"), choice::hand_off);
    EXPECT_EQ(choice_of("timer/insert"), choice::timeout);
    EXPECT_EQ(choice_of("cancel/check"), choice::cancel);
    EXPECT_EQ(choice_of("liveness/checkpoint"), choice::heartbeat);
    EXPECT_EQ(choice_of("sleep/wake_cost"), choice::sleep);
    EXPECT_EQ(choice_of("BM_sort/8"), choice::other);
    EXPECT_EQ(choice_of("fiber"), choice::other);
}

/// A case with these costs in passes 0, 1, 2 … and a very wide interval.
case_row measured_case(const std::vector<double>& costs_ns, std::size_t file = 0) {
    const double mean = std::accumulate(costs_ns.begin(), costs_ns.end(), 0.0) /
                        static_cast<double>(costs_ns.size());
    case_row row = fake_case("fiber/one", mean, mean, file);
    for (const double ns : costs_ns) {
        row.cost.passes.push_back({row.cost.passes.size(), std::log(ns)});
    }
    row.cost.noise_floor = 0;
    return row;
}

/// For each case, whether it is shown to cost more than the first.
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
    case_row expensive = measured_case(times(moody, 1.02));
    expensive.cost.passes.erase(expensive.cost.passes.begin() + 1);
    EXPECT_THAT(shown({measured_case(moody), expensive}), ElementsAre(false, true));
    for (std::size_t i = 1; i < expensive.cost.passes.size(); ++i) {
        expensive.cost.passes[i].pass = i; // as if the second pass were present
    }
    EXPECT_THAT(shown({measured_case(moody), expensive}), ElementsAre(false, false));
    expensive = measured_case(times(moody, 2));
    for (pass_cost& pass : expensive.cost.passes) {
        pass.pass += 6; // two pairs remain: too few, so that it is compared like another file
    }
    EXPECT_THAT(shown({measured_case(moody), expensive}), ElementsAre(false, true));
}

// Two values may be of different passes, so that their order may differ from the costs' order.
TEST(costs_more, a_row_that_costs_less_pass_by_pass_does_not_cost_more) {
    for (const std::size_t file : {0U, 1U}) {
        case_row expensive = measured_case(times(moody, file == 0 ? 0.97 : 0.5), file);
        expensive.cost.ns.value = 13;
        EXPECT_THAT(shown({measured_case(moody), expensive}), ElementsAre(false, false)) << file;
    }
}

TEST(costs_more, compares_a_quiet_value_and_another_by_all_rounds_of_both) {
    case_row quiet = measured_case(moody);
    make_quiet(quiet, 0.5, {15, stats::interval{12, 20, 0.95}});
    quiet.cost.all_rounds->passes = measured_case(times(moody, 1.2)).cost.passes;
    const auto shown_against = [&](const case_row& expensive) -> bool {
        return shown({quiet, expensive}).back();
    };
    EXPECT_TRUE(shown_against(measured_case(times(moody, 2))));
    EXPECT_FALSE(shown_against(measured_case(times(moody, 1.2))))
        << "it is above the quiet value only";
    case_row expensive = measured_case(times(moody, 2));
    EXPECT_EQ(times_as_much(expensive.cost, quiet.cost), expensive.ns() / 15);
    expensive.cost.noise_floor = 0.7; // 25 is above 12.5 by more, and above 15 by less
    EXPECT_FALSE(shown_against(expensive)) << "the noise floor applies to all rounds, too";
    expensive.cost.noise_floor = 0;
    for (std::vector<pass_cost>* passes :
         {&expensive.cost.passes, &quiet.cost.all_rounds->passes}) {
        passes->clear();
    }
    expensive.cost.ns.range = stats::interval{19, 25, 0.95};
    EXPECT_FALSE(shown_against(expensive)) << "without passes the intervals";
    expensive.cost.ns.range = stats::interval{21, 25, 0.95};
    EXPECT_TRUE(shown_against(expensive));
    expensive = measured_case(times(moody, 2));
    make_quiet(expensive, 0.5, {15, {}});
    EXPECT_TRUE(shown_against(expensive)) << "both are quiet";
}

TEST(costs_more, intervals_decide_where_passes_cannot) {
    const case_row cheap = fake_case("fiber/a", 10, 1);
    EXPECT_THAT(shown({cheap, fake_case("fiber/b", 11.5, 1), fake_case("fiber/c", 13, 0.9)}),
                ElementsAre(false, false, true));
    case_row expensive = measured_case(times(moody, 3));
    EXPECT_THAT(shown({cheap, expensive}), ElementsAre(false, false))
        << "its interval is from 0 on";
    expensive.cost.ns.range = stats::interval{30, 40, 0.95};
    EXPECT_THAT(shown({cheap, expensive}), ElementsAre(false, true));
}

TEST(costs_more, an_unknown_noise_floor_decides_nothing) {
    case_row cheap = measured_case(moody);
    const case_row expensive = measured_case(times(moody, 3));
    EXPECT_THAT(shown({cheap, expensive}), ElementsAre(false, true));
    cheap.cost.noise_floor.reset();
    EXPECT_THAT(shown({cheap, expensive}), ElementsAre(false, false));
}

TEST(costs_more, many_rows_are_judged_together) {
    // Alone, the second row is significant: t is 3.6 with 7 degrees of freedom, p is 0.9 %.
    std::vector<double> ratios{1.01, 1.03, 1.00, 1.04, 1.02, 1.005, 1.045, 1.01};
    std::vector<double> expensive_ns;
    for (std::size_t i = 0; i < moody.size(); ++i) {
        expensive_ns.push_back(moody[i] * ratios[i]);
    }
    EXPECT_THAT(shown({measured_case(moody), measured_case(expensive_ns)}),
                ElementsAre(false, true));
    std::vector<case_row> many(20, measured_case(expensive_ns));
    many.front() = measured_case(moody);
    many.push_back(measured_case(times(moody, 2)));
    const std::vector<bool> found = shown(many);
    EXPECT_EQ(std::count(found.begin(), found.end(), true), 1);
    EXPECT_TRUE(found.back());
}

} // namespace
} // namespace tollgate::cost_sheet
