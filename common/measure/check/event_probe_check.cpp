// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/event_probe.hpp>

#include <tollgate/clock/manual_clock.hpp>

#include <gmock/gmock.h>

#include <cstdint>
#include <memory>
#include <thread>

namespace tollgate::measure {
namespace {

using clock::manual_clock;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using manual_event_probe = event_probe<manual_clock>;

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

TEST(event_probe, nothing_of_the_warm_up_is_kept) {
    const manual_clock time;
    const schedule asked{2, {{3, 1}}};
    manual_event_probe probe(time, asked);
    EXPECT_EQ(drive(probe, time), asked.operations());
    EXPECT_THAT(probe.intervals(), ElementsAre(12, 13, 14));
    EXPECT_EQ(probe.events(), 5u);
}

TEST(event_probe, says_when_the_warm_up_is_over) {
    const manual_clock time;
    const schedule asked{2, {{1, 1}}};
    manual_event_probe probe(time, asked);
    EXPECT_TRUE(probe.warming_up());
    probe.add(0, 1);
    EXPECT_TRUE(probe.warming_up());
    probe.add(0, 1);
    EXPECT_FALSE(probe.warming_up());
    EXPECT_THAT(probe.intervals(), IsEmpty());
}

TEST(event_probe, is_complete_when_as_many_were_kept_as_the_schedule_has_groups) {
    const manual_clock time;
    const schedule asked{1, {{1, 1}, {2, 1}}};
    manual_event_probe probe(time, asked);
    for (int i = 0; i < 4; ++i) {
        EXPECT_FALSE(probe.complete()) << i;
        EXPECT_TRUE(probe.wanted()) << i;
        probe.add(0, 5);
    }
    EXPECT_TRUE(probe.complete());
    EXPECT_FALSE(probe.wanted());
    EXPECT_FALSE(probe.interrupted()) << "nobody could";
}

// A loop that adds what was not asked for is found out by the number of events, so it is not
// hidden.
TEST(event_probe, what_nobody_wanted_is_counted_too) {
    const manual_clock time;
    const schedule asked{1, {{1, 1}}};
    manual_event_probe probe(time, asked);
    drive(probe, time);
    probe.add(0, 1);
    EXPECT_EQ(probe.events(), 3u);
    EXPECT_EQ(probe.intervals().size(), 2u);
}

TEST(event_probe, wants_no_more_when_somebody_interrupted) {
    const manual_clock time;
    schedule asked{1, {{5, 1}}};
    std::uint64_t questions = 0;
    asked.interrupted = [&] { return ++questions > 3; };
    manual_event_probe probe(time, asked);
    EXPECT_EQ(drive(probe, time), 3u);
    EXPECT_FALSE(probe.complete());
    EXPECT_TRUE(probe.interrupted());
    EXPECT_THAT(probe.intervals(), ElementsAre(11, 12));
}

TEST(event_probe, who_interrupted_too_late_changes_nothing) {
    const manual_clock time;
    bool interrupted = false;
    schedule asked{1, {{2, 1}}};
    asked.interrupted = [&] { return interrupted; };
    manual_event_probe probe(time, asked);
    drive(probe, time);
    interrupted = true;
    EXPECT_TRUE(probe.interrupted());
    EXPECT_TRUE(probe.complete());
    EXPECT_THAT(probe.intervals(), ElementsAre(11, 12));
}

TEST(event_probe, the_stamps_may_come_from_two_threads) {
    const manual_clock time;
    const schedule asked{1, {{2, 1}}};
    manual_event_probe probe(time, asked);
    while (probe.wanted()) {
        std::int64_t begun = 0;
        std::thread waker([&] {
            begun = probe.begin();
            time.advance(17);
        });
        waker.join();
        probe.add(begun, probe.end());
    }
    EXPECT_THAT(probe.intervals(), ElementsAre(17, 17));
}

TEST(event_probe, an_interval_holds_one_reading_besides_the_event) {
    const manual_clock time(7);
    const schedule asked{1, {{2, 1}}};
    manual_event_probe probe(time, asked);
    drive(probe, time);
    EXPECT_THAT(probe.intervals(), ElementsAre(11 + 7, 12 + 7));
}

TEST(event_probe, an_end_before_its_beginning_shows_as_a_negative_interval) {
    const manual_clock time;
    const schedule asked{1, {{2, 1}}};
    manual_event_probe probe(time, asked);
    probe.add(100, 90);
    probe.add(100, 90);
    probe.add(100, 100);
    EXPECT_THAT(probe.intervals(), ElementsAre(-10, 0));
}

/// Counts its readings.
struct ticking_clock {
    std::shared_ptr<int> readings = std::make_shared<int>(0);
    [[nodiscard]] std::int64_t begin() const { return ++*readings; }
    [[nodiscard]] std::int64_t end() const { return ++*readings; }
};

TEST(event_probe, reads_the_clock_only_when_a_stamp_is_asked_for) {
    const ticking_clock clock;
    const schedule asked{1, {{2, 1}}};
    event_probe<ticking_clock> probe(clock, asked);
    while (probe.wanted()) {
        probe.add(1, 2);
    }
    EXPECT_EQ(*clock.readings, 0);
}

} // namespace
} // namespace tollgate::measure
