// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/clock_pair_probe.hpp>
#include <tollgate/measure/event_probe.hpp>
#include <tollgate/measure/interval_probe.hpp>

#include <tollgate/clock/manual_clock.hpp>

#include <gmock/gmock.h>

#include <cstdint>
#include <memory>

namespace tollgate::measure {
namespace {

using clock::manual_clock;
using ::testing::ElementsAre;
using manual_event_probe = event_probe<manual_clock>;
using manual_interval_probe = interval_probe<manual_clock>;

/// Operation k, counted from 0, takes 10 + k counts. Returns how many operations were done.
std::uint64_t drive(manual_interval_probe& probe, const manual_clock& time) {
    std::uint64_t done = 0;
    while (probe.keep_running(done)) {
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

TEST(interval_probe, segments_follow_each_other_without_a_pause) {
    const manual_clock time;
    const schedule scheduled{1, {{2, 1}, {2, 3}, {1, 2}}};
    manual_interval_probe probe(time, scheduled);
    EXPECT_EQ(drive(probe, time), scheduled.operations());
    EXPECT_THAT(probe.intervals(), ElementsAre(11, 12, 13 + 14 + 15, 16 + 17 + 18, 19 + 20));
    EXPECT_TRUE(probe.complete());
}

TEST(interval_probe, interval_contains_one_reading) {
    const manual_clock time(7);
    manual_interval_probe probe(time, {1, {{2, 1}, {1, 3}}});
    drive(probe, time);
    EXPECT_THAT(probe.intervals(), ElementsAre(11 + 7, 12 + 7, 13 + 14 + 15 + 7));
}

TEST(interval_probe, reads_the_clock_only_where_groups_end) {
    const counting_clock clock;
    interval_probe<counting_clock> probe(clock, {1000, {{1, 100'000}, {2, 500}}});
    std::uint64_t done = 0;
    while (probe.keep_running(done)) {
        ++done;
    }
    EXPECT_EQ(*clock.readings, 4 + 3); // four ends, the warm-up's included, and three beginnings
}

TEST(interval_probe, skips_segments_without_groups) {
    const manual_clock time;
    manual_interval_probe probe(time, {1, {{0, 5}, {1, 1}, {0, 3}, {0, 1}, {1, 2}, {0, 9}}});
    EXPECT_EQ(drive(probe, time), 4u);
    EXPECT_THAT(probe.intervals(), ElementsAre(11, 12 + 13));
    EXPECT_TRUE(probe.complete());
}

TEST(interval_probe, is_incomplete_if_the_end_of_a_group_was_missed) {
    const manual_clock time;
    manual_interval_probe probe(time, {1, {{2, 2}}});
    std::uint64_t done = 0;
    while (probe.keep_running(done)) {
        done += done == 2 ? 2 : 1; // no call says that operation 3 has ended
    }
    EXPECT_EQ(probe.intervals().size(), 2u);
    EXPECT_FALSE(probe.complete());
    manual_interval_probe warming(time, {2, {{1, 4}}});
    for (done = 0; warming.keep_running(done);) {
        done += done == 1 ? 2 : 1;
    }
    EXPECT_FALSE(warming.complete()) << "the end of the warm-up, too";
}

TEST(interval_probe, is_incomplete_with_a_group_of_no_operations) {
    const manual_clock time;
    manual_interval_probe probe(time, {1, {{2, 0}}});
    drive(probe, time);
    EXPECT_FALSE(probe.complete());
}

TEST(interval_probe, call_after_the_end_changes_no_interval) {
    const manual_clock time;
    manual_interval_probe probe(time, {1, {{2, 1}}});
    const std::uint64_t done = drive(probe, time);
    ASSERT_TRUE(probe.complete());
    EXPECT_FALSE(probe.keep_running(done));
    EXPECT_FALSE(probe.complete());
    EXPECT_FALSE(probe.keep_running(done + 1));
    EXPECT_THAT(probe.intervals(), ElementsAre(11, 12));
}

TEST(interval_probe, has_a_negative_interval_if_the_clock_was_set_back) {
    const manual_clock time;
    manual_interval_probe probe(time, {1, {{2, 1}}});
    EXPECT_TRUE(probe.keep_running(0));
    EXPECT_TRUE(probe.keep_running(1));
    time.advance(-5);
    EXPECT_TRUE(probe.keep_running(2));
    time.advance(9);
    EXPECT_FALSE(probe.keep_running(3));
    EXPECT_THAT(probe.intervals(), ElementsAre(-5, 9));
}

/// Event k, counted from 0 and the warm-up's included, takes 10 + k counts. Returns how many there
/// were.
std::uint64_t drive(manual_event_probe& probe, const manual_clock& time) {
    std::uint64_t events = 0;
    while (probe.wanted()) {
        const std::int64_t begun = probe.begin();
        time.advance(static_cast<std::int64_t>(10 + events));
        probe.add(begun, probe.end());
        ++events;
    }
    return events;
}

TEST(event_probe, keeps_no_warm_up_event) {
    const manual_clock time;
    const schedule scheduled{2, {{3, 1}}};
    manual_event_probe probe(time, scheduled);
    EXPECT_EQ(drive(probe, time), scheduled.operations());
    EXPECT_THAT(probe.intervals(), ElementsAre(12, 13, 14));
    EXPECT_EQ(probe.events(), 5u);
    EXPECT_FALSE(probe.warming_up());
}

TEST(event_probe, is_complete_with_an_event_for_each_group) {
    const manual_clock time;
    const schedule scheduled{1, {{1, 1}, {2, 1}}};
    manual_event_probe probe(time, scheduled);
    for (int i = 0; i < 4; ++i) {
        EXPECT_FALSE(probe.complete()) << i;
        EXPECT_TRUE(probe.wanted()) << i;
        EXPECT_EQ(probe.warming_up(), i == 0);
        probe.add(0, 5);
    }
    EXPECT_TRUE(probe.complete());
    EXPECT_FALSE(probe.wanted());
    EXPECT_FALSE(probe.interrupted()) << "no interrupt was possible";
}

// The number of events reveals a loop that adds events that nobody wanted.
TEST(event_probe, counts_unwanted_events) {
    const manual_clock time;
    const schedule scheduled{1, {{1, 1}}};
    manual_event_probe probe(time, scheduled);
    drive(probe, time);
    probe.add(0, 1);
    EXPECT_EQ(probe.events(), 3u);
    EXPECT_EQ(probe.intervals().size(), 2u);
}

TEST(event_probe, wants_no_more_events_after_an_interrupt) {
    const manual_clock time;
    schedule scheduled{1, {{5, 1}}};
    std::uint64_t questions = 0;
    scheduled.interrupted = [&] { return ++questions > 3; };
    manual_event_probe probe(time, scheduled);
    EXPECT_EQ(drive(probe, time), 3u);
    EXPECT_FALSE(probe.complete());
    EXPECT_TRUE(probe.interrupted());
    EXPECT_THAT(probe.intervals(), ElementsAre(11, 12));
}

TEST(event_probe, reads_the_clock_only_for_a_stamp) {
    const counting_clock clock;
    const schedule scheduled{1, {{2, 1}}};
    event_probe<counting_clock> probe(clock, scheduled);
    while (probe.wanted()) {
        probe.add(1, 2);
    }
    EXPECT_EQ(*clock.readings, 0);
}

/// Operation k, counted from 0, takes 100 + k counts.
std::uint64_t drive(clock_pair_probe<manual_clock>& probe, const manual_clock& time) {
    std::uint64_t done = 0;
    while (probe.keep_running(done)) {
        time.advance(static_cast<std::int64_t>(100 + done));
        ++done;
    }
    return done;
}

TEST(clock_pair_probe, sums_each_operation_and_an_empty_pair_behind_it) {
    const manual_clock time(7);
    clock_pair_probe probe(time, 2, 3);
    EXPECT_EQ(drive(probe, time), 5u);
    EXPECT_EQ(probe.sums().operations_total, 102 + 103 + 104 + 3 * 7);
    EXPECT_EQ(probe.sums().calls_total, 3 * 7);
    EXPECT_EQ(probe.sums().operations, 3u);
    EXPECT_FALSE(probe.backwards());
}

/// Goes back at one of its readings, and else forward by 1.
struct stumbling_clock {
    std::int64_t* readings;
    std::int64_t* now;
    std::int64_t stumbles_at;

    [[nodiscard]] std::int64_t begin() const { return read(); }
    [[nodiscard]] std::int64_t end() const { return read(); }
    [[nodiscard]] std::int64_t read() const {
        *now += ++*readings == stumbles_at ? -40 : 1;
        return *now;
    }
};

bool stumbles_unseen(std::int64_t at) {
    std::int64_t readings = 0;
    std::int64_t now = 0;
    clock_pair_probe probe(stumbling_clock{&readings, &now, at}, 1, 1);
    std::uint64_t done = 0;
    while (probe.keep_running(done)) {
        ++done;
    }
    return !probe.backwards();
}

// Readings: end, begin; end, begin; then the end of the only operation and its empty pair.
TEST(clock_pair_probe, counts_an_empty_pair_that_goes_backwards) {
    EXPECT_FALSE(stumbles_unseen(5));
    EXPECT_FALSE(stumbles_unseen(7));
    EXPECT_TRUE(stumbles_unseen(6)); // between the two intervals
    EXPECT_TRUE(stumbles_unseen(8)); // never reached
}

} // namespace
} // namespace tollgate::measure
