// SPDX-License-Identifier: BSL-1.0
// The summary of a case over its passes.
#include <tollgate/measure/case_summary.hpp>

#include "fake.hpp"

#include <gmock/gmock.h>

#include <vector>

namespace tollgate::measure {
namespace {

using ::testing::ElementsAre;

// The averages of all pairs are 10, 15, 20, 20, 25 … 65, 70, 70, 75, 80. The ranks of eight sum up
// to at most 3 with probability 5/256: three averages are left out at either end.
TEST(passes_summary, uses_hodges_lehmann_and_wilcoxon) {
    const case_summary summary = summarize(passes_of({10, 20, 30, 40, 50, 60, 70, 80}));
    EXPECT_EQ(summary.passes, 8u);
    EXPECT_EQ(summary.value_ns.value, 45);
    ASSERT_TRUE(summary.value_ns.range);
    EXPECT_EQ(summary.value_ns.range->low, 20);
    EXPECT_EQ(summary.value_ns.range->high, 70);
    EXPECT_EQ(summary.value_ns.range->confidence, 0.9609375); // 1 - 2 * 5/256
}

// One pass of 20 was slow. By ranks, the middle of the others is exact; the mean is 105.
TEST(passes_summary, interval_is_extended_on_the_side_of_the_mean) {
    std::vector<double> passes(20, 100);
    passes[7] = 200;
    const case_summary slow = summarize(passes_of(passes));
    EXPECT_EQ(slow.value_ns.value, 100);
    EXPECT_EQ(slow.value_ns.range->low, 100);
    EXPECT_GT(slow.value_ns.range->high, 110) << "Student's: 105 and more than two errors of 5";
    passes[7] = 0;
    const case_summary fast = summarize(passes_of(passes));
    EXPECT_LT(fast.value_ns.range->low, 90);
    EXPECT_EQ(fast.value_ns.range->high, 100);
}

// Slow rounds belong to the cost.
TEST(passes_summary, uses_the_mean_of_the_rounds_of_a_pass) {
    case_record record;
    for (std::uint64_t pass = 0; pass < 6; ++pass) {
        add_rounds(record, {100, 100, 130}, pass);
    }
    const case_summary summary = summarize(record);
    EXPECT_EQ(summary.value_ns.value, 110);
    EXPECT_EQ(summary.as_it_is_ns.value, 110);
    EXPECT_EQ(summary.value_ns.range->low, 110);
    EXPECT_EQ(summary.value_ns.range->high, 110);
    EXPECT_EQ(summary.rounds, 18u);
}

TEST(passes_summary, weighs_all_passes_equally) {
    case_record record = passes_of({100, 102, 104, 106, 108});
    add_rounds(record, std::vector<double>(50, 110), 5);
    EXPECT_EQ(summarize(record).value_ns.value, 105);
    EXPECT_EQ(summarize(record).passes, 6u);
}

TEST(passes_summary, keeps_the_figures_in_the_order_of_the_passes) {
    case_record record;
    for (const std::uint64_t pass : {5u, 0u, 3u, 1u, 4u, 2u}) {
        add_rounds(record, {10.0 * static_cast<double>(pass), 10.0 * static_cast<double>(pass) + 2},
                   pass);
    }
    EXPECT_THAT(summarize(record).pass_figures_ns, ElementsAre(1, 11, 21, 31, 41, 51));
}

// Mean 3, deviation √2.5; the printed table of t has 2.776 for 4 degrees: ± 1.963.
TEST(passes_summary, uses_students_interval_with_too_few_passes_for_ranks) {
    const case_summary summary = summarize(passes_of({1, 2, 3, 4, 5}, "fake/case", 4));
    EXPECT_EQ(summary.value_ns.value, 3);
    ASSERT_TRUE(summary.value_ns.range);
    EXPECT_NEAR(summary.value_ns.range->low, 3 - 1.963, 0.001);
    EXPECT_NEAR(summary.value_ns.range->high, 3 + 1.963, 0.001);
    EXPECT_FALSE(summarize(passes_of({1}, "fake/case", 40)).value_ns.range);
}

TEST(passes_summary, estimates_the_overhead_over_passes) {
    case_record record = passes_of({100, 100, 100, 100, 100, 100, 100, 100}, "fake/case", 3);
    for (std::size_t i = 0; i < record.rounds.size(); ++i) {
        // The medians of the passes are 10, 20 … 80, as above.
        record.rounds[i].fit.intercept = i % 3 == 0 ? 900 : 10.0 * static_cast<double>(i / 3 + 1);
    }
    const case_summary summary = summarize(record);
    EXPECT_EQ(summary.overhead_ns.value, 45);
    EXPECT_EQ(summary.overhead_ns.range->low, 20);
    EXPECT_EQ(summary.overhead_ns.range->high, 70);
}

} // namespace
} // namespace tollgate::measure
