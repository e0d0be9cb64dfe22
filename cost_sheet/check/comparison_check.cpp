// SPDX-License-Identifier: BSL-1.0
#include "compare/comparison.hpp"
#include "fake_runs.hpp"

#include <tollgate/run/errors.hpp>
#include <tollgate/testing/message_of.hpp>

#include <cmath>
#include <cstdint>
#include <random>
#include <utility>

#include <gmock/gmock.h>

namespace tollgate::cost_sheet {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

using verdict = difference::verdict;

/// Cases a to f of 10 to 60 ns; the first is multiplied by `first`.
fake_values six_cases(double first = 1) {
    fake_values values;
    double ns = 10;
    for (const char* name : {"a", "b", "c", "d", "e", "f"}) {
        values[name] = rounds_about(ns * (values.empty() ? first : 1));
        ns += 10;
    }
    return values;
}

fake_values times(fake_values values, double factor) {
    for (auto& [name, rounds] : values) {
        for (double& ns : rounds) {
            ns *= factor;
        }
    }
    return values;
}

/// The n-th of many runs: all cases together vary a little.
fake_values drifted(const fake_values& values, std::size_t n) {
    return times(values,
                 1 + 0.05 * static_cast<double>(n % 7) + 0.001 * static_cast<double>((n * 5) % 11));
}

std::vector<report::result> series(std::size_t runs, std::int64_t begin, double first) {
    std::vector<report::result> results;
    for (std::size_t i = 0; i < runs; ++i) {
        results.push_back(
            fake_run(begin + 10 * static_cast<std::int64_t>(i), drifted(six_cases(first), i)));
    }
    return results;
}

comparison compared(const std::vector<report::result>& before,
                    const std::vector<report::result>& after) {
    return compare_sides(fake_side("old", before), fake_side("new", after));
}

/// Twelve cases in twelve runs, which scatter by 1 %; the first `moved` cases are multiplied by
/// `ratio`.
std::vector<report::result> scattered(std::int64_t begin, double ratio, int moved = 5) {
    std::mt19937_64 random(static_cast<std::uint64_t>(begin));
    std::normal_distribution<double> normal(1, 0.01);
    std::vector<report::result> results;
    for (int run = 0; run < 12; ++run) {
        fake_values values;
        for (int row = 0; row < 12; ++row) {
            values[std::string(1, static_cast<char>('a' + row))] =
                rounds_about((10 + row) * normal(random) * (row < moved ? ratio : 1));
        }
        results.push_back(fake_run(begin + 10 * run, values));
    }
    return results;
}

std::string refusal_of(const std::vector<report::result>& before,
                       const std::vector<report::result>& after) {
    return testing::message_of<run::usage_error>([&] { (void)compared(before, after); });
}

const difference& row_called(const comparison& found, const std::string& name) {
    return found.rows.at(std::ranges::find(found.rows, name, &difference::name) -
                         found.rows.begin());
}

TEST(comparison, interleaved_runs_find_a_change_below_the_drift) {
    const comparison found = compared(series(12, 0, 1), series(12, 5, 1.03));
    ASSERT_THAT(found.rows, SizeIs(6));
    const difference& first = found.rows.front();
    EXPECT_EQ(first.name, "a");
    EXPECT_EQ(first.says, verdict::slower);
    EXPECT_NEAR(first.ratio, 1.03, 0.001);
    EXPECT_NEAR(first.new_ns / first.old_ns, first.ratio, 1e-9) << "from the two figures beside it";
    ASSERT_TRUE(first.range);
    EXPECT_GT(first.range->low, 1.02);
    EXPECT_EQ(first.range->confidence, 0.95); // of all rows at once
    ASSERT_THAT(found.movements, SizeIs(1));
    EXPECT_TRUE(found.movements[0].logs.contains(0));
    EXPECT_EQ(found.count(verdict::no_difference), 5U);
}

/// Twelve pairs. In the pairs of `slower` the machine takes 1.6 times as long in the new run, in
/// the pairs of `faster` in the old run. The reference loops take `references` times as long there.
comparison with_changes_of_speed(const std::vector<std::size_t>& slower,
                                 const std::vector<std::size_t>& faster, double references = 1.6) {
    std::vector<report::result> before = series(12, 0, 1);
    std::vector<report::result> after = series(12, 5, 1.05);
    for (auto* runs : {&before, &after}) {
        for (std::size_t n = 0; n < 12; ++n) {
            const auto& slow = runs == &after ? slower : faster;
            const bool is_slow = std::count(slow.begin(), slow.end(), n) != 0;
            for (measure::case_result& result : (*runs)[n].cases) {
                measure::case_record record = std::move(result.record);
                for (measure::case_round& round : record.rounds) {
                    round.value_ns *= is_slow ? 1.6 : 1;
                }
                result = std::move(record); // summarizes again
            }
            reference_loops_take((*runs)[n], is_slow ? 100 * references : 100);
        }
    }
    return compared(before, after);
}

TEST(comparison, pairs_are_left_out_where_their_reference_loops_show_a_change_of_speed) {
    const comparison found = with_changes_of_speed({0}, {4, 8});
    EXPECT_EQ(found.rows.front().name, "a");
    EXPECT_EQ(found.rows.front().says, verdict::slower);
    EXPECT_NEAR(found.rows.front().ratio, 1.05, 0.005);
    EXPECT_EQ(found.count(verdict::no_difference), 5U);
    EXPECT_THAT(found.notes,
                ElementsAre("testFiber: in 3 of 12 pairs the reference loops show that the machine "
                            "changed its speed; they are left out"));
}

TEST(comparison, no_pair_is_left_out_because_its_rows_moved) {
    const comparison found = with_changes_of_speed({0}, {4, 8}, 1.01);
    EXPECT_THAT(found.notes, IsEmpty());
    EXPECT_EQ(found.count(verdict::no_difference), 0U);
    EXPECT_GT(*row_called(found, "a").visible(), 0.1);
}

TEST(comparison, pairs_that_are_left_out_one_way_or_are_too_many_leave_no_verdict) {
    const comparison one_way = with_changes_of_speed({0, 4}, {});
    EXPECT_EQ(one_way.count(verdict::unknown), 6U);
    EXPECT_THAT(one_way.no_verdict,
                ElementsAre("testFiber: in 2 of 12 pairs the reference loops show that the machine "
                            "changed its speed, and it got slower in all of them"));
    const comparison many = with_changes_of_speed({0, 4}, {6, 8});
    EXPECT_EQ(many.count(verdict::unknown), 6U);
    EXPECT_THAT(many.no_verdict, ElementsAre(HasSubstr("in 4 of 12 pairs")));
    EXPECT_THAT(with_changes_of_speed({0}, {}).no_verdict, IsEmpty())
        << "a single pair has no common direction";
}

// All rows are sometimes slower by 30 %, and the reference loops never.
TEST(comparison, rows_that_are_slower_in_some_pairs_are_not_called_equal) {
    for (const auto& [pairs, slow] : {std::pair{20U, 9U}, {12U, 5U}, {20U, 7U}}) {
        std::vector<report::result> before;
        std::vector<report::result> after;
        for (std::size_t pair = 0; pair < pairs; ++pair) {
            const bool is_slow = (pair * slow) % pairs < slow;
            const auto second = static_cast<std::int64_t>(10 * pair);
            before.push_back(fake_run(second, six_cases()));
            after.push_back(fake_run(second + 5, times(six_cases(), is_slow ? 1.3 : 1)));
        }
        const comparison found = compared(before, after);
        EXPECT_EQ(found.count(verdict::no_difference), 0U) << slow << " of " << pairs;
        EXPECT_EQ(found.count(verdict::slower), slow == 5 ? 0U : 6U) << slow << " of " << pairs;
        EXPECT_NEAR(found.rows.front().ratio, std::pow(1.3, double(slow) / pairs), 1e-9);
    }
}

/// Single files: `first` slows the first case down, `machine` all cases, `references` the loops.
comparison of_single_files(double first, double machine, double references) {
    report::result after = fake_run(9, times(six_cases(first), machine));
    reference_loops_take(after, 100 * references);
    return compared({fake_run(0, six_cases())}, {after});
}

TEST(comparison, compares_single_files_by_their_passes) {
    const comparison found = of_single_files(1.1, 1, 1);
    EXPECT_EQ(row_called(found, "a").says, verdict::slower);
    EXPECT_NEAR(row_called(found, "a").ratio, 1.1, 1e-9);
    EXPECT_EQ(found.count(verdict::no_difference), 5U);
    EXPECT_EQ(of_single_files(0.9, 1, 1).rows.front().says, verdict::faster);
    EXPECT_EQ(of_single_files(1, 1.3, 1).count(verdict::slower), 6U);
}

TEST(comparison, a_change_that_the_machine_may_have_caused_has_no_verdict) {
    const comparison found = of_single_files(1, 1.3, 1.3);
    EXPECT_EQ(found.count(verdict::unknown), 6U);
    EXPECT_THAT(found.rows.front().why, HasSubstr("the machine itself"));
    EXPECT_NEAR(found.rows.front().ratio, 1.3, 1e-9);
    EXPECT_NEAR(found.rows.front().range->low, 1, 0.03) << "all of it may be the machine's";
    EXPECT_FALSE(found.rows.front().decides(0.05));
    ASSERT_THAT(found.movements, SizeIs(1));
    EXPECT_EQ(found.movements[0].program, "testFiber");
    EXPECT_NEAR(found.movements[0].logs.low, std::log(1.3), 0.01);
    EXPECT_EQ(of_single_files(2, 1.3, 1.3).rows.front().says, verdict::slower);
    // A slower case is hidden where the machine got faster.
    const comparison hidden = of_single_files(1, 1, 0.9);
    EXPECT_EQ(hidden.count(verdict::unknown), 6U);
    EXPECT_EQ(hidden.deciding_rows(), 0U);
    EXPECT_NEAR(hidden.rows.front().range->high, 1 / 0.9, 0.03);
    EXPECT_GT(*hidden.rows.front().visible(), 0.05);
    // The uncertainty of the loops hides smaller changes, too.
    report::result unsure = fake_run(9, six_cases(1.06));
    for (measure::case_result& result : unsure.cases) {
        for (measure::case_round& round : result.record.rounds) {
            round.reference_before_ns = round.reference_after_ns = round.process % 2 ? 80 : 120;
        }
    }
    const comparison blurred = compared({fake_run(0, six_cases())}, {unsure});
    EXPECT_EQ(blurred.count(verdict::unknown), 6U);
    EXPECT_GT(*row_called(blurred, "a").visible(), 0.1);
}

TEST(comparison, a_row_with_a_pass_without_cost_has_no_verdict) {
    fake_values values = six_cases();
    values["a"][0] = values["a"][1] = values["a"][2] = 0;
    const comparison found = compared({fake_run(0, values)}, {fake_run(9, six_cases())});
    EXPECT_EQ(row_called(found, "a").says, verdict::unknown);
    EXPECT_THAT(row_called(found, "a").why, HasSubstr("passes has no figure above zero"));
    EXPECT_NEAR(row_called(found, "a").old_ns, 10, 5) << "it is still shown";
}

TEST(comparison, without_reference_loops_or_with_few_rows_single_files_have_no_verdict) {
    EXPECT_THAT(of_single_files(1.5, 1, 0).rows.front().why, HasSubstr("no reference loops"));
    fake_values few = six_cases();
    few.erase("f");
    fake_values slower = six_cases(1.5);
    slower.erase("f");
    const comparison found = compared({fake_run(0, few)}, {fake_run(9, slower)});
    EXPECT_EQ(found.count(verdict::unknown), 5U);
    EXPECT_THAT(found.rows.front().why, HasSubstr("fewer than 6 rows"));
}

TEST(comparison, rows_of_single_files_that_scatter_beyond_their_errors_are_not_claimed) {
    fake_values other = six_cases();
    double factor = 0.9;
    for (auto& [name, rounds] : other) {
        rounds = rounds_about(rounds[2] * factor);
        factor += 0.05;
    }
    const comparison found = compared({fake_run(0, six_cases())}, {fake_run(9, other)});
    EXPECT_EQ(found.count(verdict::unknown), 6U);
    EXPECT_THAT(found.rows.front().why, HasSubstr("5 % would not be visible"));
}

TEST(comparison, a_single_pass_has_no_verdict_and_several_runs_are_compared_by_run) {
    const fake_values one_pass{{"a", {10}}, {"b", {20}}};
    const comparison found = compared({fake_run(0, one_pass)}, {fake_run(9, one_pass)});
    EXPECT_EQ(found.count(verdict::unknown), 2U);
    EXPECT_THAT(found.rows.front().why, HasSubstr("a single pass"));
    EXPECT_FALSE(found.rows.front().range);
    // Passes agree to a hundredth, and runs differ by half.
    const auto run = [](std::int64_t seconds, double ns) {
        return fake_run(seconds, {{"a", rounds_about(ns)}});
    };
    EXPECT_GT(compared({run(0, 10), run(1, 15)}, {run(9, 10), run(10, 15)}).rows[0].range->high, 2);
    const comparison one_against_more =
        compared({run(0, 10)}, {run(9, 10.3), run(10, 10.4), run(11, 10.6)});
    ASSERT_TRUE(one_against_more.rows[0].range) << "runs need only one row";
    EXPECT_EQ(one_against_more.rows[0].says, verdict::unknown) << "it may be one of them";
}

TEST(comparison, nothing_below_the_noise_floor_of_single_runs_is_claimed) {
    report::result noisy = fake_run(0, six_cases());
    for (measure::case_round& round : noisy.controls.at(0).record.rounds) {
        round.value_ns *= 1.6;
    }
    const comparison found = compared({noisy}, {fake_run(9, six_cases(1.4))});
    EXPECT_EQ(row_called(found, "a").says, verdict::unknown);
    EXPECT_NEAR(*row_called(found, "a").visible(), 0.6, 0.1);
}

TEST(comparison, names_what_the_sides_do_not_share) {
    fake_values values = six_cases();
    values["new\x1b"] = rounds_about(5);
    values.erase("b");
    report::result other = fake_run(9, values);
    other.cases[1].record.unit = "two operations";
    other.stopped = measure::stop_reason::interrupted;
    other.about.kernel = "Linux 6.2";
    other.about.load_average = {9};
    other.unavailable = {{measure::case_key("x/impl:go"), "runtime go: it has ended", true},
                         {measure::case_key("y"), "there is one CPU"}};
    const comparison found = compared({fake_run(0, six_cases())}, {other});
    EXPECT_THAT(found.missing, ElementsAre("b", "c"));
    EXPECT_THAT(found.only_new, ElementsAre("new\x1b"));
    EXPECT_THAT(found.notes, UnorderedElementsAre(HasSubstr("c: its unit of work is not the same"),
                                                  HasSubstr("new/0: partial")));
    ASSERT_THAT(found.changed, SizeIs(1));
    EXPECT_EQ(found.changed[0].second.name, "kernel");
    EXPECT_THAT(found.changed[0].second.values[0], ElementsAre("Linux 6.1"));
    EXPECT_THAT(found.changed[0].second.values[1], ElementsAre("Linux 6.2"));
    EXPECT_THAT(found.lost, ElementsAre("new/0: x/impl:go: runtime go: it has ended"));
    EXPECT_THAT(found.rows, SizeIs(4));
}

TEST(comparison, a_case_that_some_new_runs_lack_is_missing) {
    std::vector<report::result> before = series(12, 0, 1);
    std::vector<report::result> after = series(12, 5, 1);
    for (std::size_t run = 0; run < 6; ++run) {
        after[run].cases.pop_back();
    }
    before[0].cases.push_back(before[0].cases[1]); // b is in it twice, and is not compared
    for (report::result& run : before) {
        run.cases.push_back(run.cases[2]);
    }
    const comparison found = compared(before, after);
    EXPECT_THAT(found.missing, ElementsAre("c", "f: in 6 of 12 new runs"));
    const comparison apart = compared(series(3, 0, 1), {after[0], after[10], after[11]});
    EXPECT_THAT(apart.missing, ElementsAre("f: in 1 of 3 new runs"));
}

TEST(comparison, a_run_whose_partner_is_lost_is_left_out_and_named) {
    const side before = fake_side("old", series(12, 0, 1));
    side after = fake_side("new", series(12, 5, 1.03));
    after.files[3].path = "new/lost";
    const comparison found = compare_sides(before, after);
    EXPECT_EQ(found.rows.front().says, verdict::slower);
    EXPECT_TRUE(found.rows.front().in_pairs);
    EXPECT_THAT(found.notes,
                ElementsAre("old/3: left out, the other side has no run of this name",
                            "new/lost: left out, the other side has no run of this name"));
}

TEST(comparison, one_run_on_both_sides_or_twice_is_refused) {
    const report::result run = fake_run(0, six_cases());
    EXPECT_THAT(refusal_of({run}, {run}), "old/0 and new/0 are one run, or copies of it");
}

TEST(comparison, failed_self_checks_are_left_out_and_named) {
    report::result wrong = fake_run(9, six_cases(3));
    wrong.cases[2].record.failures = {"an operation was lost"};
    const comparison alone = compared({fake_run(0, six_cases())}, {wrong});
    EXPECT_THAT(alone.failed_runs, ElementsAre("new/0"));
    EXPECT_THAT(alone.rows, IsEmpty());
    const comparison beside =
        compared({fake_run(0, six_cases())}, {wrong, fake_run(19, six_cases())});
    EXPECT_THAT(beside.failed_runs, ElementsAre("new/0"));
    EXPECT_EQ(row_called(beside, "a").says, verdict::no_difference);
}

TEST(comparison, the_median_row_shows_a_common_movement) {
    const comparison five = compared(scattered(0, 1), scattered(5, 1.2));
    EXPECT_EQ(five.count(verdict::slower), 5U);
    ASSERT_THAT(five.movements, SizeIs(1));
    EXPECT_LT(five.movements[0].logs.high, 0.02);
    const comparison all = compared(scattered(0, 1), scattered(5, 1.2, 12));
    EXPECT_GT(all.movements[0].logs.low, 0.17);
}

// One in twenty of a hundred comparisons may claim a difference.
TEST(comparison, rarely_claims_a_difference_of_equal_sides) {
    int claims = 0;
    for (std::int64_t world = 0; world < 25; ++world) {
        for (const std::int64_t later : {5, 1000}) {
            const comparison found =
                compared(scattered(10'000 * world, 1), scattered(10'000 * world + later, 1));
            claims += found.count(verdict::slower) + found.count(verdict::faster) > 0 ? 1 : 0;
        }
    }
    EXPECT_LE(claims, 3);
}

TEST(comparison, runs_without_a_round_or_a_case_in_common_are_refused) {
    report::result nothing = fake_run(0, {{"a", {}}});
    EXPECT_THAT(refusal_of({nothing}, {fake_run(9, {{"a", {1}}})}),
                HasSubstr("no case with a value above zero is in both: old and new"));
    EXPECT_THAT(refusal_of({fake_run(0, {{"a", {1}}})}, {fake_run(9, {{"b", {1}}})}),
                HasSubstr("old and new have nothing in common"));
}

TEST(comparison, other_clocks_and_builds_are_refused) {
    const report::result before = fake_run(0, six_cases());
    report::result counter = fake_run(9, six_cases());
    report::result debug = counter;
    counter.clock.source = clock::source::tsc;
    debug.about.release_build = false;
    EXPECT_THAT(refusal_of({before}, {counter}),
                HasSubstr("testFiber: the clock is not the same: realtime before, tsc after"));
    EXPECT_THAT(refusal_of({before}, {counter, fake_run(20, six_cases())}),
                HasSubstr("tsc; realtime after"));
    EXPECT_THAT(refusal_of({before}, {debug}),
                HasSubstr("the build is not the same: release before, debug after"));
}

} // namespace
} // namespace tollgate::cost_sheet
