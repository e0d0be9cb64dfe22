// SPDX-License-Identifier: BSL-1.0
//
// The costs of waiters, the advice, and their text.
#include "waiter_costs.hpp"

#include "program.hpp"
#include "spin_or_sleep_loop.hpp"

#include <tollgate/testing/fake.hpp>

#include <gmock/gmock.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::sleep_test;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// Nine passes with two events each. The times in the passes differ by some nanoseconds.
measure::case_record waiter(const std::string& name, double latency_ns, double cpu_ns,
                            std::uint64_t call_ns) {
    std::vector<tollgate::testing::fake_round> rounds;
    for (int pass = 0; pass < 9; ++pass) {
        rounds.push_back(
            {.value_ns = 1, .slope_ns = latency_ns + pass, .operations = 2, .cpu_ns = cpu_ns});
    }
    measure::case_record record = tollgate::testing::fake_case(
        "sleep/spin_or_sleep/waiter:" + name + "/placement:core", rounds);
    record.counted[wake_calls] = 10;
    record.counted[wake_call_ns] = 10 * call_ns;
    return record;
}

report::result three_gaps() {
    return tollgate::testing::fake_result(
        {waiter("fixed/spin_us:0/gap_us:10", 20'000, 5'000, 8'000),
         waiter("fixed/spin_us:20/gap_us:10", 100, 10'000, 50),
         waiter("adaptive/gap_us:10", 100, 12'000, 50),
         waiter("fixed/spin_us:0/gap_us:30", 20'000, 5'000, 8'000),
         waiter("fixed/spin_us:50/gap_us:30", 100, 32'849, 50),
         waiter("adaptive/gap_us:30", 20'000, 5'000, 8'000),
         waiter("fixed/spin_us:0/gap_us:100", 20'000, 5'000, 8'000),
         waiter("fixed/spin_us:50/gap_us:100", 20'000, 55'000, 8'000),
         waiter("adaptive/gap_us:100", 20'000, 5'000, 8'000)});
}

TEST(waiter_cost, is_the_latency_and_the_cpu_time_of_both_threads) {
    const auto all = costs_by_gaps(three_gaps());
    ASSERT_THAT(all, SizeIs(3));
    const waiter_cost& sleeping = *all[0].fixed(0);
    EXPECT_NEAR(sleeping.latency_ns, 20'004, 0.1);
    EXPECT_NEAR(sleeping.cpu_ns, 13'000, 0.1);
    EXPECT_NEAR(sleeping.cost_ns.value, 33'004, 0.1);
    EXPECT_TRUE(sleeping.cost_ns.range);
    EXPECT_EQ(all[0].best_fixed(), all[0].fixed(20));
    EXPECT_EQ(all[2].best_fixed(), all[2].fixed(0));
    EXPECT_EQ(all[2].best_fixed(51), nullptr);
    EXPECT_NEAR(ratio_of(*all[0].adaptive(), *all[0].best_fixed()).value, 12'154.0 / 10'154, 1e-3);
}

/// One pass with three rounds of 1, 1 and 8 events.
double cost_of_three_rounds(const std::string& gaps) {
    measure::case_record record = waiter("condvar/" + gaps, 0, 0, 0);
    record.rounds.resize(3);
    for (auto& round : record.rounds) {
        round.process = 0;
        round.operations = 1;
    }
    record.rounds[0].fit.slope = 500;
    record.rounds[1].fit.slope = 300;
    record.rounds[2].fit.slope = 0;
    record.rounds[2].operations = 8;
    return costs_by_gaps(tollgate::testing::fake_result({record}))
        .at(0)
        .waiters.at(0)
        .cost_ns.value;
}

TEST(waiter_cost, is_the_median_of_rounds_or_the_mean_of_events_if_gaps_differ) {
    EXPECT_EQ(cost_of_three_rounds("gap_us:1"), 300);
    EXPECT_EQ(cost_of_three_rounds("gap_us:1/then_us:9/order:random"), 80);
}

TEST(advice, follows_costs_whose_intervals_do_not_overlap) {
    const auto all = costs_by_gaps(three_gaps());
    EXPECT_EQ(advice_for(all[0]), advice::spin);
    EXPECT_EQ(advice_for(all[1]), std::nullopt);
    EXPECT_EQ(advice_for(all[2]), advice::sleep) << "no spin time is as long as the gap";
}

TEST(spin_or_sleep_text, has_the_costs_and_the_break_even) {
    const std::string text = spin_or_sleep_text(three_gaps(), 200);
    EXPECT_THAT(text, AllOf(HasSubstr("| gap in µs       |   10 |   30 |  100 |"),
                            HasSubstr("| spin 0 µs       |   33 |   33 |   33 |"),
                            HasSubstr("| adaptive        | 12.2 |   33 |   33 |"),
                            HasSubstr("| best spin, µs   |   20 |   50 |    0 |"),
                            HasSubstr("| adaptive / best | 1.20 | 1.00 | 1.00 |")));
    EXPECT_THAT(text,
                AllOf(HasSubstr("Up to gaps of 10 µs, a waiter should spin"),
                      HasSubstr("runs 19.9 µs earlier"),
                      HasSubstr("From gaps of 100 µs on, a waiter should sleep at once"),
                      HasSubstr("Not decided: gaps of 30 µs"), HasSubstr("1.20 times the cost")));
    EXPECT_THAT(text, ::testing::Not(HasSubstr("Idle states")));
}

TEST(spin_or_sleep_text, says_nothing_of_advice_if_no_spin_was_compared_with_a_sleep) {
    const auto text_of = [](const std::string& name) {
        return spin_or_sleep_text(
            tollgate::testing::fake_result({waiter(name + "/gap_us:10", 20'000, 5'000, 8'000)}),
            100);
    };
    EXPECT_THAT(text_of("adaptive"), ::testing::Not(HasSubstr("ecided")));
    EXPECT_THAT(text_of("fixed/spin_us:20"), ::testing::Not(HasSubstr("ecided")));
}

TEST(spin_or_sleep_text, has_whole_numbers_from_1000_on) {
    const auto text_of = [](double latency_ns) {
        return spin_or_sleep_text(
            tollgate::testing::fake_result({waiter("condvar/gap_us:1000", latency_ns, 0, 0)}), 100);
    };
    EXPECT_THAT(text_of(999'400), HasSubstr("|  999 |"));
    EXPECT_THAT(text_of(999'700), HasSubstr("| 1000 |"));
    EXPECT_THAT(text_of(1'659'000), HasSubstr("| 1659 |"));
}

TEST(spin_or_sleep_text, has_the_shares_of_idle_states) {
    measure::case_record record = waiter("fixed/spin_us:0/gap_us:1000", 20'000, 5'000, 8'000);
    record.counted[std::string(left_idle_state) + "C1"] = 25;
    record.counted[std::string(left_idle_state) + "C6"] = 75;
    EXPECT_THAT(spin_or_sleep_text(tollgate::testing::fake_result({record}), 100),
                HasSubstr("spin 0 µs: C1 25 % C6 75 % (gaps in µs: 1000)"));
}

TEST(spin_or_sleep_text, is_empty_without_such_cases) {
    EXPECT_THAT(spin_or_sleep_text({}, 100), IsEmpty());
}

} // namespace
