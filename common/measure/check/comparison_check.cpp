// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/comparison.hpp>

#include "fake.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace tollgate::measure {
namespace {

/// Values of passes with a common factor each, as on a machine that changes its speed.
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

/// Compares the second case of a run with the first.
comparison compare(const case_record& other, const case_record& reference,
                   const std::vector<noise_floor>& floors) {
    return compare_all({reference, other}, floors).at(0);
}

TEST(comparison, cancels_common_effects_by_pairing) {
    const comparison result = compare(passes_of(times(1.5, even), "b", 3),
                                      passes_of(times(1, even), "a", 3), one_percent);
    EXPECT_EQ(result.subject.name(), "b");
    EXPECT_EQ(result.reference.name(), "a");
    EXPECT_EQ(result.pairs, 8u);
    EXPECT_NEAR(result.ratio, 1.5, 1e-9);
    ASSERT_TRUE(result.range);
    EXPECT_NEAR(result.range->low, 1.5, 1e-9);
    EXPECT_NEAR(result.range->high, 1.5, 1e-9);
    EXPECT_TRUE(result.resolved);
}

TEST(comparison, a_floor_is_as_far_below_as_above) {
    const std::vector<noise_floor> three_times = floor_of(0.9, 3);
    const auto resolved = [&](double ratio) {
        return compare(passes_of(times(ratio, even), "b"), passes_of(times(1, even), "a"),
                       three_times)
            .resolved;
    };
    EXPECT_TRUE(resolved(3.1));
    EXPECT_TRUE(resolved(1 / 3.1));
    EXPECT_FALSE(resolved(2.9));
    EXPECT_FALSE(resolved(1 / 2.9));
}

TEST(comparison, uses_the_ratio_of_the_means_of_a_pass) {
    case_record reference;
    case_record other;
    for (std::uint64_t pass = 0; pass < 6; ++pass) {
        add_rounds(reference, {100, 200, 300}, pass);
        add_rounds(other, {150, 300, 3'150}, pass);
    }
    EXPECT_NEAR(compare(other, reference, one_percent).ratio, 6, 1e-9);
}

TEST(comparison, is_the_geometric_mean_over_passes) {
    const comparison result = compare(passes_of({200, 200, 200, 200, 200, 200, 800, 800}),
                                      passes_of(std::vector<double>(8, 100)), one_percent);
    EXPECT_NEAR(result.ratio, 2 * std::sqrt(2), 1e-8);
}

TEST(comparison, leaves_out_rounds_and_passes_of_one_case_alone) {
    case_record reference = passes_of(std::vector<double>(7, 100), "a", 3);
    case_record other = passes_of(std::vector<double>(7, 200), "b", 3);
    reference.rounds.erase(reference.rounds.begin());
    reference.rounds.push_back(round_of(1, 0, 8));
    other.rounds.back().value_ns = 1e9;
    reference.rounds[reference.rounds.size() - 2].round = 90;
    const comparison result = compare(other, reference, one_percent);
    EXPECT_EQ(result.pairs, 7u);
    EXPECT_NEAR(result.ratio, 2, 1e-9);
}

TEST(comparison, compares_cases_that_lack_different_passes) {
    case_record second = passes_of(times(2, even), "b");
    case_record third = passes_of(times(1, noisy), "c");
    second.rounds.erase(second.rounds.begin());
    third.rounds.pop_back();
    const auto all = compare_all({passes_of(times(1, even), "a"), second, third}, no_floor);
    ASSERT_EQ(all.size(), 2u);
    EXPECT_EQ(all[0].pairs, 7u);
    EXPECT_NEAR(all[0].ratio, 2, 1e-9);
    EXPECT_TRUE(all[0].resolved);
    EXPECT_EQ(all[1].pairs, 7u);
    EXPECT_FALSE(all[1].resolved);
}

TEST(comparison, resolves_nothing_with_too_few_passes) {
    const comparison result = compare(passes_of(times(1.5, {1, 1, 1, 1, 1}), "b", 40),
                                      passes_of(times(1, {1, 1, 1, 1, 1}), "a", 40), one_percent);
    EXPECT_EQ(result.pairs, 5u);
    EXPECT_NEAR(result.ratio, 1.5, 1e-9);
    EXPECT_FALSE(result.range);
    EXPECT_FALSE(result.resolved);
}

TEST(comparison, ignores_rounds_without_length) {
    const comparison result = compare(record_of({0, 2, 2}), record_of({1, 0, 1}), one_percent);
    EXPECT_EQ(result.pairs, 1u);
    EXPECT_NEAR(result.ratio, 2, 1e-9);
    const comparison none = compare(record_of({}), record_of({1, 2}), one_percent);
    EXPECT_EQ(none.pairs, 0u);
    EXPECT_EQ(none.ratio, 1);
    EXPECT_FALSE(none.range);
    EXPECT_FALSE(none.resolved);
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

TEST(comparison, is_not_resolved_without_a_noise_floor) {
    const case_record reference = passes_of(times(1, even), "a");
    EXPECT_FALSE(compare(passes_of(times(3, even)), reference, {}).resolved);
    EXPECT_FALSE(compare(passes_of(times(3, even)), reference, {{"a", 1, {}, false}}).resolved);
}

TEST(comparison, is_the_quotient_of_the_costs_over_all_rounds) {
    std::vector<case_record> both{record_of({}, "a"), record_of({}, "b")};
    for (std::uint64_t pass = 0; pass < 8; ++pass) {
        add_rounds(both[0], {100, 100, 100}, pass);
        add_rounds(both[1], {200, 500, 3'000}, pass);
    }
    const std::vector<case_result> cases = conclude(std::move(both), {});
    const comparison all = compare_all(cases, no_floor).at(0);
    EXPECT_NEAR(all.ratio, 3'700.0 / 300, 1e-9);
    EXPECT_NEAR(all.ratio, cases[1].summary.as_it_is_ns.value / cases[0].summary.as_it_is_ns.value,
                1e-9);
    EXPECT_TRUE(all.resolved);
    EXPECT_NEAR(find_noise_floors(cases, {case_result(cases[1].record)}).at(0).ratio, 1, 1e-9);
}

case_record against(const std::string& reference, const std::string& name, double value_ns) {
    case_record record = passes_of(std::vector<double>(8, value_ns), name);
    record.compared_with = reference;
    return record;
}

TEST(compare_all, compares_a_case_with_the_case_that_it_names) {
    const auto all = compare_all({against("", "first", 1), against("", "a", 2),
                                  against("a", "b", 8), against("c", "d", 3), against("", "c", 6)},
                                 one_percent);
    ASSERT_EQ(all.size(), 4u);
    EXPECT_EQ(all[0].reference.name(), "first");
    EXPECT_EQ(all[1].subject.name(), "b");
    EXPECT_EQ(all[1].reference.name(), "a");
    EXPECT_NEAR(all[1].ratio, 4, 1e-9);
    EXPECT_TRUE(all[1].resolved);
    EXPECT_EQ(all[2].reference.name(), "c") << "though that one comes later";
    EXPECT_NEAR(all[2].ratio, 0.5, 1e-9);
    EXPECT_EQ(all[3].reference.name(), "first");
}

TEST(compare_all, first_case_may_name_another) {
    const auto all =
        compare_all({against("second", "first", 4), against("second", "second", 1)}, one_percent);
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].subject.name(), "first");
    EXPECT_EQ(all[0].reference.name(), "second");
    EXPECT_NEAR(all[0].ratio, 4, 1e-9);
}

TEST(compare_all, does_not_compare_a_case_with_itself_or_with_a_missing_case) {
    EXPECT_TRUE(
        compare_all({against("first", "first", 1), against("gone", "a", 2), against("b", "b", 2)},
                    one_percent)
            .empty());
    EXPECT_TRUE(compare_all({}, one_percent).empty());
}

noise_floor control_floor(const case_record& measured, const case_record& control) {
    return find_noise_floors({measured}, {control}).at(0);
}

TEST(noise_floor, is_the_interval_of_the_controls_ratio) {
    const noise_floor result = control_floor(passes_of(times(1, even)), passes_of(times(1, noisy)));
    EXPECT_EQ(result.subject.name(), "fake/case");
    EXPECT_NEAR(result.ratio, 1, 1e-3);
    ASSERT_TRUE(result.range);
    EXPECT_LT(result.range->low, 1);
    EXPECT_GT(result.range->low, 0.97);
    EXPECT_GT(result.range->high, 1);
    EXPECT_LT(result.range->high, 1.03);
    EXPECT_FALSE(result.claims_difference);
}

TEST(noise_floor, reaches_to_the_farther_end) {
    const auto smallest = [](double low, double high) {
        return noise_floor{"a", 1, stats::interval{low, high, 0.95}, false}.smallest_difference();
    };
    EXPECT_NEAR(smallest(0.5, 1.02).value(), 1, 1e-12) << "half the cost and twice are as far";
    EXPECT_TRUE(std::isfinite(smallest(0, 1).value()));
    EXPECT_NEAR(smallest(0.99, 1.02).value(), 0.02, 1e-12);
    EXPECT_NEAR(smallest(1.03, 1.05).value(), 0.05, 1e-12) << "of a difference that is none";
}

TEST(noise_floor, claims_a_difference_of_a_control_that_differs) {
    for (const double ratio : {1.04, 0.96}) {
        const noise_floor result =
            control_floor(passes_of(times(1, even)), passes_of(times(ratio, noisy)));
        EXPECT_TRUE(result.claims_difference);
        EXPECT_FALSE(result.range->contains(1));
        EXPECT_NEAR(result.ratio, ratio, 1e-3);
        EXPECT_GT(result.smallest_difference().value(), std::abs(ratio - 1));
    }
}

TEST(noise_floor, is_unknown_with_five_passes) {
    const std::vector<double> five(5, 1);
    const noise_floor result = control_floor(passes_of(five), passes_of(five));
    EXPECT_FALSE(result.range);
    EXPECT_FALSE(result.smallest_difference());
    EXPECT_FALSE(result.claims_difference);
}

TEST(noise_floors, exist_for_each_control) {
    const auto result =
        find_noise_floors({passes_of(times(1, even), "a"), passes_of(times(1, even), "b"),
                           passes_of(times(1, even), "c")},
                          {passes_of(times(1, even), "a"), passes_of(times(1, noisy), "c"),
                           passes_of(times(1, even), "gone")});
    ASSERT_EQ(result.size(), 2u);
    EXPECT_EQ(result[0].subject.name(), "a");
    EXPECT_EQ(result[0].smallest_difference(), 0);
    EXPECT_EQ(result[1].subject.name(), "c");
    EXPECT_GT(result[1].smallest_difference().value(), 0);
}

// At most one in twenty families claims any difference.
TEST(noise_floors, are_judged_together) {
    const std::vector<double> nearly{100, 101, 101, 99.8, 103, 102, 101.5, 100.5};
    const std::vector<double> equal(8, 100);
    const std::vector<double> wild{100, 90, 112, 95, 104, 108, 87, 110};
    std::vector<case_result> cases{passes_of(equal, "0")};
    std::vector<case_result> controls{passes_of(nearly, "0")};
    EXPECT_TRUE(find_noise_floors(cases, controls)[0].claims_difference);
    const double alone = find_noise_floors(cases, controls)[0].smallest_difference().value();
    for (std::size_t i = 1; i < 30; ++i) {
        cases.emplace_back(passes_of(equal, std::to_string(i)));
        std::vector<double> shifted = wild;
        std::rotate(shifted.begin(), shifted.begin() + static_cast<std::ptrdiff_t>(i % 8),
                    shifted.end());
        std::swap(shifted[i % 5], shifted[5 + i % 3]);
        controls.emplace_back(passes_of(shifted, std::to_string(i)));
    }
    const noise_floor together = find_noise_floors(cases, controls)[0];
    EXPECT_FALSE(together.claims_difference);
    EXPECT_GT(together.smallest_difference().value(), alone);
}

TEST(largest_floor, ignores_unknown_floors) {
    EXPECT_FALSE(largest_floor({}));
    const noise_floor unknown{"a", 1, {}, false};
    EXPECT_FALSE(largest_floor({unknown}));
    const noise_floor first{"b", 1, stats::interval{0.99, 1.01, 0.95}, false};
    const noise_floor second{"c", 1, stats::interval{0.97, 1.01, 0.95}, false};
    EXPECT_NEAR(largest_floor({first, unknown, second}).value(), 1 / 0.97 - 1, 1e-12);
}

case_record of_kind(const std::string& name, double value_ns, method valued_by,
                    std::uint64_t threads, const std::string& placement) {
    case_record record = passes_of(std::vector<double>(8, value_ns), name);
    if (!placement.empty()) {
        record.key = record.key.with("placement", placement);
    }
    record.valued_by = valued_by;
    record.threads = threads;
    return record;
}

/// Two cases of each of three kinds. The second of each kind costs 5 % more than the first.
TEST(floors_by_kind, comparison_uses_the_floor_of_its_kind) {
    using enum method;
    const std::vector<case_record> cases{
        of_kind("a", 100, untimed_loop, 1, ""),     of_kind("b", 105, untimed_loop, 1, ""),
        of_kind("c", 100, untimed_loop, 2, "same"), of_kind("d", 105, untimed_loop, 4, "same"),
        of_kind("e", 100, single_events, 1, ""),    of_kind("f", 105, single_events, 1, "")};
    const auto floor_up_to = [&](std::size_t index, double high) {
        return noise_floor{cases[index].key, 1, stats::interval{1, high, 0.95}, false};
    };
    const auto resolved = [&](const std::vector<noise_floor>& floors) {
        std::string paths;
        for (const comparison& entry : compare_all({cases.begin(), cases.end()}, floors)) {
            paths += entry.resolved ? entry.subject.path() : "";
        }
        return paths;
    };
    EXPECT_EQ(resolved({floor_up_to(0, 1.01), floor_up_to(2, 1.2), floor_up_to(4, 1.04)}), "bf");
    // Older files have one control, whose floor holds for all kinds.
    EXPECT_EQ(resolved({floor_up_to(0, 1.01)}), "bdf");
    EXPECT_EQ(resolved({floor_up_to(0, 1.2)}), "");
}

} // namespace
} // namespace tollgate::measure
