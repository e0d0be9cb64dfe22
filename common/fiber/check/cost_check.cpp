// SPDX-License-Identifier: BSL-1.0
//
// What must be rare is counted.
#include "scene.hpp"

#include <tollgate/fiber/alarm.hpp>
#include <tollgate/fiber/channel.hpp>
#include <tollgate/fiber/deferred.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>

namespace tollgate::fiber {
namespace {

using namespace std::chrono_literals;
using cost_numbers = channel<int, scripted_clock>;

struct counts {
    std::uint64_t readings;
    std::uint64_t operations;
    std::uint64_t passes;

    static counts now() {
        const scripted_round_robin& here = scripted_round_robin::required();
        return {scripted_clock::readings,
                const_cast<scripted_round_robin&>(here).timers().so_far().queue_operations,
                here.so_far().dispatcher_passes};
    }
};

/// Two fibers in turn, each of which waits for the other one, 20 ns a turn.
template <class Pop>
counts of_ping_pong(int rounds, Pop pop) {
    counts spent{};
    play([&] {
        cost_numbers there(1);
        cost_numbers back(1);
        let_others_run();
        const counts before = counts::now();
        cast all;
        all.add([&] {
            for (int i = 0; i < rounds; ++i) {
                EXPECT_EQ(there.push(i), queue::status::done);
                scripted_clock::pass(20ns);
                ASSERT_EQ(*pop(back), i);
            }
        });
        all.add([&] {
            for (int i = 0; i < rounds; ++i) {
                ASSERT_EQ(*pop(there), i);
                scripted_clock::pass(20ns);
                EXPECT_EQ(back.push(i), queue::status::done);
            }
        });
        all.join();
        const counts after = counts::now();
        spent = {after.readings - before.readings, after.operations - before.operations,
                 after.passes - before.passes};
    });
    return spent;
}

constexpr int rounds = 16'000;
constexpr std::uint64_t one_in_sixteen = 2 * rounds / 16;

TEST(a_wait_with_a_deferred_time, reads_no_clock_and_hardly_ever_touches_the_queue) {
    const counts spent =
        of_ping_pong(rounds, [](cost_numbers& from) { return from.pop_for(deferred(10s)); });
    EXPECT_LE(spent.readings, one_in_sixteen);
    EXPECT_LE(spent.operations, one_in_sixteen);
    EXPECT_LE(spent.passes, one_in_sixteen);
    EXPECT_GT(spent.passes, 0U);
}

TEST(a_wait_with_an_alarm, reads_no_clock_and_hardly_ever_touches_the_queue) {
    std::uint64_t waits = 0;
    counts spent{};
    play([&] {
        cost_numbers items(0);
        let_others_run();
        const counts before = counts::now();
        cast all;
        all.add([&] {
            basic_alarm<scripted_clock> silence(10s);
            while (items.pop_until(silence)) {
                silence.restart();
                ++waits;
            }
        });
        for (int i = 0; i < 2 * rounds; ++i) {
            EXPECT_EQ(items.push(i), queue::status::done);
            scripted_clock::pass(20ns);
        }
        items.close();
        all.join();
        const counts after = counts::now();
        spent = {after.readings - before.readings, after.operations - before.operations, 0};
    });
    EXPECT_EQ(waits, std::uint64_t{2} * rounds);
    EXPECT_LE(spent.readings, one_in_sixteen);
    EXPECT_LE(spent.operations, one_in_sixteen);
}

TEST(a_wait_with_an_exact_time, reads_the_clock_once) {
    const counts spent = of_ping_pong(rounds, [](cost_numbers& from) { return from.pop_for(10s); });
    EXPECT_LE(spent.readings, std::uint64_t{2} * rounds + one_in_sixteen);
    EXPECT_LE(spent.operations, one_in_sixteen);
}

TEST(a_pop_that_finds_something, reads_no_clock) {
    play([] {
        cost_numbers items(1);
        const std::uint64_t before = scripted_clock::readings;
        for (int i = 0; i < 100; ++i) {
            ASSERT_EQ(items.push_for(1s, i), queue::status::done);
            ASSERT_EQ(*items.pop_for(1s), i);
        }
        EXPECT_EQ(scripted_clock::readings, before);
    });
}

TEST(the_dispatcher, runs_once_in_sixteen_switches_at_the_most) {
    for (const int fibers : {2, 3, 4, 50}) {
        play([&] {
            const int each = 32'000 / fibers;
            std::uint64_t switches = 0;
            cast all;
            const std::uint64_t before = counts::now().passes;
            for (int i = 0; i < fibers; ++i) {
                all.add([&] {
                    for (int turn = 0; turn < each; ++turn) {
                        ++switches;
                        give_way();
                    }
                });
            }
            all.join();
            EXPECT_LE(counts::now().passes - before, switches / 16);
        });
    }
}

} // namespace
} // namespace tollgate::fiber
