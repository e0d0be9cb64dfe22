// SPDX-License-Identifier: BSL-1.0
//
// A fiber's periodic timer. The checks of cancel::ticker check what is the same for threads.
#include "scenario.hpp"

#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/token.hpp>
#include <tollgate/fiber/ticker.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

namespace tollgate::fiber {
namespace {

using namespace std::chrono_literals;
using timer::missed_ticks;
using scripted_ticker = cancel::basic_ticker<scripted_clock, sleep_of_fiber>;

TEST(a_fibers_ticker, lets_other_fibers_run_until_the_tick) {
    run_on_thread([] {
        std::vector<std::uint64_t> missed;
        const cancel::cancellation_source stop;
        fiber_group all;
        all.add([&] {
            scripted_ticker ticks(10ms, missed_ticks::skip);
            while (const auto count = ticks.wait(stop.get_token())) {
                missed.push_back(*count);
            }
        });
        let_others_run();
        let_pass(10ms - 1ns);
        EXPECT_EQ(missed.size(), 0U);
        let_pass(2us);
        EXPECT_EQ(missed, (std::vector<std::uint64_t>{0}));
        let_pass(35ms);
        EXPECT_EQ(missed, (std::vector<std::uint64_t>{0, 2}));
        let_pass(5ms);
        EXPECT_EQ(missed, (std::vector<std::uint64_t>{0, 2, 0}));
        std::thread canceller([&] { stop.cancel(); });
        all.join();
        canceller.join();
        EXPECT_EQ(missed.size(), 3U);
    });
}

TEST(a_fibers_ticker, does_not_suspend_the_fiber_for_a_tick_that_has_come) {
    run_on_thread([] {
        scripted_ticker ticks(1ms, missed_ticks::burst);
        scripted_clock::pass(3ms);
        const cancel::dummy_token never;
        bool others_ran = false;
        fiber_group all;
        all.add([&] { others_ran = true; });
        for (int tick = 0; tick < 3; ++tick) {
            EXPECT_EQ(ticks.wait(never), 0U);
        }
        EXPECT_FALSE(others_ran);
        const std::uint64_t readings = scripted_clock::readings;
        scripted_clock::pass(1ms);
        EXPECT_EQ(ticks.wait(never), 0U);
        EXPECT_EQ(scripted_clock::readings, readings + 1);
    });
}

} // namespace
} // namespace tollgate::fiber
