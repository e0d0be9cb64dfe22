// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/comparison.hpp>

#include "made_up.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace tollgate::measure {
namespace {

using ::testing::IsEmpty;

const std::vector<double> even(8, 100);
const std::vector<double> noisy{97, 98, 99, 100, 100, 101, 102, 103};

std::vector<double> times(double ratio, std::vector<double> values) {
    for (double& one : values) {
        one *= ratio;
    }
    return values;
}

noise_floor floor_of(const case_record& one, const case_record& twin) {
    return find_noise_floors({one}, {twin}).at(0);
}

TEST(noise_floor, is_the_farther_end_of_the_interval_of_the_twins_ratio) {
    const noise_floor seen = floor_of(passes_of(even), passes_of(noisy));
    EXPECT_EQ(seen.of.name(), "made/up");
    EXPECT_NEAR(seen.ratio, 1, 1e-3);
    ASSERT_TRUE(seen.range);
    EXPECT_LT(seen.range->low, 1);
    EXPECT_GT(seen.range->low, 0.97);
    EXPECT_GT(seen.range->high, 1);
    EXPECT_LT(seen.range->high, 1.03);
    EXPECT_EQ(seen.smallest_difference(), std::max(1 - seen.range->low, seen.range->high - 1));
    EXPECT_FALSE(seen.claims_difference);
}

TEST(noise_floor, reaches_to_the_farther_end) {
    const auto smallest = [](double low, double high) {
        return noise_floor{"a", 1, stats::interval{low, high, 0.95}, false}.smallest_difference();
    };
    EXPECT_NEAR(smallest(0.9, 1.02).value(), 0.1, 1e-12);
    EXPECT_NEAR(smallest(0.99, 1.02).value(), 0.02, 1e-12);
    EXPECT_NEAR(smallest(1.03, 1.05).value(), 0.05, 1e-12) << "of a difference that is none";
}

TEST(noise_floor, a_twin_that_differs_is_said_to) {
    for (const double ratio : {1.04, 0.96}) {
        const noise_floor seen = floor_of(passes_of(even), passes_of(times(ratio, noisy)));
        EXPECT_TRUE(seen.claims_difference);
        EXPECT_FALSE(seen.range->contains(1));
        EXPECT_NEAR(seen.ratio, ratio, 1e-3);
        EXPECT_GT(seen.smallest_difference().value(), std::abs(ratio - 1));
    }
}

TEST(noise_floor, of_one_pass_is_of_its_rounds) {
    const noise_floor seen = floor_of(record_of(even), record_of(noisy));
    EXPECT_NEAR(seen.range->low, 0.97, 1e-9); // of eight values the extremes
    EXPECT_NEAR(seen.range->high, 1.03, 1e-9);
}

TEST(noise_floor, is_not_known_from_five_rounds) {
    const std::vector<double> five(5, 1);
    const noise_floor seen = floor_of(record_of(five), record_of(five));
    EXPECT_FALSE(seen.range);
    EXPECT_FALSE(seen.smallest_difference());
    EXPECT_FALSE(seen.claims_difference);
}

TEST(noise_floors, without_twins_are_none) {
    EXPECT_THAT(find_noise_floors({record_of(even)}, {}), IsEmpty());
    EXPECT_THAT(find_noise_floors({}, {}), IsEmpty());
    EXPECT_THAT(find_noise_floors({record_of(even, "a")}, {record_of(even, "b")}), IsEmpty())
        << "no case has that name";
}

TEST(noise_floors, there_is_one_for_each_twin) {
    const auto seen =
        find_noise_floors({passes_of(even, "a"), passes_of(even, "b"), passes_of(even, "c")},
                          {passes_of(even, "a"), passes_of(noisy, "c")});
    ASSERT_EQ(seen.size(), 2u);
    EXPECT_EQ(seen[0].of.name(), "a");
    EXPECT_EQ(seen[0].smallest_difference(), 0);
    EXPECT_EQ(seen[1].of.name(), "c");
    EXPECT_GT(seen[1].smallest_difference().value(), 0);
}

// Of one family at most one in twenty claims any difference.
TEST(noise_floors, are_judged_together) {
    const std::vector<double> nearly{100, 101, 101, 99.8, 103, 102, 101.5, 100.5};
    const std::vector<double> wild{100, 90, 112, 95, 104, 108, 87, 110};
    std::vector<case_result> cases{passes_of(even, "0")};
    std::vector<case_result> twins{passes_of(nearly, "0")};
    EXPECT_TRUE(find_noise_floors(cases, twins)[0].claims_difference);
    const double alone = find_noise_floors(cases, twins)[0].smallest_difference().value();
    for (std::size_t i = 1; i < 30; ++i) {
        cases.emplace_back(passes_of(even, std::to_string(i)));
        std::vector<double> shifted = wild;
        std::rotate(shifted.begin(), shifted.begin() + static_cast<std::ptrdiff_t>(i % 8),
                    shifted.end());
        std::swap(shifted[i % 5], shifted[5 + i % 3]);
        twins.emplace_back(passes_of(shifted, std::to_string(i)));
    }
    const noise_floor together = find_noise_floors(cases, twins)[0];
    EXPECT_FALSE(together.claims_difference);
    EXPECT_GT(together.smallest_difference().value(), alone);
}

TEST(largest_floor, is_of_those_that_are_known) {
    EXPECT_FALSE(largest_floor({}));
    const noise_floor unknown{"a", 1, {}, false};
    EXPECT_FALSE(largest_floor({unknown}));
    const noise_floor one{"b", 1, stats::interval{0.99, 1.01, 0.95}, false};
    const noise_floor other{"c", 1, stats::interval{0.97, 1.01, 0.95}, false};
    EXPECT_NEAR(largest_floor({one, unknown, other}).value(), 0.03, 1e-12);
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

TEST(kind_of, is_the_method_one_thread_or_more_and_the_placement) {
    using enum method;
    const case_key plain("a");
    const case_key same = plain.with("placement", "same");
    EXPECT_EQ(kind_of(unobserved_loop, 1, plain), kind_of(unobserved_loop, 1, case_key("b")));
    EXPECT_EQ(kind_of(unobserved_loop, 2, same), kind_of(unobserved_loop, 8, same));
    EXPECT_NE(kind_of(unobserved_loop, 1, same), kind_of(unobserved_loop, 2, same));
    EXPECT_NE(kind_of(unobserved_loop, 1, plain), kind_of(single_events, 1, plain));
    EXPECT_NE(kind_of(unobserved_loop, 2, plain), kind_of(unobserved_loop, 2, same));
    EXPECT_NE(kind_of(unobserved_loop, 2, plain.with("placement", "core")),
              kind_of(unobserved_loop, 2, same));
}

noise_floor floor_named(const case_record& of, double high) {
    return {of.key, 1, stats::interval{1, high, 0.95}, false};
}

/// Two of each of three kinds; the second of each costs 5 % more than the first case of all.
class floors_by_kind : public ::testing::Test {
protected:
    floors_by_kind() {
        using enum method;
        cases = {of_kind("a", 100, unobserved_loop, 1, ""),
                 of_kind("b", 105, unobserved_loop, 1, ""),
                 of_kind("c", 100, unobserved_loop, 2, "same"),
                 of_kind("d", 105, unobserved_loop, 4, "same"),
                 of_kind("e", 100, single_events, 1, ""),
                 of_kind("f", 105, single_events, 1, "")};
    }
    [[nodiscard]] bool is_resolved(const std::string& path,
                                   const std::vector<noise_floor>& floors) const {
        for (const comparison& one : compare_all({cases.begin(), cases.end()}, floors)) {
            if (one.of.path() == path) {
                return one.resolved;
            }
        }
        ADD_FAILURE() << path << " is compared with none";
        return false;
    }
    std::vector<case_record> cases;
};

TEST_F(floors_by_kind, a_comparison_has_the_floor_of_its_own_kind) {
    const std::vector<noise_floor> floors{floor_named(cases[0], 1.01), floor_named(cases[2], 1.2),
                                          floor_named(cases[4], 1.04)};
    EXPECT_TRUE(is_resolved("b", floors));
    EXPECT_FALSE(is_resolved("d", floors));
    EXPECT_TRUE(is_resolved("f", floors));
}

TEST_F(floors_by_kind, which_is_unknown_if_that_is) {
    noise_floor unknown = floor_named(cases[2], 1);
    unknown.range.reset();
    EXPECT_FALSE(is_resolved("d", {floor_named(cases[0], 1.01), unknown}));
}

// As files of before have it.
TEST_F(floors_by_kind, if_there_is_one_twin_it_is_that_ones) {
    for (const double high : {1.01, 1.2}) {
        for (const char* path : {"b", "d", "f"}) {
            EXPECT_EQ(is_resolved(path, {floor_named(cases[0], high)}), high == 1.01);
        }
    }
}

} // namespace
} // namespace tollgate::measure
