// SPDX-License-Identifier: BSL-1.0
//
// A registry with its own threads: it goes on while its sinks block, and obeys its callers. Each
// wait is for an event that must come. A scope that must freeze does nothing, and other scopes have
// enough time.
#include "event_box.hpp"

#include <tollgate/liveness/checkpoint.hpp>
#include <tollgate/liveness/migrating_scope.hpp>
#include <tollgate/liveness/watched_scope.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <optional>
#include <thread>

namespace tollgate::liveness {
namespace {

using namespace std::chrono_literals;

constexpr timeouts a_moment{.timeout = 1ms, .grace = 0s};

settings reporting_to(const event_box& box) {
    settings options;
    options.period = 1ms;
    options.sinks.emplace_back(box);
    return options;
}

TEST(a_registry_with_threads, reports_a_freeze_and_its_end_before_it_ends_itself) {
    const event_box box;
    std::optional<registry> watcher(std::in_place, reporting_to(box));
    std::optional<watched_scope> reader(std::in_place, *watcher, "reader", 7, a_moment);
    const event found = box.wait_for(event::kind::frozen, "reader");
    EXPECT_EQ(found.history.size(), 1u);
    EXPECT_GE(found.silent_for, 1ms);
    reader.reset();
    watcher.reset();
    EXPECT_EQ(box.all().back().type, event::kind::recovered);
    EXPECT_EQ(box.all().back().episode, found.episode);
}

TEST(a_registry_with_threads, scans_while_a_sink_blocks) {
    std::atomic<std::uint64_t> heartbeats{0};
    std::latch called(1);
    std::latch released(1);
    const event_box box;
    settings options = reporting_to(box);
    options.on_heartbeat = [&](const heartbeat&) {
        ++heartbeats;
        heartbeats.notify_all();
    };
    options.sinks.insert(options.sinks.begin(), [&](const event& told) {
        if (told.name == "first" && told.type == event::kind::frozen) {
            called.count_down();
            released.wait();
        }
    });
    registry watcher(options);
    const auto wait_for_heartbeats = [&](std::uint64_t more) {
        const std::uint64_t before = heartbeats.load();
        for (std::uint64_t now = before; now < before + more; now = heartbeats.load()) {
            heartbeats.wait(now);
        }
    };
    const migrating_scope first(watcher, "first", 1, a_moment);
    called.wait();
    wait_for_heartbeats(20);
    const std::uint64_t before = watcher.so_far().events;
    std::thread([&] {
        // Neither scopes nor the other members wait for the sink.
        const watched_scope reader(watcher, "reader", 1);
        checkpoint(2);
    }).join();
    watcher.add_sink([](const event&) {});
    watcher.set_period(1ms);
    const migrating_scope second(watcher, "second", 1, a_moment);
    while (watcher.so_far().events == before) {
        wait_for_heartbeats(1);
    }
    EXPECT_TRUE(box.all().empty());
    released.count_down();
    box.wait_for(event::kind::frozen, "second");
}

/// With the first period this would take an hour.
TEST(a_registry_with_threads, scans_at_once_with_a_new_period) {
    const event_box box;
    settings options = reporting_to(box);
    options.period = 1h;
    registry watcher(options);
    const migrating_scope watched(watcher, "watched", 1, a_moment);
    while (watcher.so_far().scans == 0) {
        std::this_thread::yield();
    }
    watcher.set_period(1ms);
    box.wait_for(event::kind::frozen, "watched");
}

TEST(a_registry_with_threads, without_any_scope_ends) {
    const registry watcher;
    EXPECT_EQ(watcher.so_far().scans, 0u);
}

TEST(sinks, that_are_added_at_the_same_time_are_all_called) {
    constexpr int of_each = 500;
    std::atomic<int> told{0};
    std::optional<registry> watcher(std::in_place);
    const auto add = [&] {
        for (int i = 0; i < of_each; ++i) {
            watcher->add_sink(
                [&](const event& report) { told += report.type == event::kind::frozen; });
        }
    };
    std::thread other(add);
    add();
    other.join();
    const watched_scope frozen(*watcher, "frozen", 1, a_moment);
    while (told == 0) {
        std::this_thread::yield();
    }
    watcher.reset(); // an event that has begun goes to all sinks
    EXPECT_EQ(told, 2 * of_each);
}

} // namespace
} // namespace tollgate::liveness
