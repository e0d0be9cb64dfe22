// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/comparison.hpp>

#include "made_up.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <string>
#include <vector>

namespace tollgate::measure {
namespace {

using ::testing::IsEmpty;

/// Of passes that differ by a common factor each, as on a machine that changes its speed.
std::vector<double> times(double ratio, const std::vector<double>& noise) {
    std::vector<double> values;
    for (std::size_t i = 0; i < noise.size(); ++i) {
        values.push_back(ratio * noise[i] * 100 * static_cast<double>(1 + i % 3));
    }
    return values;
}

const std::vector<double> even(8, 1);
const std::vector<double> noisy{0.97, 0.98, 0.99, 1, 1, 1.01, 1.02, 1.03};

std::vector<noise_floor> floor_of(double low, double high) {
    return {{"a", 1, stats::interval{low, high, 0.95}, false}};
}

const std::vector<noise_floor> no_floor = floor_of(1, 1);
const std::vector<noise_floor> one_percent = floor_of(0.995, 1.01);

/// The second against the first.
comparison compare(const case_record& other, const case_record& reference,
                   const std::vector<noise_floor>& floors) {
    return compare_all({reference, other}, floors).at(0);
}

TEST(comparison, is_paired_so_that_common_effects_cancel) {
    const comparison seen = compare(passes_of(times(1.5, even), "b", 3),
                                    passes_of(times(1, even), "a", 3), one_percent);
    EXPECT_EQ(seen.of.name(), "b");
    EXPECT_EQ(seen.reference.name(), "a");
    EXPECT_EQ(seen.over, basis::passes);
    EXPECT_EQ(seen.pairs, 8u);
    EXPECT_DOUBLE_EQ(seen.ratio, 1.5);
    ASSERT_TRUE(seen.range);
    EXPECT_DOUBLE_EQ(seen.range->low, 1.5);
    EXPECT_DOUBLE_EQ(seen.range->high, 1.5);
    EXPECT_TRUE(seen.resolved);
}

TEST(comparison, of_a_pass_is_the_median_of_the_ratios_in_one_round) {
    case_record reference;
    case_record other;
    for (std::uint64_t pass = 0; pass < 6; ++pass) {
        add_rounds(reference, {100, 200, 300}, pass);
        add_rounds(other, {150, 300, 9e9}, pass);
    }
    EXPECT_DOUBLE_EQ(compare(other, reference, one_percent).ratio, 1.5);
}

TEST(comparison, over_passes_is_the_geometric_mean) {
    const comparison seen = compare(passes_of({200, 200, 200, 200, 200, 200, 800, 800}),
                                    passes_of(std::vector<double>(8, 100)), one_percent);
    EXPECT_NEAR(seen.ratio, 2 * std::sqrt(2), 1e-8);
}

TEST(comparison, rounds_that_only_one_has_are_left_out) {
    case_record reference;
    case_record other;
    for (std::uint64_t round = 0; round < 10; ++round) {
        reference.rounds.push_back(round_of(100, round, 0));
        other.rounds.push_back(round_of(round < 7 ? 200 : 1e9, round < 7 ? round : round + 90, 0));
        other.rounds.push_back(round_of(1, round, 1)); // another pass, the same round
    }
    const comparison seen = compare(other, reference, one_percent);
    EXPECT_EQ(seen.over, basis::rounds);
    EXPECT_EQ(seen.pairs, 7u);
    EXPECT_DOUBLE_EQ(seen.ratio, 2);
}

TEST(comparison, pairs_by_pass_and_round) {
    case_record reference;
    case_record other;
    for (std::uint64_t round = 0; round < 4; ++round) {
        for (std::uint64_t pass = 0; pass < 2; ++pass) {
            reference.rounds.push_back(round_of(pass == 0 ? 100 : 5000, round, pass));
            other.rounds.push_back(round_of(pass == 1 ? 125 : 6250, 3 - round, 1 - pass));
        }
    }
    const comparison seen = compare(other, reference, one_percent);
    EXPECT_EQ(seen.pairs, 8u);
    ASSERT_TRUE(seen.range);
    EXPECT_DOUBLE_EQ(seen.range->low, 1.25);
    EXPECT_DOUBLE_EQ(seen.range->high, 1.25);
}

TEST(comparison, a_pass_that_one_case_is_missing_is_left_out) {
    case_record reference = passes_of(times(1, even));
    reference.rounds.erase(reference.rounds.begin() + 3);
    const comparison seen = compare(passes_of(times(2, even)), reference, one_percent);
    EXPECT_EQ(seen.over, basis::passes);
    EXPECT_EQ(seen.pairs, 7u);
    EXPECT_DOUBLE_EQ(seen.ratio, 2);
    EXPECT_TRUE(seen.resolved);
}

TEST(comparison, a_family_may_miss_different_passes) {
    case_record second = passes_of(times(2, even), "b");
    case_record third = passes_of(times(1, noisy), "c");
    second.rounds.erase(second.rounds.begin());
    third.rounds.pop_back();
    const auto all = compare_all({passes_of(times(1, even), "a"), second, third}, no_floor);
    ASSERT_EQ(all.size(), 2u);
    EXPECT_EQ(all[0].pairs, 7u);
    EXPECT_DOUBLE_EQ(all[0].ratio, 2);
    EXPECT_TRUE(all[0].resolved);
    EXPECT_EQ(all[1].pairs, 7u);
    EXPECT_FALSE(all[1].resolved);
}

TEST(comparison, for_want_of_passes_rounds_are_paired_and_their_median_is_taken) {
    const comparison seen =
        compare(record_of(times(1.5, noisy), "b"), record_of(times(1, even), "a"), one_percent);
    EXPECT_EQ(seen.over, basis::rounds);
    EXPECT_EQ(seen.pairs, 8u);
    EXPECT_DOUBLE_EQ(seen.ratio, 1.5);
    ASSERT_TRUE(seen.range);
    EXPECT_NEAR(seen.range->low, 1.5 * 0.97, 1e-9); // of eight values the extremes
    EXPECT_NEAR(seen.range->high, 1.5 * 1.03, 1e-9);
}

TEST(comparison, rounds_without_length_have_no_ratio) {
    const comparison seen = compare(record_of({0, 2, 2}), record_of({1, 0, 1}), one_percent);
    EXPECT_EQ(seen.pairs, 1u);
    EXPECT_DOUBLE_EQ(seen.ratio, 2);
}

TEST(comparison, nothing_in_common_nothing_said) {
    const comparison seen = compare(record_of({}), record_of({1, 2}), one_percent);
    EXPECT_EQ(seen.pairs, 0u);
    EXPECT_EQ(seen.ratio, 1);
    EXPECT_FALSE(seen.range);
    EXPECT_FALSE(seen.resolved);
}

TEST(comparison, is_not_resolved_while_the_interval_holds_1) {
    const case_record reference = passes_of(times(1, even), "a");
    EXPECT_FALSE(compare(passes_of(times(1.005, noisy)), reference, no_floor).resolved);
    EXPECT_TRUE(compare(passes_of(times(1.1, noisy)), reference, no_floor).resolved);
    EXPECT_TRUE(compare(passes_of(times(0.9, noisy)), reference, no_floor).resolved);
}

// Six equal signs have a chance of 1/32, and are enough however far one pass is from the others.
TEST(comparison, one_that_is_resolved_has_an_interval_without_1) {
    for (const bool more : {true, false}) {
        std::vector<double> ratios{1.0001, 1.0001, 1.0001, 1.0001, 1.0001, 1.5};
        for (double& one : ratios) {
            one = more ? one : 1 / one;
        }
        const comparison seen =
            compare(passes_of(times(1, ratios)),
                    passes_of(times(1, std::vector<double>(6, 1)), "a"), no_floor);
        EXPECT_TRUE(seen.resolved);
        EXPECT_FALSE(seen.range->contains(1));
    }
}

TEST(comparison, is_not_resolved_within_the_noise_floor) {
    const case_record reference = passes_of(times(1, even), "a");
    for (const double ratio : {1.009, 0.991}) {
        const case_record other = passes_of(times(ratio, even));
        EXPECT_FALSE(compare(other, reference, one_percent).resolved) << ratio;
        EXPECT_TRUE(compare(other, reference, floor_of(0.999, 1.001)).resolved) << ratio;
    }
    EXPECT_TRUE(compare(passes_of(times(0.98, even)), reference, one_percent).resolved);
}

TEST(comparison, is_not_resolved_where_no_noise_floor_is_known) {
    const case_record reference = passes_of(times(1, even), "a");
    EXPECT_FALSE(compare(passes_of(times(3, even)), reference, {}).resolved);
    EXPECT_FALSE(compare(passes_of(times(3, even)), reference, {{"a", 1, {}, false}}).resolved);
}

/// In each pass a slow round in which the ratio is 5, and in so many of them a quiet one with 2.
std::vector<case_record> with_quiet_passes(std::size_t quiet) {
    std::vector<case_record> both{record_of({}, "a"), record_of({}, "b")};
    for (std::size_t i = 0; i < both.size(); ++i) {
        both[i].cpus = {static_cast<int>(i)};
        for (std::uint64_t pass = 0; pass < 8; ++pass) {
            both[i].rounds.push_back(round_beside(2000, 2000, i == 0 ? 100 : 500, 0, pass));
            both[i].rounds.push_back(round_beside(2000, 2000, i == 0 ? 100 : 500, 1, pass));
            if (pass < quiet) {
                both[i].rounds.push_back(round_beside(1000, 1000, i == 0 ? 100 : 200, 2, pass));
            }
        }
    }
    return both;
}

machine_speed fast_on_both() {
    machine_speed during;
    during.fast_ns = {{0, 1000}, {1, 1000}};
    return during;
}

TEST(comparison, is_of_quiet_rounds_where_enough_passes_have_some) {
    const auto ratio = [](std::vector<case_record> both) {
        return compare_all(conclude(std::move(both), fast_on_both()), no_floor).at(0);
    };
    EXPECT_DOUBLE_EQ(ratio(with_quiet_passes(8)).ratio, 2);
    EXPECT_EQ(ratio(with_quiet_passes(8)).pairs, 8u);
    EXPECT_DOUBLE_EQ(ratio(with_quiet_passes(6)).ratio, 2);
    EXPECT_EQ(ratio(with_quiet_passes(6)).pairs, 6u) << "the others have no such round";
    EXPECT_DOUBLE_EQ(ratio(with_quiet_passes(5)).ratio, 5);
    EXPECT_EQ(ratio(with_quiet_passes(5)).pairs, 8u);
}

TEST(comparison, a_pair_is_quiet_if_both_rounds_are) {
    std::vector<case_record> both = with_quiet_passes(8);
    for (case_round& round : both[0].rounds) {
        round.reference_after_ns = round.round == 2 ? 1500 : 2000;
    }
    EXPECT_DOUBLE_EQ(compare_all(conclude(both, fast_on_both()), no_floor).at(0).ratio, 5);
}

TEST(comparison, of_a_case_by_distance_and_one_by_loops_each_round_is_quiet_by_its_own) {
    std::vector<case_record> both = with_quiet_passes(8);
    both[1].distance_of = {1, 2};
    for (case_round& round : both[1].rounds) {
        const double ns = round.round == 2 ? 47 : 160;
        round.reference_before_ns = ns;
        round.reference_after_ns = ns;
    }
    machine_speed during = fast_on_both();
    during.distances[{1, 2}].usual_ns = 47;
    EXPECT_DOUBLE_EQ(compare_all(conclude(both, during), no_floor).at(0).ratio, 2);
    during.distances[{1, 2}].usual_ns = 160;
    EXPECT_DOUBLE_EQ(compare_all(conclude(both, during), no_floor).at(0).ratio, 5)
        << "no round is quiet for both";
}

TEST(comparison, is_of_all_rounds_where_neither_value_is_quiet) {
    std::vector<case_record> both = with_quiet_passes(8);
    for (case_round& round : both[1].rounds) {
        round.value_ns = round.round == 2 ? 500 : 200; // the loops do not explain that
    }
    EXPECT_DOUBLE_EQ(compare_all(conclude(both, fast_on_both()), no_floor).at(0).ratio, 2);
}

TEST(compare_all, no_more_passes_are_needed_for_more_comparisons) {
    const std::vector<double> six(6, 1);
    std::vector<case_result> all{passes_of(times(1, six), "a")};
    for (int i = 0; i < 50; ++i) {
        all.emplace_back(passes_of(times(i % 2 == 0 ? 2 : 0.5, six), "other " + std::to_string(i)));
    }
    for (const comparison& one : compare_all(all, one_percent)) {
        EXPECT_TRUE(one.range);
        EXPECT_TRUE(one.resolved);
    }
}

TEST(compare_all, over_rounds_divides_the_error_by_the_number_of_comparisons) {
    // Six rounds reach 96.9 %, seven 98.4 %: enough for one comparison, and for two.
    const std::vector<double> six(6, 1);
    const std::vector<double> seven(7, 1);
    const auto cases = [](const std::vector<double>& rounds, std::size_t others) {
        std::vector<case_result> all{record_of(times(1, rounds), "first")};
        for (std::size_t i = 0; i < others; ++i) {
            all.emplace_back(record_of(times(2, rounds), "other " + std::to_string(i)));
        }
        return compare_all(all, one_percent);
    };
    EXPECT_TRUE(cases(six, 1).at(0).range);
    EXPECT_FALSE(cases(six, 2).at(0).range);
    EXPECT_FALSE(cases(six, 2).at(1).range);
    ASSERT_TRUE(cases(seven, 2).at(1).range);
    EXPECT_GE(cases(seven, 2).at(1).range->confidence, 0.975);
    EXPECT_FALSE(cases(seven, 4).at(3).range);
}

TEST(compare_all, leaves_out_the_first) {
    const auto all = compare_all(
        {record_of({1}, "first"), record_of({2}, "b"), record_of({4}, "c")}, one_percent);
    ASSERT_EQ(all.size(), 2u);
    EXPECT_EQ(all[0].of.name(), "b");
    EXPECT_EQ(all[1].of.name(), "c");
    EXPECT_EQ(all[1].reference.name(), "first");
    EXPECT_DOUBLE_EQ(all[1].ratio, 4);
    EXPECT_THAT(compare_all({record_of({1})}, one_percent), IsEmpty());
    EXPECT_THAT(compare_all({}, one_percent), IsEmpty());
}

} // namespace
} // namespace tollgate::measure
