// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/case_summary.hpp>

#include "made_up.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tollgate::measure {
namespace {

/// Six rounds about `middle_ns`: of six values the interval is from the least to the largest.
std::vector<double> around(double middle_ns, double half_ns) {
    return {middle_ns - half_ns, middle_ns, middle_ns, middle_ns, middle_ns, middle_ns + half_ns};
}

case_record processes(const std::vector<double>& medians, double half_ns) {
    case_record record;
    for (std::size_t i = 0; i < medians.size(); ++i) {
        add_rounds(record, around(medians[i], half_ns), i);
    }
    return record;
}

TEST(process_spread, one_process_has_none) {
    const case_summary of = summarize(processes({100}, 5));
    EXPECT_EQ(of.spread.processes, 1u);
    EXPECT_EQ(of.spread.within_ns, 0);
    EXPECT_EQ(of.spread.between_ns, 0);
    EXPECT_FALSE(of.spread.layout_dominates);
}

TEST(process_spread, between_is_the_range_of_medians_within_the_median_width) {
    case_record record;
    add_rounds(record, around(100, 1), 4);
    add_rounds(record, around(103, 2), 7);
    add_rounds(record, around(101, 5), 9);
    const case_summary of = summarize(record);
    EXPECT_EQ(of.spread.processes, 3u);
    EXPECT_EQ(of.spread.between_ns, 3);
    EXPECT_EQ(of.spread.within_ns, 4);
    EXPECT_FALSE(of.spread.layout_dominates);
}

TEST(process_spread, processes_that_agree_leave_the_value_of_all_rounds) {
    const case_summary of = summarize(processes({100, 101, 102}, 5));
    EXPECT_FALSE(of.spread.layout_dominates);
    EXPECT_EQ(of.value_ns.value, 101);
    ASSERT_TRUE(of.value_ns.range);
    EXPECT_GT(of.value_ns.range->confidence, 0.95) << "made of ranks, not Student's";
}

TEST(process_spread, layout_that_dominates_widens_the_interval) {
    const std::vector<double> medians{100, 120, 110};
    const case_summary of = summarize(processes(medians, 1));
    EXPECT_EQ(of.spread.between_ns, 20);
    EXPECT_EQ(of.spread.within_ns, 2);
    EXPECT_TRUE(of.spread.layout_dominates);
    EXPECT_EQ(of.value_ns.value, 110);
    ASSERT_TRUE(of.value_ns.range);
    for (const double median : medians) {
        EXPECT_TRUE(of.value_ns.range->contains(median)) << median;
    }
    const double student = 4.302652729911275 * 10 / std::sqrt(3); // two degrees of freedom
    EXPECT_NEAR(of.value_ns.range->half_width(), std::hypot(student, 1), 1e-7);
    EXPECT_EQ(of.spread.medians_ns, medians);
    ASSERT_TRUE(of.rounds_range_ns);
    EXPECT_LT(of.rounds_range_ns->half_width(), of.value_ns.range->half_width());
    EXPECT_EQ(of.value_ns.range->confidence, 0.95);
}

TEST(process_spread, two_processes_that_differ_say_how_little_is_known) {
    const case_summary of = summarize(processes({100, 110}, 1));
    EXPECT_TRUE(of.spread.layout_dominates);
    EXPECT_EQ(of.value_ns.value, 105);
    ASSERT_TRUE(of.value_ns.range);
    EXPECT_TRUE(of.value_ns.range->contains(100));
    EXPECT_TRUE(of.value_ns.range->contains(110));
    EXPECT_GT(of.value_ns.uncertainty().value(), 60); // t of one degree of freedom is 12.7
}

TEST(process_spread, a_process_with_many_rounds_has_no_more_say) {
    case_record record = processes({100, 110}, 1);
    add_rounds(record, std::vector<double>(50, 120), 2);
    EXPECT_EQ(summarize(record).value_ns.value, 110);
}

TEST(process_spread, with_five_rounds_each_nothing_is_known_within) {
    case_record record;
    add_rounds(record, {100, 100, 100, 100, 100}, 0);
    add_rounds(record, {101, 101, 101, 101, 101}, 1);
    const case_summary of = summarize(record);
    EXPECT_EQ(of.spread.within_ns, 0);
    EXPECT_TRUE(of.spread.layout_dominates);
}

} // namespace
} // namespace tollgate::measure
