// SPDX-License-Identifier: BSL-1.0
//
// Threads that are asked to end by pthread_cancel(3) make registries, look, tell and end them: none
// of that is a cancellation point.
#include "by_hand.hpp"
#include "made_up_event.hpp"
#include "two_ends.hpp"

#include <tollgate/faults/cancelled_thread.hpp>
#include <tollgate/liveness/text_sink.hpp>
#include <tollgate/liveness/watched_scope.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include <pthread.h>

namespace tollgate::liveness {
namespace {

using namespace std::chrono_literals;
using faults::returns_though_cancelled;

TEST(a_cancelled_thread, makes_a_registry_and_waits_for_the_end_of_its_threads) {
    EXPECT_TRUE(returns_though_cancelled([] {
        registry one;
        const watched_scope watched(one, "watched", 1);
    }));
}

/// It reads /proc, which is full of cancellation points, and writes.
TEST(a_cancelled_thread, looks_and_tells_all) {
    const two_ends pipe;
    settings how;
    how.driven = driver::by_hand;
    how.sinks.emplace_back(text_sink(pipe.writing()));
    registry one(how);
    const watched_scope watched(one, "watched", 1);
    const std::chrono::steady_clock::time_point start{1000h};
    EXPECT_TRUE(returns_though_cancelled([&] {
        for (auto now = start; now < start + 6s;) {
            now += one.look(now);
        }
    }));
    EXPECT_EQ(pipe.read().find("Frozen: watched"), 0U);
}

TEST(a_cancelled_thread, writes_an_event_to_its_end) {
    const two_ends pipe;
    text_sink sink(pipe.writing());
    EXPECT_TRUE(returns_though_cancelled([&] { sink(made_up_event()); }));
    EXPECT_EQ(pipe.read(), to_text(made_up_event()));
}

TEST(a_cancelled_thread, is_not_watched_when_it_has_left_its_scope) {
    by_hand one;
    EXPECT_FALSE(returns_though_cancelled([&] {
        const watched_scope left(one.in, "left", 1);
        ::pthread_testcancel();
    }));
    one.pass_time(1min);
    EXPECT_TRUE(one.said().empty());
}

TEST(a_registry, whose_thread_a_sink_ends_ends_the_program) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH(
        {
            by_hand one;
            one.in.add_sink([](const event&) { ::pthread_exit(nullptr); });
            const watched_scope watched(one.in, "watched", 1);
            one.pass_time(1min);
        },
        "a sink or on_pulse ended its registry or thread");
}

} // namespace
} // namespace tollgate::liveness
