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
#include <deque>
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

void wait_until_at_least(const std::atomic<std::uint64_t>& counter, std::uint64_t number) {
    for (std::uint64_t seen = counter.load(); seen < number; seen = counter.load()) {
        counter.wait(seen);
    }
}

TEST(a_registry_with_threads, finds_a_freeze_and_its_end) {
    const event_box box;
    registry in(telling(box));
    std::optional<watched_scope> reader(std::in_place, in, "reader", 7, a_moment);
    const event found = box.wait_for(event::kind::frozen, "reader");
    EXPECT_EQ(found.history.size(), 1u);
    EXPECT_GE(found.silent_for, 1ms);
    reader.reset();
    EXPECT_EQ(box.wait_for(event::kind::recovered, "reader").episode, found.episode);
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
    how.sinks.insert(how.sinks.begin(), [&](const event& what) {
        if (what.name == "first" && what.what == event::kind::frozen) {
            called.count_down();
            released.wait();
        }
    });
    registry in(how);
    const migrating_scope first(in, "first", 1, a_moment);
    called.wait();
    wait_until_at_least(pulses, pulses.load() + 20);
    const std::uint64_t before = in.so_far().events;
    {
        // Neither scopes nor the other members wait for it.
        const watched_scope reader(in, "reader", 1);
        checkpoint(2);
    }
    in.add_sink([](const event&) {});
    in.set_period(1ms);
    const migrating_scope second(in, "second", 1, a_moment);
    while (in.so_far().events == before) {
        wait_until_at_least(pulses, pulses.load() + 1);
    }
    EXPECT_TRUE(box.all().empty());
    released.count_down();
    box.wait_for(event::kind::frozen, "second");
}

/// Each scope freezes and then ends: twice as many events as scopes, and nobody takes them.
TEST(a_registry_with_threads, counts_what_it_could_not_tell_while_a_sink_blocked) {
    constexpr std::uint64_t enough = 6000;
    std::latch released(1);
    std::atomic<std::uint64_t> told{0};
    std::atomic<std::uint64_t> told_of_lost{0};
    settings how;
    how.period = 1ms;
    how.diagnoses = false;
    how.sinks.emplace_back([&](const event& what) {
        released.wait();
        told_of_lost += what.lost_before;
        ++told;
    });
    registry in(how);
    {
        std::deque<migrating_scope> all;
        while (in.so_far().events < enough) {
            if (all.size() < enough) {
                all.emplace_back(in, "many", 1, a_moment);
            } else {
                std::this_thread::yield();
            }
        }
    }
    const std::uint64_t looks = in.so_far().looks;
    while (in.so_far().looks < looks + 3) {
        std::this_thread::yield(); // one whole look, and what it found is handed over
    }
    const statistics full = in.so_far();
    EXPECT_GT(full.lost, 0u);
    released.count_down();
    while (told + in.so_far().lost < full.events) {
        std::this_thread::yield();
    }
    const migrating_scope last(in, "last", 1, a_moment);
    while (told + in.so_far().lost <= full.events) {
        std::this_thread::yield();
    }
    EXPECT_EQ(told + in.so_far().lost, in.so_far().events);
    EXPECT_EQ(told_of_lost, in.so_far().lost);
}

TEST(a_registry_with_threads, is_told_to_change_by_its_sink) {
    const event_box late;
    settings how;
    how.period = 1ms;
    registry* self = nullptr;
    how.sinks.emplace_back([&](const event& what) {
        if (what.what == event::kind::frozen && what.name == "first") {
            self->set_period(2ms);
            self->add_sink(late);
            const watched_scope inner(*self, "sink", 1);
            registry other;
            const watched_scope in_other(other, "other", 1);
        }
    });
    registry in(how);
    self = &in;
    const migrating_scope first(in, "first", 1, a_moment);
    while (in.so_far().events == 0) {
        std::this_thread::yield();
    }
    std::thread([&] {
        const watched_scope second(in, "second", 1, a_moment);
        // The sink may come late for the first freeze.
        for (bool told = false; !told;) {
            checkpoint(2);
            const std::uint64_t before = in.so_far().events;
            while (in.so_far().events < before + 1) {
                std::this_thread::yield();
            }
            told = !late.all().empty();
        }
    }).join();
    EXPECT_EQ(late.all().front().name, "second");
}

TEST(a_registry_with_threads, tells_what_was_found_before_it_ends) {
    const event_box box;
    {
        registry in(telling(box));
        std::optional<watched_scope> reader(std::in_place, in, "reader", 1, a_moment);
        box.wait_for(event::kind::frozen, "reader");
        reader.reset();
    }
    EXPECT_EQ(box.all().back().what, event::kind::recovered);
}

TEST(a_registry_with_threads, ends_while_scopes_are_frozen_in_it) {
    for (int i = 0; i < 20; ++i) {
        const event_box box;
        std::optional<registry> in(std::in_place, telling(box));
        const migrating_scope frozen(*in, "frozen", 1, a_moment);
        box.wait_for(event::kind::frozen, "frozen");
        in.reset();
    }
}

TEST(a_registry_with_threads, that_has_never_had_a_scope_ends) {
    for (int i = 0; i < 20; ++i) {
        const registry in;
        EXPECT_EQ(in.so_far().looks, 0u);
    }
}

} // namespace
} // namespace tollgate::liveness
