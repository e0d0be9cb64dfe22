// SPDX-License-Identifier: BSL-1.0
//
// Threads with a pending pthread_cancel(3) create registries, scan, report and end them: none of
// these calls is a cancellation point.
#include "by_hand.hpp"
#include "fake_event.hpp"
#include "two_ends.hpp"

#include <tollgate/liveness/text_sink.hpp>
#include <tollgate/liveness/watched_scope.hpp>
#include <tollgate/testing/cancelled_thread.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include <pthread.h>

namespace tollgate::liveness {
namespace {

using namespace std::chrono_literals;
using testing::returns_though_cancelled;

TEST(a_cancelled_thread, creates_a_registry_and_waits_for_the_end_of_its_threads) {
    EXPECT_TRUE(returns_though_cancelled([] {
        registry watcher;
        const watched_scope watched(watcher, "watched", 1);
    }));
}

/// It reads /proc and writes: all of these calls are cancellation points.
TEST(a_cancelled_thread, scans_and_reports_all) {
    const two_ends pipe;
    settings options;
    options.driven = driver::by_hand;
    options.sinks.emplace_back(text_sink(pipe.writing()));
    registry watcher(options);
    const watched_scope watched(watcher, "watched", 1);
    const std::chrono::steady_clock::time_point start{1000h};
    EXPECT_TRUE(returns_though_cancelled([&] {
        for (auto now = start; now < start + 6s;) {
            now += watcher.scan(now);
        }
    }));
    EXPECT_EQ(pipe.read().find("Frozen: watched"), 0U);
}

TEST(a_cancelled_thread, writes_an_event_to_its_end) {
    const two_ends pipe;
    text_sink sink(pipe.writing());
    EXPECT_TRUE(returns_though_cancelled([&] { sink(fake_event()); }));
    EXPECT_EQ(pipe.read(), to_text(fake_event()));
}

TEST(a_cancelled_thread, is_not_watched_when_it_has_left_its_scope) {
    by_hand watcher;
    EXPECT_FALSE(returns_though_cancelled([&] {
        const watched_scope left(watcher.watcher, "left", 1);
        ::pthread_testcancel();
    }));
    watcher.pass_time(1min);
    EXPECT_TRUE(watcher.new_reports().empty());
}

TEST(a_registry, whose_thread_a_sink_ends_ends_the_program) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH(
        {
            by_hand watcher;
            watcher.watcher.add_sink([](const event&) { ::pthread_exit(nullptr); });
            const watched_scope watched(watcher.watcher, "watched", 1);
            watcher.pass_time(1min);
        },
        "a sink or on_heartbeat ended its registry or thread");
}

} // namespace
} // namespace tollgate::liveness
