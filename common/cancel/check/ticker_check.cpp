// SPDX-License-Identifier: BSL-1.0
//
// A thread's periodic timer.
#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/cancel/ticker.hpp>
#include <tollgate/testing/scripted_clock.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <ratio>
#include <stdexcept>
#include <thread>

namespace tollgate::cancel {
namespace {

using namespace std::chrono_literals;
using testing::scripted_clock;
using timer::missed_ticks;
using scripted_ticker = basic_ticker<scripted_clock, sleep_of_thread>;

static_assert(sizeof(ticker) == 32);

class a_ticker : public ::testing::Test {
protected:
    a_ticker() { scripted_clock::set(1h); }

    dummy_token never_;
};

TEST_F(a_ticker, has_its_first_tick_after_a_period_or_at_a_moment) {
    EXPECT_EQ(scripted_ticker(1s, missed_ticks::skip).next().time_since_epoch(), 1h + 1s);
    const scripted_clock::time_point start(30min);
    EXPECT_EQ(scripted_ticker(start, 1s, missed_ticks::skip).next(), start);
    const auto coarse = std::chrono::ceil<std::chrono::hours>(start);
    EXPECT_EQ(scripted_ticker(coarse, 1s, missed_ticks::skip).next().time_since_epoch(), 1h);
}

TEST_F(a_ticker, returns_how_many_ticks_were_missed) {
    scripted_ticker ticks(1s, missed_ticks::skip);
    scripted_clock::pass(3500ms);
    EXPECT_EQ(ticks.wait(never_), 2U);
    EXPECT_EQ(ticks.next().time_since_epoch(), 1h + 4s);
    scripted_clock::pass(500ms);
    EXPECT_EQ(ticks.wait(never_), 0U);
}

TEST_F(a_ticker, reads_the_clock_once_for_a_tick_that_has_come) {
    scripted_ticker ticks(1s, missed_ticks::burst);
    scripted_clock::set(2h);
    for (std::uint64_t tick = 1; tick <= 3; ++tick) {
        EXPECT_EQ(ticks.wait(never_), 0U);
        EXPECT_EQ(scripted_clock::readings, tick);
    }
}

/// The clock moves at the first of two readings. The sleep between the two reads it, too.
TEST_F(a_ticker, waits_until_the_clock_comes_to_its_moment) {
    scripted_ticker ticks(1s, missed_ticks::skip);
    scripted_clock::set(1h + 1s - 1ns);
    scripted_clock::at_reading[2] = [] { scripted_clock::pass(1ns); };
    EXPECT_EQ(ticks.wait(never_), 0U);
    EXPECT_GT(scripted_clock::readings, 1U);
    EXPECT_EQ(scripted_clock::present().time_since_epoch(), 1h + 1s);
}

TEST_F(a_ticker, takes_no_tick_with_a_cancelled_token) {
    standalone_token stop;
    scripted_ticker ticks(1s, missed_ticks::skip);
    scripted_clock::pass(1s);
    stop.cancel();
    EXPECT_EQ(ticks.wait(stop), std::nullopt);
    EXPECT_EQ(ticks.wait(never_), 0U);
}

TEST_F(a_ticker, is_never_early_and_does_not_drift) {
    const auto first = std::chrono::steady_clock::now() + 1ms;
    ticker ticks(first, 1ms, missed_ticks::burst);
    for (int tick = 0; tick < 20; ++tick) {
        EXPECT_EQ(ticks.next(), first + tick * 1ms);
        EXPECT_EQ(ticks.wait(never_), 0U);
        EXPECT_GE(std::chrono::steady_clock::now(), first + tick * 1ms);
    }
}

TEST_F(a_ticker, refuses_a_period_that_is_not_longer_than_zero) {
    const std::chrono::duration<double> nothing(std::numeric_limits<double>::quiet_NaN());
    EXPECT_THROW(scripted_ticker(0s, missed_ticks::skip), std::invalid_argument);
    EXPECT_THROW(scripted_ticker(-1h, missed_ticks::skip), std::invalid_argument);
    EXPECT_THROW(scripted_ticker(nothing, missed_ticks::skip), std::invalid_argument);
}

TEST_F(a_ticker, rounds_its_period_up_and_may_have_no_tick) {
    const std::chrono::duration<int, std::ratio<1, 3>> third(1);
    EXPECT_EQ(scripted_ticker(third, missed_ticks::skip).next().time_since_epoch(),
              1h + 333'333'334ns);
    constexpr auto no_end = scripted_clock::time_point::max();
    EXPECT_EQ(scripted_ticker(std::chrono::hours::max(), missed_ticks::skip).next(), no_end);
    scripted_ticker none(no_end, 1s, missed_ticks::skip);
    const cancellation_source stop;
    std::thread canceller([&] { stop.cancel(); });
    EXPECT_EQ(none.wait(stop.get_token()), std::nullopt);
    canceller.join();
}

} // namespace
} // namespace tollgate::cancel
