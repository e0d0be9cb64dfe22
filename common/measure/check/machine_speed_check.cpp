// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/machine_speed.hpp>

#include "made_up.hpp"

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

TEST(is_quiet, if_both_references_were_so) {
    const quiet_level fast = quiet_level::fast(100);
    EXPECT_TRUE(is_quiet(round_beside(1, 103, 1, 0), fast)) << "3 % is still fast";
    EXPECT_FALSE(is_quiet(round_beside(100, 103.1, 1, 0), fast));
    EXPECT_FALSE(is_quiet(round_beside(103.1, 100, 1, 0), fast));
    const quiet_level usual = quiet_level::usual(100);
    EXPECT_TRUE(is_quiet(round_beside(80, 125, 1, 0), usual));
    EXPECT_TRUE(is_quiet(round_beside(125, 80, 1, 0), usual));
    EXPECT_FALSE(is_quiet(round_beside(79.9, 100, 1, 0), usual)) << "nearer is not quiet, either";
    EXPECT_FALSE(is_quiet(round_beside(100, 79.9, 1, 0), usual));
    EXPECT_FALSE(is_quiet(round_beside(125.1, 100, 1, 0), usual));
    EXPECT_FALSE(is_quiet(round_beside(100, 125.1, 1, 0), usual));
}

TEST(is_quiet, not_if_a_reference_is_missing_or_the_level_is_not_known) {
    for (const quiet_level& level : {quiet_level::fast(100), quiet_level::usual(100)}) {
        EXPECT_FALSE(is_quiet(round_beside(0, 100, 1, 0), level));
        EXPECT_FALSE(is_quiet(round_beside(100, 0, 1, 0), level));
    }
    for (const quiet_level& level : {quiet_level::fast(0), quiet_level::usual(0), quiet_level{}}) {
        EXPECT_FALSE(is_quiet(round_of(1, 0), level));
        EXPECT_FALSE(is_quiet(round_beside(100, 100, 1, 0), level));
    }
}

TEST(machine_speed, the_fast_level_of_several_cpus_is_their_mean) {
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

TEST(speed_during, tells_which_share_of_the_loops_was_fast) {
    const std::vector records{record_on({0}, {{100, 102}, {102, 150}, {160, 101}}),
                              record_on({1}, {{200, 200}, {205, 300}})};
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
    EXPECT_EQ(speed_during({}, {}, {0.013}).interrupts_u95, 0.013) << "one pass may be all wrong";
    EXPECT_EQ(speed_during({}, {}, {}).interrupts_u95, 0);
    EXPECT_EQ(speed_during({}, {}, {}).slow_ratio, 1);
}

void expect_distance(const cpu_distance& found, double usual_ns, double share, double least_ns,
                     double most_ns, std::uint64_t readings) {
    EXPECT_DOUBLE_EQ(found.usual_ns, usual_ns);
    EXPECT_DOUBLE_EQ(found.usual_share, share);
    EXPECT_DOUBLE_EQ(found.least_ns, least_ns);
    EXPECT_EQ(found.most_ns, most_ns);
    EXPECT_EQ(found.readings, readings);
}

TEST(distance_from, is_the_median_of_where_most_readings_are) {
    expect_distance(distance_from({}), 0, 0, 0, 0, 0);
    expect_distance(distance_from({47}), 47, 1, 47, 47, 1);
    expect_distance(distance_from({50, 160, 30, 48, 32, 47, 49, 31}), 48.5, 0.5, 30, 160, 8);
    expect_distance(distance_from({30, 31, 32, 33, 34, 47, 48, 160}), 32, 0.625, 30, 160, 8);
    expect_distance(distance_from({100 / 3.0, 100 / 3.0, 1'000}), 100 / 3.0, 2 / 3.0, 100 / 3.0,
                    1'000, 3);
}

TEST(distance_from, of_two_that_are_as_frequent_is_the_shorter) {
    expect_distance(distance_from({50, 10, 51, 11}), 10.5, 0.5, 10, 51, 4);
}

TEST(distance_from, readings_are_near_up_to_a_quarter_more) {
    // Both within 112.5 / 1.25 and 112.5 x 1.25.
    expect_distance(distance_from({100, 125}), 112.5, 1, 100, 125, 2);
    expect_distance(distance_from({100, 125.1}), 100, 0.5, 100, 125.1, 2);
}

// Of 100 to 124 the median is 115: from 92 to 143.75 all of them are usual but the last.
TEST(distance_from, the_share_is_of_all_that_are_near_the_median) {
    expect_distance(distance_from({100, 110, 120, 124, 140, 144}), 115, 5 / 6.0, 100, 144, 6);
}

case_record record_by_distance(const std::vector<int>& cpus,
                               const std::vector<std::pair<double, double>>& distances) {
    case_record record = record_on({0, 1}, distances);
    record.distance_of = cpus;
    return record;
}

TEST(level_of, a_case_is_that_of_its_loops_or_of_the_two_cpus_whose_distance_it_has) {
    machine_speed speed;
    speed.fast_ns = {{0, 30'000}, {1, 31'000}};
    speed.distances[{0, 1}].usual_ns = 47;
    speed.distances[{2, 3}].usual_ns = 160;
    const quiet_level distance = speed.level_of(record_by_distance({2, 3}, {}));
    EXPECT_EQ(distance.ns, 160) << "wherever else it was seen";
    EXPECT_EQ(distance.from_ns, 128);
    EXPECT_EQ(distance.to_ns, 200);
    EXPECT_EQ(speed.level_of(record_by_distance({0, 2}, {})).ns, 0) << "the loops have no say";
    const quiet_level loops = speed.level_of(record_on({0, 1}, {}));
    EXPECT_EQ(loops.ns, 30'500);
    EXPECT_EQ(loops.from_ns, 0);
    EXPECT_EQ(loops.to_ns, 1.03 * 30'500);
}

TEST(speed_during, each_two_cpus_have_their_distance_of_all_their_cases) {
    const std::vector records{record_by_distance({0, 1}, {{47, 47}}),
                              record_by_distance({2, 3}, {{160, 161}}),
                              record_by_distance({0, 1}, {{49, 30}, {49, 47}, {0, 160}, {160, 0}}),
                              record_by_distance({0, 2}, {{0, 0}}),
                              record_by_distance({0, 3}, {}),
                              record_on({0}, {{100, 150}})};
    const machine_speed speed = speed_during(records, {{0, 100}, {1, 100}}, {});
    ASSERT_THAT(speed.distances, SizeIs(2)) << "none of a case without a round";
    expect_distance(speed.distances.at({0, 1}), 47, 5 / 6.0, 30, 49, 6);
    expect_distance(speed.distances.at({2, 3}), 160.5, 1, 160, 161, 2);
    EXPECT_EQ(speed.loops, 2u) << "distances are no loops";
    EXPECT_EQ(speed.fast_share, 0.5);
}

} // namespace
} // namespace tollgate::measure
