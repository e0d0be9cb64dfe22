// SPDX-License-Identifier: BSL-1.0
// The distance of two CPUs from its readings, and the rounds that are quiet by it.
#include <tollgate/measure/digits.hpp>
#include <tollgate/measure/machine_speed.hpp>

#include "made_up.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace tollgate::measure {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

void expect_distance(const cpu_distance& seen, double usual_ns, double share, double least_ns,
                     double most_ns, std::uint64_t readings) {
    EXPECT_EQ(seen.usual_ns, usual_ns);
    EXPECT_EQ(seen.usual_share, share);
    EXPECT_EQ(seen.least_ns, least_ns);
    EXPECT_EQ(seen.most_ns, most_ns);
    EXPECT_EQ(seen.readings, readings);
}

TEST(distance_from, nothing_is_all_zero) {
    expect_distance(distance_from({}), 0, 0, 0, 0, 0);
}

TEST(distance_from, one_reading_is_that) {
    expect_distance(distance_from({47}), 47, 1, 47, 47, 1);
}

TEST(distance_from, readings_that_are_all_equal_are_all_usual) {
    expect_distance(distance_from(std::vector<double>(1'000, 47.5)), 47.5, 1, 47.5, 47.5, 1'000);
}

TEST(distance_from, is_the_median_of_where_most_readings_are) {
    expect_distance(distance_from({30, 31, 32, 47, 48, 49, 50, 160}), 48.5, 0.5, 30, 160, 8);
    expect_distance(distance_from({30, 31, 32, 33, 34, 47, 48, 160}), 32, 0.625, 30, 160, 8);
    expect_distance(distance_from({30, 47, 160, 161, 162}), 161, 0.6, 30, 162, 5);
}

TEST(distance_from, heeds_no_order) {
    std::vector<double> readings{50, 160, 30, 48, 32, 47, 49, 31};
    for (std::size_t i = 0; i < readings.size(); ++i) {
        std::rotate(readings.begin(), readings.begin() + 1, readings.end());
        expect_distance(distance_from(readings), 48.5, 0.5, 30, 160, 8);
    }
    std::sort(readings.begin(), readings.end(), std::greater<>());
    expect_distance(distance_from(readings), 48.5, 0.5, 30, 160, 8);
}

TEST(distance_from, of_two_that_are_as_frequent_is_the_shorter) {
    expect_distance(distance_from({50, 10, 51, 11}), 10.5, 0.5, 10, 51, 4);
    expect_distance(distance_from({160, 47}), 47, 0.5, 47, 160, 2);
}

TEST(distance_from, readings_are_near_up_to_a_quarter_more) {
    // Both within 112.5 / 1.25 and 112.5 x 1.25.
    expect_distance(distance_from({100, 125}), 112.5, 1, 100, 125, 2);
    expect_distance(distance_from({100, 125.1}), 100, 0.5, 100, 125.1, 2);
}

// Of 100 to 124 the median is 115: from 92 to 143.75 all of them are usual but the last.
TEST(distance_from, the_share_is_of_all_that_are_near_the_median) {
    expect_distance(distance_from({100, 110, 120, 124, 140, 144}), 115, ten_digits(5 / 6.0), 100,
                    144, 6);
    EXPECT_TRUE(
        is_quiet(round_beside(92, 143.75, 1, 0), quiet_level::usual(distance_from({115}).usual_ns)))
        << "as of rounds";
}

TEST(distance_from, few_far_readings_do_not_move_it) {
    std::vector<double> readings(90, 47);
    readings.insert(readings.end(), 5, 1e-3);
    readings.insert(readings.end(), 5, 1e9);
    expect_distance(distance_from(readings), 47, 0.9, 1e-3, 1e9, 100);
}

TEST(distance_from, has_ten_digits) {
    const cpu_distance seen = distance_from({100 / 3.0, 100 / 3.0, 1'000});
    expect_distance(seen, 33.33333333, 0.6666666667, 33.33333333, 1'000, 3);
}

TEST(quiet_level, of_distances_reaches_as_far_to_both_sides) {
    const quiet_level level = quiet_level::usual(100);
    EXPECT_EQ(level.ns, 100);
    EXPECT_EQ(level.from_ns, 80);
    EXPECT_EQ(level.to_ns, 125);
}

TEST(quiet_level, of_loops_has_no_lower_end) {
    EXPECT_TRUE(is_quiet(round_beside(1, 1, 1, 0), quiet_level::fast(100)));
}

TEST(is_quiet, if_both_distances_were_the_usual_one) {
    const quiet_level level = quiet_level::usual(100);
    EXPECT_TRUE(is_quiet(round_beside(100, 100, 1, 0), level));
    EXPECT_TRUE(is_quiet(round_beside(80, 125, 1, 0), level));
    EXPECT_TRUE(is_quiet(round_beside(125, 80, 1, 0), level));
    EXPECT_FALSE(is_quiet(round_beside(79.9, 100, 1, 0), level)) << "nearer is not quiet, either";
    EXPECT_FALSE(is_quiet(round_beside(100, 79.9, 1, 0), level));
    EXPECT_FALSE(is_quiet(round_beside(125.1, 100, 1, 0), level));
    EXPECT_FALSE(is_quiet(round_beside(100, 125.1, 1, 0), level));
    EXPECT_FALSE(is_quiet(round_beside(79.9, 125.1, 1, 0), level));
}

TEST(is_quiet, not_if_a_distance_is_missing_or_the_usual_one_is_not_known) {
    EXPECT_FALSE(is_quiet(round_beside(0, 100, 1, 0), quiet_level::usual(100)));
    EXPECT_FALSE(is_quiet(round_beside(100, 0, 1, 0), quiet_level::usual(100)));
    EXPECT_FALSE(is_quiet(round_of(1, 0), quiet_level::usual(0)));
    EXPECT_FALSE(is_quiet(round_beside(100, 100, 1, 0), quiet_level::usual(0)));
    EXPECT_FALSE(is_quiet(round_beside(100, 100, 1, 0), quiet_level{}));
}

/// On CPUs 0 and 1, whose distance is looked at or not.
case_record record_of_two(const std::vector<int>& distance_of) {
    case_record record = record_of({});
    record.cpus = {0, 1};
    record.distance_of = distance_of;
    return record;
}

TEST(level_of, a_case_by_distance_is_the_usual_one_of_its_cpus) {
    machine_speed speed;
    speed.fast_ns = {{0, 30'000}, {1, 30'000}};
    speed.distances[{0, 1}].usual_ns = 47;
    speed.distances[{2, 3}].usual_ns = 160;
    const quiet_level level = speed.level_of(record_of_two({2, 3}));
    EXPECT_EQ(level.ns, 160) << "wherever else it was seen";
    EXPECT_EQ(level.from_ns, 128);
    EXPECT_EQ(level.to_ns, 200);
    EXPECT_EQ(speed.level_of(record_of_two({0, 1})).ns, 47);
}

TEST(level_of, cpus_without_a_distance_is_not_known) {
    machine_speed speed;
    speed.fast_ns = {{0, 30'000}, {1, 30'000}};
    EXPECT_EQ(speed.level_of(record_of_two({0, 1})).ns, 0);
    speed.distances[{0, 1}].usual_ns = 47;
    EXPECT_EQ(speed.level_of(record_of_two({0, 2})).ns, 0);
    EXPECT_FALSE(
        is_quiet(round_beside(30'000, 30'000, 1, 0), speed.level_of(record_of_two({0, 2}))))
        << "the loops have no say";
}

TEST(level_of, a_case_by_loops_is_the_fast_one_of_its_cpus) {
    machine_speed speed;
    speed.fast_ns = {{0, 30'000}, {1, 31'000}};
    speed.distances[{0, 1}].usual_ns = 47;
    const quiet_level level = speed.level_of(record_of_two({}));
    EXPECT_EQ(level.ns, 30'500);
    EXPECT_EQ(level.from_ns, 0);
    EXPECT_EQ(level.to_ns, 1.03 * 30'500);
}

/// A round for each pair of distances.
case_record record_by_distance(const std::vector<int>& of,
                               const std::vector<std::pair<double, double>>& distances) {
    case_record record = record_of_two(of);
    for (const auto& [before, after] : distances) {
        record.rounds.push_back(round_beside(before, after, 1, record.rounds.size()));
    }
    return record;
}

TEST(speed_during, distances_are_no_loops) {
    const std::vector records{record_by_distance({0, 1}, {{47, 48}, {160, 47}}),
                              record_by_distance({}, {{100, 150}})};
    const machine_speed speed = speed_during(records, {{0, 100}, {1, 100}}, {});
    EXPECT_EQ(speed.loops, 2u);
    EXPECT_EQ(speed.fast_share, 0.5);
    ASSERT_THAT(speed.distances, SizeIs(1));
    expect_distance(speed.distances.at({0, 1}), 47, 0.75, 47, 160, 4);
}

TEST(speed_during, distances_alone_are_no_speed) {
    const std::vector records{record_by_distance({0, 1}, {{47, 48}})};
    const machine_speed speed = speed_during(records, {{0, 100}, {1, 100}}, {});
    EXPECT_EQ(speed.loops, 0u);
    EXPECT_EQ(speed.fast_share, 0);
    EXPECT_EQ(speed.slow_ratio, 1);
    EXPECT_THAT(speed.distances, SizeIs(1));
}

TEST(speed_during, each_two_cpus_have_their_distance_of_all_their_cases) {
    const std::vector records{
        record_by_distance({0, 1}, {{47, 47}}), record_by_distance({2, 3}, {{160, 161}}),
        record_by_distance({0, 2}, {{30, 30}}), record_by_distance({0, 1}, {{49, 30}, {49, 47}})};
    const machine_speed speed = speed_during(records, {}, {});
    ASSERT_THAT(speed.distances, SizeIs(3));
    expect_distance(speed.distances.at({0, 1}), 47, ten_digits(5 / 6.0), 30, 49, 6);
    expect_distance(speed.distances.at({2, 3}), 160.5, 1, 160, 161, 2);
    expect_distance(speed.distances.at({0, 2}), 30, 1, 30, 30, 2);
}

TEST(speed_during, a_round_that_misses_a_distance_is_left_out) {
    const std::vector records{record_by_distance({0, 1}, {{0, 160}, {160, 0}, {47, 48}})};
    expect_distance(speed_during(records, {}, {}).distances.at({0, 1}), 47.5, 1, 47, 48, 2);
}

TEST(speed_during, cases_without_a_round_have_no_distance) {
    const std::vector records{record_by_distance({0, 1}, {}), record_by_distance({2, 3}, {{0, 0}})};
    EXPECT_THAT(speed_during(records, {}, {}).distances, IsEmpty());
}

} // namespace
} // namespace tollgate::measure
