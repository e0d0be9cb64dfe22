// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/machine_speed.hpp>

#include "made_up.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

namespace tollgate::measure {
namespace {

reference_time with_least(double ns) {
    return {2 * ns, 2 * ns, ns};
}

/// Loops of parts of 100 ns that lost so much on average.
std::vector<reference_time> loops_that_lost(std::size_t loops, double ns) {
    return std::vector<reference_time>(loops, reference_time{100, 100 + ns, 100});
}

TEST(fast_level, is_the_third_fastest_part) {
    EXPECT_EQ(fast_level(std::vector{with_least(5), with_least(2), with_least(9), with_least(4),
                                     with_least(3)}),
              4);
}

TEST(fast_level, of_two_loops_is_the_slower_and_of_one_the_only) {
    EXPECT_EQ(fast_level(std::vector{with_least(2), with_least(7)}), 7);
    EXPECT_EQ(fast_level(std::vector{with_least(7)}), 7);
}

TEST(fast_level, of_no_loops_is_zero) {
    EXPECT_EQ(fast_level({}), 0);
}

TEST(interrupts_share, is_what_the_mean_part_is_above_the_median) {
    EXPECT_NEAR(interrupts_share(loops_that_lost(20, 1.3)).value(), 1.3 / 101.3, 1e-9);
    EXPECT_EQ(interrupts_share(loops_that_lost(50, 0)), 0);
}

TEST(interrupts_share, is_the_share_of_the_time_of_all_loops) {
    std::vector<reference_time> loops = loops_that_lost(30, 0);
    const std::vector<reference_time> others = loops_that_lost(10, 12);
    loops.insert(loops.end(), others.begin(), others.end());
    EXPECT_NEAR(interrupts_share(loops).value(), 120.0 / (40 * 100 + 120), 1e-9);
}

TEST(interrupts_share, is_not_known_from_fewer_than_twenty_loops) {
    EXPECT_FALSE(interrupts_share({}));
    EXPECT_FALSE(interrupts_share(loops_that_lost(19, 1)));
    EXPECT_TRUE(interrupts_share(loops_that_lost(20, 1)));
}

TEST(interrupts_share, is_of_loops_that_were_fast) {
    std::vector<reference_time> loops = loops_that_lost(20, 1);
    for (int i = 0; i < 30; ++i) {
        loops.push_back({104, 140, 100}); // a neighbour on the core slowed them down
    }
    EXPECT_NEAR(interrupts_share(loops).value(), 1 / 101.0, 1e-9);
    loops.pop_back();
    loops.erase(loops.begin());
    EXPECT_FALSE(interrupts_share(loops)) << "nineteen of them are left";
}

TEST(interrupts_share, leaves_out_loops_that_lost_the_cpu) {
    std::vector<reference_time> loops = loops_that_lost(20, 1);
    for (int i = 0; i < 5; ++i) {
        loops.push_back({100, 500, 100});
    }
    EXPECT_NEAR(interrupts_share(loops).value(), 1 / 101.0, 1e-9);
}

TEST(interrupts_share, loops_without_length_have_none) {
    EXPECT_FALSE(interrupts_share(std::vector<reference_time>(50)));
}

TEST(is_quiet, if_both_loops_were_fast) {
    EXPECT_TRUE(is_quiet(round_beside(100, 100, 1, 0), quiet_level::fast(100)));
    EXPECT_TRUE(is_quiet(round_beside(95, 103, 1, 0), quiet_level::fast(100)))
        << "3 % is still fast";
    EXPECT_FALSE(is_quiet(round_beside(100, 103.1, 1, 0), quiet_level::fast(100)));
    EXPECT_FALSE(is_quiet(round_beside(103.1, 100, 1, 0), quiet_level::fast(100)));
}

TEST(is_quiet, not_if_a_loop_did_not_run_or_the_fast_level_is_not_known) {
    EXPECT_FALSE(is_quiet(round_beside(0, 100, 1, 0), quiet_level::fast(100)));
    EXPECT_FALSE(is_quiet(round_beside(100, 0, 1, 0), quiet_level::fast(100)));
    EXPECT_FALSE(is_quiet(round_of(1, 0), quiet_level::fast(100)));
    EXPECT_FALSE(is_quiet(round_of(1, 0), quiet_level::fast(0)));
    EXPECT_FALSE(is_quiet(round_beside(100, 100, 1, 0), quiet_level::fast(0)));
}

TEST(machine_speed, the_fast_level_of_several_cpus_is_their_mean) {
    machine_speed speed;
    speed.fast_ns = {{0, 100}, {1, 110}, {4, 150}};
    EXPECT_EQ(speed.fast_ns_on({1}), 110);
    EXPECT_EQ(speed.fast_ns_on({0, 1, 4}), 120);
    EXPECT_EQ(speed.fast_ns_on({0, 2}), 0) << "nothing is known of CPU 2";
    EXPECT_EQ(speed.fast_ns_on({}), 0);
}

TEST(machine_speed, the_fast_level_has_ten_digits) {
    machine_speed speed;
    speed.fast_ns = {{0, 100}, {1, 100}, {2, 101}};
    EXPECT_EQ(speed.fast_ns_on({0, 1, 2}), 100.3333333);
}

/// A case on this CPU, with a round for each pair of loops.
case_record record_on(int cpu, const std::vector<std::pair<double, double>>& loops) {
    case_record record = record_of({});
    record.cpus = {cpu};
    for (const auto& [before, after] : loops) {
        record.rounds.push_back(round_beside(before, after, 1, record.rounds.size()));
    }
    return record;
}

TEST(speed_during, tells_which_share_of_the_loops_was_fast) {
    const std::vector records{record_on(0, {{100, 102}, {102, 150}, {160, 101}}),
                              record_on(1, {{200, 200}, {205, 300}})};
    const machine_speed speed = speed_during(records, {{0, 100}, {1, 200}}, {});
    EXPECT_EQ(speed.loops, 10u);
    EXPECT_EQ(speed.fast_share, 0.7);
    EXPECT_EQ(speed.fast_ns.at(1), 200);
    // The ratios are 1, 1, 1, 1.01, 1.02, 1.02, 1.025, 1.5, 1.5 and 1.6.
    EXPECT_NEAR(speed.slow_ratio, 1.51, 1e-9);
}

TEST(speed_during, heeds_neither_rounds_without_loops_nor_cpus_without_a_level) {
    case_record without = record_of({1, 2, 3});
    without.cpus = {0};
    const std::vector records{without, record_on(7, {{100, 100}}),
                              record_on(0, {{0, 500}, {100, 100}})};
    const machine_speed speed = speed_during(records, {{0, 100}}, {});
    EXPECT_EQ(speed.loops, 2u);
    EXPECT_EQ(speed.fast_share, 1);
    EXPECT_EQ(speed.slow_ratio, 1);
}

TEST(speed_during, of_nothing_is_zero) {
    const machine_speed speed = speed_during({}, {}, {});
    EXPECT_EQ(speed.loops, 0u);
    EXPECT_EQ(speed.fast_share, 0);
    EXPECT_EQ(speed.slow_ratio, 1);
    EXPECT_EQ(speed.interrupts_share, 0);
    EXPECT_EQ(speed.interrupts_u95, 0);
}

// Student's of two degrees of freedom is 4.3027, the standard deviation 0.001.
TEST(speed_during, interrupts_are_the_median_over_passes) {
    const machine_speed speed = speed_during({}, {}, {0.013, 0.014, 0.012});
    EXPECT_EQ(speed.interrupts_share, 0.013);
    EXPECT_NEAR(speed.interrupts_u95, 4.302652730 * 0.001 / std::sqrt(3), 1e-12);
}

TEST(speed_during, what_one_pass_alone_says_of_interrupts_may_be_all_wrong) {
    const machine_speed speed = speed_during({}, {}, {0.013});
    EXPECT_EQ(speed.interrupts_share, 0.013);
    EXPECT_EQ(speed.interrupts_u95, 0.013);
}

} // namespace
} // namespace tollgate::measure
