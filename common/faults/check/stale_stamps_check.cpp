// SPDX-License-Identifier: BSL-1.0
#include <tollgate/faults/stale_stamps.hpp>

#include <tollgate/clock/manual_clock.hpp>

#include <gtest/gtest.h>

#include <cstdint>

namespace tollgate::faults {
namespace {

using clock::manual_clock;

static_assert(clock::stopwatch<stale_clock<manual_clock>>);

/// Each reading moves the clock by one; it is seen to move every `step` readings only.
manual_clock clock_with_step(std::int64_t step) {
    manual_clock clock(1);
    clock.set_step(step);
    return clock;
}

TEST(stale_stamps, an_interval_ends_before_it_begins_however_coarse_the_clock) {
    for (const std::int64_t step : {1, 2, 1'000}) {
        SCOPED_TRACE(step);
        const manual_clock time = clock_with_step(step);
        time.advance(10'000);
        stale_stamps stamps(time);
        const stale_clock<manual_clock> clock{&stamps};
        for (int turn = 0; turn < 10; ++turn) {
            const std::int64_t stamp = stamps.take();
            const std::int64_t start = clock.begin();
            time.advance(7);
            stamps.use(stamp);
            EXPECT_LT(clock.end() - start, 0) << turn;
        }
    }
}

// A ring: other members' stamps come between a member's own and its turn.
TEST(stale_stamps, an_interval_begins_after_the_stamps_of_all) {
    const manual_clock time = clock_with_step(100);
    stale_stamps stamps(time);
    const std::int64_t first = stamps.take();
    time.advance(1'000);
    const std::int64_t second = stamps.take();
    EXPECT_GT(stamps.begin(), second);
    stamps.use(first);
    EXPECT_EQ(stamps.end(), first);
    stamps.use(second);
    EXPECT_EQ(stamps.end(), second);
}

/// A wall clock that was set back after the first reading.
struct clock_set_back {
    std::int64_t* readings;
    [[nodiscard]] std::int64_t begin() const { return end(); }
    [[nodiscard]] std::int64_t end() const { return ++*readings == 1 ? 1'000 : *readings; }
};

TEST(stale_stamps, stamps_do_not_go_back_with_the_clock) {
    std::int64_t readings = 0;
    stale_stamps stamps(clock_set_back{&readings});
    const std::int64_t first = stamps.take();
    EXPECT_EQ(stamps.take(), first);
    EXPECT_GT(stamps.begin(), first);
}

} // namespace
} // namespace tollgate::faults
