// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/comparison.hpp>

#include "made_up.hpp"

#include <gmock/gmock.h>

#include <cmath>

namespace tollgate::measure {
namespace {

using ::testing::IsEmpty;

/// Of rounds that differ by a common factor each, as on a machine that changes its speed.
std::vector<double> times(double ratio, const std::vector<double>& noise) {
    std::vector<double> values;
    for (std::size_t i = 0; i < noise.size(); ++i) {
        values.push_back(ratio * noise[i] * 100 * static_cast<double>(1 + i % 3));
    }
    return values;
}

const std::vector<double> even(8, 1);
const std::vector<double> noisy{0.97, 0.98, 0.99, 1, 1, 1.01, 1.02, 1.03};

noise_floor floor_of(double low, double high) {
    return {1, stats::interval{low, high, 0.95}, false};
}

const noise_floor one_percent = floor_of(0.995, 1.01);

TEST(comparison, is_paired_so_that_common_effects_cancel) {
    const comparison seen = compare(record_of(times(1.5, even), "b"),
                                    record_of(times(1, even), "a"), one_percent, 0.95);
    EXPECT_EQ(seen.of.name(), "b");
    EXPECT_EQ(seen.reference, "a");
    EXPECT_EQ(seen.rounds, 8u);
    EXPECT_DOUBLE_EQ(seen.ratio, 1.5);
    ASSERT_TRUE(seen.range);
    EXPECT_DOUBLE_EQ(seen.range->low, 1.5);
    EXPECT_DOUBLE_EQ(seen.range->high, 1.5);
    EXPECT_TRUE(seen.resolved);
}

TEST(comparison, rounds_that_only_one_has_are_left_out) {
    case_record reference;
    case_record other;
    for (std::uint64_t round = 0; round < 10; ++round) {
        reference.rounds.push_back(round_of(100, round, 0));
        other.rounds.push_back(round_of(round < 7 ? 200 : 1e9, round < 7 ? round : round + 90, 0));
        other.rounds.push_back(round_of(1, round, 1)); // another process, the same round
    }
    const comparison seen = compare(other, reference, one_percent, 0.95);
    EXPECT_EQ(seen.rounds, 7u);
    EXPECT_DOUBLE_EQ(seen.ratio, 2);
}

TEST(comparison, pairs_by_process_and_round) {
    case_record reference;
    case_record other;
    for (std::uint64_t round = 0; round < 4; ++round) {
        for (std::uint64_t process = 0; process < 2; ++process) {
            const double scale = process == 0 ? 100 : 5000;
            reference.rounds.push_back(round_of(scale, round, process));
            other.rounds.push_back(round_of(1.25 * scale, 3 - round, 1 - process));
        }
    }
    for (case_round& round : other.rounds) {
        round.value_ns = round.process == 0 ? 125 : 6250;
    }
    const comparison seen = compare(other, reference, one_percent, 0.95);
    EXPECT_EQ(seen.rounds, 8u);
    ASSERT_TRUE(seen.range);
    EXPECT_DOUBLE_EQ(seen.range->low, 1.25);
    EXPECT_DOUBLE_EQ(seen.range->high, 1.25);
}

TEST(comparison, rounds_without_length_have_no_ratio) {
    const comparison seen = compare(record_of({0, 2, 2}), record_of({1, 0, 1}), one_percent, 0.95);
    EXPECT_EQ(seen.rounds, 1u);
    EXPECT_DOUBLE_EQ(seen.ratio, 2);
}

TEST(comparison, nothing_in_common_nothing_said) {
    const comparison seen = compare(record_of({}), record_of({1, 2}), one_percent, 0.95);
    EXPECT_EQ(seen.rounds, 0u);
    EXPECT_EQ(seen.ratio, 1);
    EXPECT_FALSE(seen.range);
    EXPECT_FALSE(seen.resolved);
}

TEST(comparison, is_not_resolved_while_the_interval_holds_1) {
    EXPECT_FALSE(
        compare(record_of(times(1.02, noisy)), record_of(times(1, even)), floor_of(1, 1), 0.95)
            .resolved);
    EXPECT_TRUE(
        compare(record_of(times(1.1, noisy)), record_of(times(1, even)), floor_of(1, 1), 0.95)
            .resolved);
}

TEST(comparison, is_not_resolved_within_the_noise_floor) {
    const case_record reference = record_of(times(1, even));
    for (const double ratio : {1.009, 0.991}) {
        const case_record other = record_of(times(ratio, even));
        EXPECT_FALSE(compare(other, reference, one_percent, 0.95).resolved) << ratio;
        EXPECT_TRUE(compare(other, reference, floor_of(0.999, 1.001), 0.95).resolved) << ratio;
    }
    EXPECT_TRUE(compare(record_of(times(0.98, even)), reference, one_percent, 0.95).resolved);
}

TEST(comparison, is_not_resolved_where_no_noise_floor_is_known) {
    EXPECT_FALSE(compare(record_of(times(3, even)), record_of(times(1, even)), {}, 0.95).resolved);
}

TEST(comparison, ties_are_counted) {
    const comparison seen = compare(record_of({1, 1, 2}), record_of({1, 1, 1}), one_percent, 0.95);
    EXPECT_EQ(seen.ties, 2u);
}

TEST(compare_all, divides_the_error_by_the_number_of_comparisons) {
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
    EXPECT_EQ(all[1].reference, "first");
    EXPECT_DOUBLE_EQ(all[1].ratio, 4);
    EXPECT_THAT(compare_all({record_of({1})}, one_percent), IsEmpty());
    EXPECT_THAT(compare_all({}, one_percent), IsEmpty());
}

TEST(noise_floor, is_the_farther_end_of_the_interval_of_the_twins_ratio) {
    const noise_floor seen =
        find_noise_floor(record_of(times(1, even)), record_of(times(1, noisy)));
    EXPECT_NEAR(seen.ratio, 1, 1e-12);
    ASSERT_TRUE(seen.range);
    EXPECT_NEAR(seen.range->low, 0.97, 1e-12); // of eight values the extremes
    EXPECT_NEAR(seen.range->high, 1.03, 1e-12);
    EXPECT_NEAR(seen.smallest_difference().value(), 0.03, 1e-12);
    EXPECT_FALSE(seen.claims_difference);
    EXPECT_NEAR(floor_of(0.9, 1.02).smallest_difference().value(), 0.1, 1e-12);
}

TEST(noise_floor, a_twin_that_differs_is_said_to) {
    const noise_floor seen =
        find_noise_floor(record_of(times(1, even)), record_of(times(1.04, noisy)));
    EXPECT_TRUE(seen.claims_difference);
    EXPECT_NEAR(seen.ratio, 1.04, 1e-12);
    EXPECT_NEAR(seen.smallest_difference().value(), 1.04 * 1.03 - 1, 1e-12);
}

TEST(noise_floor, is_not_known_from_five_rounds) {
    const std::vector<double> five(5, 1);
    const noise_floor seen = find_noise_floor(record_of(five), record_of(five));
    EXPECT_FALSE(seen.range);
    EXPECT_FALSE(seen.smallest_difference());
    EXPECT_FALSE(seen.claims_difference);
}

} // namespace
} // namespace tollgate::measure
