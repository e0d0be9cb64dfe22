// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/case_summary.hpp>

#include "made_up.hpp"

#include <gtest/gtest.h>

namespace tollgate::measure {
namespace {

/// Twelve rounds of events of 990 to 1001 ns, whose mean is far from their median.
case_record events() {
    case_record record =
        record_of({990, 991, 992, 993, 994, 995, 996, 997, 998, 999, 1'000, 1'001});
    record.valued_by = method::single_events;
    for (case_round& round : record.rounds) {
        round.fit = {20, 3'000};
    }
    return record;
}

TEST(event_summary, has_no_closure_test) {
    const case_summary of = summarize(events());
    EXPECT_FALSE(of.check.disagrees) << "mean and median of what waits need not agree";
    EXPECT_EQ(of.check.difference, 0);
    EXPECT_FALSE(of.check.unexplained);
    EXPECT_EQ(of.check.slope_ns.value, 0);

    case_record loop = events();
    loop.valued_by = method::unobserved_loop;
    EXPECT_TRUE(summarize(loop).check.disagrees);
}

TEST(event_summary, the_overhead_is_the_empty_interval) {
    const case_summary of = summarize(events());
    EXPECT_EQ(of.overhead_ns.value, 20);
    EXPECT_EQ(of.overhead_ns.uncertainty(), 0);
    EXPECT_EQ(of.raw_mean_ns, 3'020);
}

TEST(event_summary, the_value_is_the_median_over_rounds) {
    const case_summary of = summarize(events());
    EXPECT_EQ(of.value_ns.value, 995.5);
    ASSERT_TRUE(of.value_ns.range);
    EXPECT_EQ(of.value_ns.range->low, 992);
    EXPECT_EQ(of.value_ns.range->high, 999);
}

TEST(event_summary, over_passes_it_is_that_of_a_loop) {
    case_record record = passes_of({990, 1'000, 1'010, 1'020, 1'030, 1'040, 1'050, 1'060});
    record.valued_by = method::single_events;
    const case_summary of = summarize(record);
    EXPECT_EQ(of.over, basis::passes);
    EXPECT_EQ(of.value_ns.value, 1'025);
    EXPECT_FALSE(of.check.disagrees);
}

TEST(event_summary, percentiles_are_less_the_empty_interval) {
    case_record record = events();
    for (int i = 0; i < 100; ++i) {
        record.samples.add(120);
    }
    const case_summary of = summarize(record);
    EXPECT_EQ(of.samples, 100u);
    EXPECT_EQ(of.percentiles[0].raw_ns, 120);
    EXPECT_EQ(of.percentiles[0].corrected_ns, 100);
    EXPECT_EQ(of.max_corrected_ns, 100);
}

TEST(event_summary, events_that_all_were_early_have_no_percentiles) {
    case_record record = events();
    record.samples.add(-5);
    const case_summary of = summarize(record);
    EXPECT_EQ(of.samples, 0u);
    EXPECT_FALSE(of.percentiles[0].raw_ns);
    EXPECT_FALSE(of.max_raw_ns);
}

} // namespace
} // namespace tollgate::measure
