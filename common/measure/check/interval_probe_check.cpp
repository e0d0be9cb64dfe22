// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/interval_probe.hpp>

#include <tollgate/clock/manual_clock.hpp>

#include <gmock/gmock.h>

#include <cstdint>
#include <memory>

namespace tollgate::measure {
namespace {

using clock::manual_clock;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using manual_interval_probe = interval_probe<manual_clock>;

/// Operation k, counted from 0, takes 10 + k counts. Returns how many operations were done.
std::uint64_t drive(manual_interval_probe& probe, const manual_clock& time) {
    std::uint64_t done = 0;
    while (probe.turn(done)) {
        time.advance(static_cast<std::int64_t>(10 + done));
        ++done;
    }
    return done;
}

/// Counts its readings and stands still.
struct counting_clock {
    std::shared_ptr<int> readings = std::make_shared<int>(0);
    [[nodiscard]] std::int64_t begin() const { return ++*readings, 0; }
    [[nodiscard]] std::int64_t end() const { return ++*readings, 0; }
};

TEST(interval_probe, each_group_of_one_is_its_operation) {
    const manual_clock time;
    manual_interval_probe probe(time, {1, {{3, 1}}});
    EXPECT_EQ(drive(probe, time), 4u);
    EXPECT_THAT(probe.intervals(), ElementsAre(11, 12, 13));
    EXPECT_TRUE(probe.complete());
}

TEST(interval_probe, the_warm_up_is_not_recorded) {
    const manual_clock time;
    manual_interval_probe probe(time, {5, {{2, 1}}});
    EXPECT_EQ(drive(probe, time), 7u);
    EXPECT_THAT(probe.intervals(), ElementsAre(15, 16));
    EXPECT_TRUE(probe.complete());
}

TEST(interval_probe, segments_follow_each_other_without_a_pause) {
    const manual_clock time;
    const schedule asked{1, {{2, 1}, {2, 3}, {1, 2}}};
    manual_interval_probe probe(time, asked);
    EXPECT_EQ(drive(probe, time), asked.operations());
    EXPECT_THAT(probe.intervals(), ElementsAre(11, 12, 13 + 14 + 15, 16 + 17 + 18, 19 + 20));
    EXPECT_TRUE(probe.complete());
}

TEST(interval_probe, an_interval_holds_one_reading_besides_its_operations) {
    const manual_clock time(7);
    manual_interval_probe probe(time, {1, {{2, 1}, {1, 3}}});
    drive(probe, time);
    EXPECT_THAT(probe.intervals(), ElementsAre(11 + 7, 12 + 7, 13 + 14 + 15 + 7));
}

TEST(interval_probe, the_clock_is_read_only_where_groups_end) {
    const counting_clock clock;
    interval_probe<counting_clock> probe(clock, {1000, {{1, 100'000}, {2, 500}}});
    std::uint64_t done = 0;
    while (probe.turn(done)) {
        ++done;
    }
    EXPECT_EQ(*clock.readings, 4 + 3); // four ends, the warm-up's included, and three beginnings
}

TEST(interval_probe, segments_without_groups_are_passed_over) {
    const manual_clock time;
    manual_interval_probe probe(time, {1, {{0, 5}, {1, 1}, {0, 3}, {0, 1}, {1, 2}, {0, 9}}});
    EXPECT_EQ(drive(probe, time), 4u);
    EXPECT_THAT(probe.intervals(), ElementsAre(11, 12 + 13));
    EXPECT_TRUE(probe.complete());
}

TEST(interval_probe, without_segments_there_is_only_the_warm_up) {
    const manual_clock time;
    manual_interval_probe probe(time, {3, {}});
    EXPECT_EQ(drive(probe, time), 3u);
    EXPECT_THAT(probe.intervals(), IsEmpty());
    EXPECT_TRUE(probe.complete());
}

TEST(interval_probe, is_not_complete_before_the_last_group_ended) {
    const manual_clock time;
    manual_interval_probe probe(time, {1, {{2, 2}}});
    EXPECT_FALSE(probe.complete());
    for (std::uint64_t done = 0; done < 5; ++done) {
        EXPECT_TRUE(probe.turn(done));
        EXPECT_FALSE(probe.complete());
    }
    EXPECT_FALSE(probe.turn(5));
    EXPECT_TRUE(probe.complete());
}

TEST(interval_probe, a_group_that_ended_unseen_is_not_complete) {
    const manual_clock time;
    manual_interval_probe probe(time, {1, {{2, 2}}});
    std::uint64_t done = 0;
    while (probe.turn(done)) {
        done += done == 2 ? 2 : 1; // no call says that operation 3 has ended
    }
    EXPECT_EQ(probe.intervals().size(), 2u);
    EXPECT_FALSE(probe.complete());
}

TEST(interval_probe, a_skipped_end_of_the_warm_up_is_not_complete) {
    const manual_clock time;
    manual_interval_probe probe(time, {2, {{1, 4}}});
    std::uint64_t done = 0;
    while (probe.turn(done)) {
        done += done == 1 ? 2 : 1;
    }
    EXPECT_FALSE(probe.complete());
}

TEST(interval_probe, a_group_of_no_operations_is_never_complete) {
    const manual_clock time;
    manual_interval_probe probe(time, {1, {{2, 0}}});
    drive(probe, time);
    EXPECT_FALSE(probe.complete());
}

TEST(interval_probe, a_turn_after_the_last_changes_no_interval) {
    const manual_clock time;
    manual_interval_probe probe(time, {1, {{2, 1}}});
    const std::uint64_t done = drive(probe, time);
    ASSERT_TRUE(probe.complete());
    EXPECT_FALSE(probe.turn(done));
    EXPECT_FALSE(probe.complete());
    EXPECT_FALSE(probe.turn(done + 1));
    EXPECT_THAT(probe.intervals(), ElementsAre(11, 12));
}

TEST(interval_probe, a_clock_set_back_shows_as_a_negative_interval) {
    const manual_clock time;
    manual_interval_probe probe(time, {1, {{2, 1}}});
    EXPECT_TRUE(probe.turn(0));
    EXPECT_TRUE(probe.turn(1));
    time.advance(-5);
    EXPECT_TRUE(probe.turn(2));
    time.advance(9);
    EXPECT_FALSE(probe.turn(3));
    EXPECT_THAT(probe.intervals(), ElementsAre(-5, 9));
}

} // namespace
} // namespace tollgate::measure
