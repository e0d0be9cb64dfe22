// SPDX-License-Identifier: BSL-1.0
//
// A registry with threads of its own: it goes on whatever its sinks do, and does what it is told.
// All waits are for what must come; a scope that must freeze does nothing, and all others have an
// hour.
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

constexpr limits a_moment{.timeout = 1ms, .grace = 0s};

settings telling(const event_box& box) {
    settings how;
    how.period = 1ms;
    how.sinks.emplace_back(box);
    return how;
}

TEST(a_registry_with_threads, finds_a_freeze_and_tells_of_its_end_before_it_ends_itself) {
    const event_box box;
    std::optional<registry> in(std::in_place, telling(box));
    std::optional<watched_scope> reader(std::in_place, *in, "reader", 7, a_moment);
    const event found = box.wait_for(event::kind::frozen, "reader");
    EXPECT_EQ(found.history.size(), 1u);
    EXPECT_GE(found.silent_for, 1ms);
    reader.reset();
    in.reset();
    EXPECT_EQ(box.all().back().what, event::kind::recovered);
    EXPECT_EQ(box.all().back().episode, found.episode);
}

TEST(a_registry_with_threads, looks_on_while_a_sink_blocks) {
    std::atomic<std::uint64_t> pulses{0};
    std::latch called(1);
    std::latch released(1);
    const event_box box;
    settings how = telling(box);
    how.on_pulse = [&](const pulse&) {
        ++pulses;
        pulses.notify_all();
    };
    how.sinks.insert(how.sinks.begin(), [&](const event& told) {
        if (told.name == "first" && told.what == event::kind::frozen) {
            called.count_down();
            released.wait();
        }
    });
    registry in(how);
    const auto wait_for_pulses = [&](std::uint64_t more) {
        const std::uint64_t before = pulses.load();
        for (std::uint64_t now = before; now < before + more; now = pulses.load()) {
            pulses.wait(now);
        }
    };
    const migrating_scope first(in, "first", 1, a_moment);
    called.wait();
    wait_for_pulses(20);
    const std::uint64_t before = in.so_far().events;
    std::thread([&] {
        // Neither scopes nor the other members wait for it.
        const watched_scope reader(in, "reader", 1);
        checkpoint(2);
    }).join();
    in.add_sink([](const event&) {});
    in.set_period(1ms);
    const migrating_scope second(in, "second", 1, a_moment);
    while (in.so_far().events == before) {
        wait_for_pulses(1);
    }
    EXPECT_TRUE(box.all().empty());
    released.count_down();
    box.wait_for(event::kind::frozen, "second");
}

/// With the period that it began with it would take an hour.
TEST(a_registry_with_threads, looks_at_once_by_a_new_period) {
    const event_box box;
    settings how = telling(box);
    how.period = 1h;
    registry in(how);
    const migrating_scope watched(in, "watched", 1, a_moment);
    while (in.so_far().looks == 0) {
        std::this_thread::yield();
    }
    in.set_period(1ms);
    box.wait_for(event::kind::frozen, "watched");
}

TEST(a_registry_with_threads, that_has_never_had_a_scope_ends) {
    const registry in;
    EXPECT_EQ(in.so_far().looks, 0u);
}

TEST(sinks, that_are_added_at_the_same_time_are_all_told) {
    constexpr int of_each = 500;
    std::atomic<int> told{0};
    std::optional<registry> in(std::in_place);
    const auto add = [&] {
        for (int i = 0; i < of_each; ++i) {
            in->add_sink([&](const event& what) { told += what.what == event::kind::frozen; });
        }
    };
    std::thread other(add);
    add();
    other.join();
    const watched_scope frozen(*in, "frozen", 1, a_moment);
    while (told == 0) {
        std::this_thread::yield();
    }
    in.reset(); // one that has been begun is told to all
    EXPECT_EQ(told, 2 * of_each);
}

} // namespace
} // namespace tollgate::liveness
