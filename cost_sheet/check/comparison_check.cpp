// SPDX-License-Identifier: BSL-1.0
#include "compare/comparison.hpp"
#include "made_up_runs.hpp"

#include <tollgate/faults/message_of.hpp>
#include <tollgate/run/errors.hpp>

#include <cstdint>
#include <functional>
#include <random>

#include <gmock/gmock.h>

namespace tollgate::cost_sheet {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

using verdict = difference::verdict;
using manner = difference::manner;

/// Cases a to e of 10 to 50 ns, and the first of them that many times as much.
made_up_values five_cases(double first = 1) {
    made_up_values values;
    double ns = 10;
    for (const char* name : {"a", "b", "c", "d", "e"}) {
        values[name] = rounds_about(ns * (values.empty() ? first : 1));
        ns += 10;
    }
    return values;
}

made_up_values times(made_up_values values, double factor) {
    for (auto& [name, rounds] : values) {
        for (double& one : rounds) {
            one *= factor;
        }
    }
    return values;
}

/// The n-th of many runs: now a little faster, now slower, all cases alike.
made_up_values drifted(const made_up_values& values, std::size_t n) {
    return times(values,
                 1 + 0.05 * static_cast<double>(n % 7) + 0.001 * static_cast<double>((n * 5) % 11));
}

std::vector<report::result> series(std::size_t runs, std::int64_t begin, double first) {
    std::vector<report::result> made;
    for (std::size_t i = 0; i < runs; ++i) {
        made.push_back(
            made_up_run(begin + 10 * static_cast<std::int64_t>(i), drifted(five_cases(first), i)));
    }
    return made;
}

comparison compared(const std::vector<report::result>& before,
                    const std::vector<report::result>& after) {
    return compare_sides(made_up_side("old", before), made_up_side("new", after));
}

/// Twelve cases in twelve runs, which scatter by 1 %; the first five times this ratio.
std::vector<report::result> scattered(std::int64_t begin, double ratio) {
    std::mt19937_64 random(static_cast<std::uint64_t>(begin));
    std::normal_distribution<double> normal(1, 0.01);
    std::vector<report::result> made;
    for (int run = 0; run < 12; ++run) {
        made_up_values values;
        for (int row = 0; row < 12; ++row) {
            values[std::string(1, static_cast<char>('a' + row))] =
                rounds_about((10 + row) * normal(random) * (row < 5 ? ratio : 1));
        }
        made.push_back(made_up_run(begin + 10 * run, values));
    }
    return made;
}

std::string refusal_of(const std::vector<report::result>& before,
                       const std::vector<report::result>& after) {
    return faults::message_of<run::usage_error>([&] { (void)compared(before, after); });
}

const difference& row_called(const comparison& found, const std::string& name) {
    for (const difference& row : found.rows) {
        if (row.name == name) {
            return row;
        }
    }
    throw std::logic_error("no row " + name);
}

TEST(comparison, interleaved_runs_find_what_drifts_hide) {
    const comparison found = compared(series(12, 0, 1), series(12, 5, 1.03));
    ASSERT_THAT(found.rows, SizeIs(5));
    const difference& first = found.rows.front();
    EXPECT_EQ(first.name, "a");
    EXPECT_EQ(first.says, verdict::slower);
    EXPECT_EQ(first.made, manner::interleaved);
    EXPECT_NEAR(first.ratio, 1.03, 0.001);
    ASSERT_TRUE(first.range);
    EXPECT_LT(first.range->low, 1.0301);
    EXPECT_GT(first.range->low, 1.02);
    EXPECT_EQ(first.range->confidence, 0.95); // of all rows at once
    ASSERT_THAT(found.common, SizeIs(1));
    EXPECT_EQ(found.common[0].rows, 5U);
    EXPECT_FALSE(found.common[0].moved);
    for (std::size_t i = 1; i < 5; ++i) {
        EXPECT_EQ(found.rows[i].says, verdict::tie);
    }
}

// Every third pair straddles a change of speed. Without leaving these out nothing is found.
TEST(comparison, pairs_within_which_the_machine_changed_its_speed_are_left_out) {
    std::vector<report::result> before = series(12, 0, 1);
    std::vector<report::result> after = series(12, 5, 1.05);
    for (std::size_t n = 0; n < 12; n += 3) {
        for (measure::case_result& one : (n % 2 == 0 ? before : after)[n].cases) {
            slow_down(one, 1.6);
        }
    }
    const comparison found = compared(before, after);
    EXPECT_EQ(found.rows.front().name, "a");
    EXPECT_EQ(found.rows.front().says, verdict::slower);
    EXPECT_NEAR(found.rows.front().ratio, 1.05, 0.005);
    EXPECT_EQ(found.rows[1].says, verdict::tie);
    EXPECT_THAT(found.warnings, ElementsAre("testFiber: 4 of 12 pairs are left out, the machine "
                                            "changed its speed within them"));
}

TEST(comparison, a_machine_that_is_slower_as_a_whole_makes_no_case_a_slower_one) {
    const comparison found =
        compared({made_up_run(0, five_cases())}, {made_up_run(9, times(five_cases(), 1.3))});
    for (const difference& row : found.rows) {
        EXPECT_EQ(row.says, verdict::tie) << row.name;
        EXPECT_NEAR(row.ratio, 1.3, 1e-9) << row.name;
        EXPECT_LT(*row.visible(), 0.1) << row.name;
    }
    ASSERT_THAT(found.common, SizeIs(1));
    EXPECT_EQ(found.common[0].made, manner::one_after_the_other);
    EXPECT_TRUE(found.common[0].moved);
    EXPECT_NEAR(found.common[0].ratio, 1.3, 1e-9);
}

TEST(comparison, four_cases_one_after_the_other_give_no_verdict) {
    made_up_values four = five_cases();
    four.erase("e");
    made_up_values slow = four;
    slow["a"] = rounds_about(90);
    const comparison found = compared({made_up_run(0, four)}, {made_up_run(9, slow)});
    for (const difference& row : found.rows) {
        EXPECT_EQ(row.says, verdict::unknown);
        EXPECT_THAT(row.why, HasSubstr("too few cases"));
    }
    EXPECT_NEAR(row_called(found, "a").ratio, 9, 0.01);
}

// The one row that moves with the others did not become slower, and the one that stays did not.
TEST(comparison, a_row_is_judged_by_how_far_it_moved_from_the_others) {
    made_up_values slow = times(five_cases(), 2);
    slow["c"] = five_cases()["c"];
    const comparison found = compared({made_up_run(0, five_cases())}, {made_up_run(9, slow)});
    EXPECT_EQ(row_called(found, "c").says, verdict::faster);
    EXPECT_NEAR(row_called(found, "c").ratio, 1, 1e-9);
    EXPECT_TRUE(row_called(found, "c").range->contains(0.5));
    EXPECT_EQ(row_called(found, "a").says, verdict::tie);
}

TEST(comparison, rows_that_scatter_too_much_say_so_instead_of_an_interval) {
    made_up_values wild = five_cases();
    double factor = 0.02;
    for (auto& [name, rounds] : wild) {
        for (double& one : rounds) {
            one *= factor;
        }
        factor *= 6;
    }
    const comparison found = compared({made_up_run(0, five_cases())}, {made_up_run(9, wild)});
    for (const difference& row : found.rows) {
        EXPECT_EQ(row.says, verdict::unknown);
        EXPECT_FALSE(row.visible());
        EXPECT_THAT(row.why, HasSubstr("not even twice as much"));
    }
    EXPECT_EQ(found.could_have_shown(1), 0U);
}

TEST(comparison, nothing_below_the_noise_floor_of_single_runs_is_claimed) {
    report::result noisy = made_up_run(0, five_cases());
    for (measure::case_round& round : noisy.twins.at(0).record.rounds) {
        round.value_ns *= 1.6;
    }
    const comparison found = compared({noisy}, {made_up_run(9, five_cases(1.4))});
    EXPECT_EQ(row_called(found, "a").says, verdict::tie);
    EXPECT_NEAR(*row_called(found, "a").visible(), 0.6, 0.1);
}

TEST(comparison, what_the_sides_do_not_share_is_named) {
    made_up_values values = five_cases();
    values["new\x1b"] = rounds_about(5);
    values.erase("b");
    report::result other = made_up_run(9, values);
    other.cases[1].record.unit = "two operations";
    other.stopped = measure::stop_reason::interrupted;
    other.about.kernel = "Linux 6.2";
    other.about.load_average = {9};
    other.unavailable = {{measure::case_key("x/impl:go"), "guest go: it has ended", true},
                         {measure::case_key("y"), "there is one CPU"}};
    const comparison found = compared({made_up_run(0, five_cases())}, {other});
    EXPECT_THAT(found.only_old, ElementsAre("b"));
    EXPECT_THAT(found.only_new, ElementsAre("new\x1b"));
    EXPECT_THAT(found.warnings,
                UnorderedElementsAre(HasSubstr("c: its unit of work is not the same"),
                                     HasSubstr("new/0: partial")));
    ASSERT_THAT(found.changed, SizeIs(1));
    EXPECT_EQ(found.changed[0].fact.name, "kernel");
    EXPECT_THAT(found.changed[0].fact.values[0], ElementsAre("Linux 6.1"));
    EXPECT_THAT(found.changed[0].fact.values[1], ElementsAre("Linux 6.2"));
    EXPECT_THAT(found.lost, ElementsAre("new/0: x/impl:go: guest go: it has ended"));
    EXPECT_THAT(found.rows, SizeIs(3));
}

TEST(comparison, failed_proofs_are_left_out_and_named) {
    report::result wrong = made_up_run(9, five_cases(3));
    wrong.cases[2].record.failures = {"a turn was lost"};
    const comparison alone = compared({made_up_run(0, five_cases())}, {wrong});
    EXPECT_THAT(alone.unproven, ElementsAre("new/0"));
    EXPECT_THAT(alone.rows, IsEmpty());
    const comparison beside =
        compared({made_up_run(0, five_cases())}, {wrong, made_up_run(19, five_cases())});
    EXPECT_THAT(beside.unproven, ElementsAre("new/0"));
    EXPECT_EQ(row_called(beside, "a").says, verdict::tie);
}

TEST(comparison, rows_that_moved_by_themselves_are_no_movement_of_all) {
    for (const std::int64_t begin : {5, 1000}) {
        const comparison found = compared(scattered(0, 1), scattered(begin, 1.2));
        ASSERT_THAT(found.common, SizeIs(1));
        EXPECT_FALSE(found.common[0].moved) << found.common[0].ratio;
        EXPECT_EQ(std::count_if(found.rows.begin(), found.rows.end(),
                                [](const auto& row) { return row.says == verdict::slower; }),
                  5);
    }
}

// Of two hundred comparisons one in twenty may claim anything.
TEST(comparison, of_equal_sides_rarely_claims_a_difference) {
    int claims = 0;
    for (std::int64_t world = 0; world < 100; ++world) {
        for (const std::int64_t later : {5, 1000}) {
            const comparison found =
                compared(scattered(10'000 * world, 1), scattered(10'000 * world + later, 1));
            claims += std::any_of(found.rows.begin(), found.rows.end(), [](const auto& row) {
                return row.says == verdict::slower || row.says == verdict::faster;
            });
        }
    }
    EXPECT_LE(claims, 10);
}

TEST(comparison, runs_without_a_round_or_a_case_in_common_are_refused) {
    report::result nothing = made_up_run(0, {{"a", {}}});
    EXPECT_THAT(refusal_of({nothing}, {made_up_run(9, {{"a", {1}}})}),
                HasSubstr("old: no case with a value above zero"));
    EXPECT_THAT(refusal_of({made_up_run(0, {{"a", {1}}})}, {made_up_run(9, {{"b", {1}}})}),
                AllOf(HasSubstr("no case is in both"), HasSubstr("old"), HasSubstr("new")));
    nothing.stopped = measure::stop_reason::interrupted;
    EXPECT_THAT(refusal_of({nothing}, {made_up_run(9, {{"a", {1}}})}),
                HasSubstr("old: interrupted before its first round"));
}

TEST(comparison, other_clocks_and_builds_are_refused) {
    const auto changed = [](const std::function<void(report::result&)>& change) {
        report::result other = made_up_run(9, five_cases());
        change(other);
        return other;
    };
    const report::result before = made_up_run(0, five_cases());
    const report::result counter =
        changed([](report::result& seen) { seen.clock.source = clock::source::tsc; });
    EXPECT_THAT(refusal_of({before}, {counter}),
                HasSubstr("testFiber: the clock is not the same: realtime before, tsc after"));
    EXPECT_THAT(refusal_of({counter}, {counter, before}), HasSubstr("tsc and realtime after"));
    EXPECT_THAT(refusal_of({before}, {changed([](report::result& seen) {
                               seen.about.release_build = false;
                           })}),
                HasSubstr("the build is not the same: release before, debug after"));
}

} // namespace
} // namespace tollgate::cost_sheet
