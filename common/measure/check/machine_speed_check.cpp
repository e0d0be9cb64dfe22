// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/machine_speed.hpp>

#include "fake.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace tollgate::measure {
namespace {

using ::testing::SizeIs;

TEST(fast_level, is_the_third_fastest_part_or_the_slowest_of_fewer) {
    EXPECT_EQ(fast_level({5, 2, 9, 4, 3}), 4);
    EXPECT_EQ(fast_level({2, 7}), 7);
    EXPECT_EQ(fast_level({7}), 7);
    EXPECT_EQ(fast_level({}), 0);
}

TEST(is_quiet, requires_both_references_at_the_level) {
    const quiet_level fast = quiet_level::fast(100);
    EXPECT_TRUE(is_quiet(round_beside(1, 103, 1, 0), fast)) << "3 % is still fast";
    EXPECT_FALSE(is_quiet(round_beside(100, 103.1, 1, 0), fast));
    EXPECT_FALSE(is_quiet(round_beside(103.1, 100, 1, 0), fast));
    const quiet_level usual = quiet_level::usual(100);
    EXPECT_TRUE(is_quiet(round_beside(80, 125, 1, 0), usual));
    EXPECT_TRUE(is_quiet(round_beside(125, 80, 1, 0), usual));
    EXPECT_FALSE(is_quiet(round_beside(79.9, 100, 1, 0), usual))
        << "a shorter latency is not quiet, either";
    EXPECT_FALSE(is_quiet(round_beside(100, 79.9, 1, 0), usual));
    EXPECT_FALSE(is_quiet(round_beside(125.1, 100, 1, 0), usual));
    EXPECT_FALSE(is_quiet(round_beside(100, 125.1, 1, 0), usual));
}

TEST(is_quiet, is_false_without_a_reference_or_a_level) {
    for (const quiet_level& level : {quiet_level::fast(100), quiet_level::usual(100)}) {
        EXPECT_FALSE(is_quiet(round_beside(0, 100, 1, 0), level));
        EXPECT_FALSE(is_quiet(round_beside(100, 0, 1, 0), level));
    }
    for (const quiet_level& level : {quiet_level::fast(0), quiet_level::usual(0), quiet_level{}}) {
        EXPECT_FALSE(is_quiet(round_of(1, 0), level));
        EXPECT_FALSE(is_quiet(round_beside(100, 100, 1, 0), level));
    }
}

TEST(machine_speed, fast_level_of_several_cpus_is_their_mean) {
    machine_speed speed;
    speed.fast_ns = {{0, 100}, {1, 110}, {4, 151}};
    EXPECT_EQ(speed.fast_ns_on({1}), 110);
    EXPECT_EQ(speed.fast_ns_on({0, 1, 4}), 361.0 / 3);
    EXPECT_EQ(speed.fast_ns_on({0, 2}), 0) << "nothing is known of CPU 2";
    EXPECT_EQ(speed.fast_ns_on({}), 0);
}

/// A case on these CPUs, with a round for each pair of references.
case_record record_on(std::vector<int> cpus,
                      const std::vector<std::pair<double, double>>& references) {
    case_record record = record_of({});
    record.cpus = std::move(cpus);
    for (const auto& [before, after] : references) {
        record.rounds.push_back(round_beside(before, after, 1, record.rounds.size()));
    }
    return record;
}

TEST(speed_during, finds_the_share_of_fast_loops) {
    const std::vector records{record_on({0}, {{100, 102}, {102, 150}, {160, 101}}),
                              record_on({1}, {{200, 200}, {205, 300}})};
    const machine_speed speed = speed_during(records, {{0, 100}, {1, 200}}, {});
    EXPECT_EQ(speed.loops, 10u);
    EXPECT_EQ(speed.fast_share, 0.7);
    EXPECT_EQ(speed.fast_ns.at(1), 200);
    // The ratios are 1, 1, 1, 1.01, 1.02, 1.02, 1.025, 1.5, 1.5 and 1.6.
    EXPECT_NEAR(speed.slow_ratio, 1.51, 1e-9);
}

TEST(speed_during, ignores_rounds_without_loops_and_cpus_without_a_level) {
    case_record without = record_of({1, 2, 3});
    without.cpus = {0};
    const std::vector records{without, record_on({7}, {{100, 100}}),
                              record_on({0}, {{0, 500}, {100, 100}})};
    const machine_speed speed = speed_during(records, {{0, 100}}, {});
    EXPECT_EQ(speed.loops, 2u);
    EXPECT_EQ(speed.fast_share, 1);
    EXPECT_EQ(speed.slow_ratio, 1);
}

// Student's of two degrees of freedom is 4.3027, the standard deviation 0.001.
TEST(speed_during, interrupts_are_the_median_over_passes) {
    const machine_speed speed = speed_during({}, {}, {0.013, 0.014, 0.012});
    EXPECT_EQ(speed.interrupts_share, 0.013);
    EXPECT_NEAR(speed.interrupts_u95, 4.302652730 * 0.001 / std::sqrt(3), 1e-12);
    EXPECT_EQ(speed_during({}, {}, {0.013}).interrupts_u95, 0.013)
        << "a single share may be quite wrong";
    EXPECT_EQ(speed_during({}, {}, {}).interrupts_u95, 0);
    EXPECT_EQ(speed_during({}, {}, {}).slow_ratio, 1);
}

void expect_latency(const cache_line_latency& latency, double usual_ns, double share,
                    double least_ns, double most_ns, std::uint64_t readings) {
    EXPECT_DOUBLE_EQ(latency.usual_ns, usual_ns);
    EXPECT_DOUBLE_EQ(latency.usual_share, share);
    EXPECT_DOUBLE_EQ(latency.least_ns, least_ns);
    EXPECT_EQ(latency.most_ns, most_ns);
    EXPECT_EQ(latency.readings, readings);
}

TEST(latency_from, is_the_median_of_the_densest_readings) {
    expect_latency(latency_from({}), 0, 0, 0, 0, 0);
    expect_latency(latency_from({47}), 47, 1, 47, 47, 1);
    expect_latency(latency_from({50, 160, 30, 48, 32, 47, 49, 31}), 48.5, 0.5, 30, 160, 8);
    expect_latency(latency_from({30, 31, 32, 33, 34, 47, 48, 160}), 32, 0.625, 30, 160, 8);
    expect_latency(latency_from({100 / 3.0, 100 / 3.0, 1'000}), 100 / 3.0, 2 / 3.0, 100 / 3.0,
                   1'000, 3);
}

TEST(latency_from, takes_the_shorter_of_two_equally_frequent_latencies) {
    expect_latency(latency_from({50, 10, 51, 11}), 10.5, 0.5, 10, 51, 4);
}

TEST(latency_from, joins_readings_within_a_quarter) {
    // Both within 112.5 / 1.25 and 112.5 x 1.25.
    expect_latency(latency_from({100, 125}), 112.5, 1, 100, 125, 2);
    expect_latency(latency_from({100, 125.1}), 100, 0.5, 100, 125.1, 2);
}

// The median of 100 to 124 is 115. The usual range is 92 to 143.75, which excludes the last
// reading.
TEST(latency_from, share_counts_all_readings_near_the_median) {
    expect_latency(latency_from({100, 110, 120, 124, 140, 144}), 115, 5 / 6.0, 100, 144, 6);
}

case_record record_by_latency(const std::vector<int>& cpus,
                              const std::vector<std::pair<double, double>>& latencies) {
    case_record record = record_on({0, 1}, latencies);
    record.latency_of = cpus;
    return record;
}

TEST(level_of, follows_loops_or_the_latency_of_two_cpus) {
    machine_speed speed;
    speed.fast_ns = {{0, 30'000}, {1, 31'000}};
    speed.latencies[{0, 1}].usual_ns = 47;
    speed.latencies[{2, 3}].usual_ns = 160;
    const quiet_level latency = speed.level_of(record_by_latency({2, 3}, {}));
    EXPECT_EQ(latency.ns, 160) << "wherever else it ran";
    EXPECT_EQ(latency.from_ns, 128);
    EXPECT_EQ(latency.to_ns, 200);
    EXPECT_EQ(speed.level_of(record_by_latency({0, 2}, {})).ns, 0) << "loops do not count here";
    const quiet_level loops = speed.level_of(record_on({0, 1}, {}));
    EXPECT_EQ(loops.ns, 30'500);
    EXPECT_EQ(loops.from_ns, 0);
    EXPECT_EQ(loops.to_ns, 1.03 * 30'500);
}

TEST(speed_during, finds_the_latency_of_two_cpus_in_all_their_cases) {
    const std::vector records{record_by_latency({0, 1}, {{47, 47}}),
                              record_by_latency({2, 3}, {{160, 161}}),
                              record_by_latency({0, 1}, {{49, 30}, {49, 47}, {0, 160}, {160, 0}}),
                              record_by_latency({0, 2}, {{0, 0}}),
                              record_by_latency({0, 3}, {}),
                              record_on({0}, {{100, 150}})};
    const machine_speed speed = speed_during(records, {{0, 100}, {1, 100}}, {});
    ASSERT_THAT(speed.latencies, SizeIs(2)) << "none of a case without a round";
    expect_latency(speed.latencies.at({0, 1}), 47, 5 / 6.0, 30, 49, 6);
    expect_latency(speed.latencies.at({2, 3}), 160.5, 1, 160, 161, 2);
    EXPECT_EQ(speed.loops, 2u) << "latencies are no loops";
    EXPECT_EQ(speed.fast_share, 0.5);
}

} // namespace
} // namespace tollgate::measure
