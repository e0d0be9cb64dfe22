// SPDX-License-Identifier: BSL-1.0
//
// Counts what must be rare.
#include "scenario.hpp"

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
        scripted_round_robin& scheduler = scripted_round_robin::required();
        return {scripted_clock::readings, scheduler.timers().so_far().queue_operations,
                scheduler.so_far().dispatcher_passes};
    }
};

constexpr int rounds = 16'000;
constexpr std::uint64_t one_in_sixteen = 2 * rounds / 16;

/// Two fibers that wait for each other, with time slices of 20 ns. Each makes its own pop function.
template <class MakePop>
counts ping_pong_counts(MakePop make_pop) {
    counts spent{};
    run_on_thread([&] {
        cost_numbers there(1);
        cost_numbers back(1);
        let_others_run();
        const counts before = counts::now();
        fiber_group all;
        all.add([&] {
            auto pop = make_pop();
            for (int i = 0; i < rounds; ++i) {
                EXPECT_EQ(there.push(i), queue::status::done);
                scripted_clock::pass(20ns);
                ASSERT_EQ(*pop(back), i);
            }
        });
        all.add([&] {
            auto pop = make_pop();
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

TEST(a_wait_with_a_deferred_time, reads_no_clock_and_hardly_ever_touches_the_queue) {
    const counts spent = ping_pong_counts(
        [] { return [](cost_numbers& from) { return from.pop_for(deferred(10s)); }; });
    EXPECT_LE(spent.readings, one_in_sixteen);
    EXPECT_LE(spent.operations, one_in_sixteen);
    EXPECT_LE(spent.passes, one_in_sixteen);
    EXPECT_GT(spent.passes, 0U);
}

struct pops_by_an_alarm {
    basic_alarm<scripted_clock> silence{10s};

    cost_numbers::popped operator()(cost_numbers& from) {
        silence.restart();
        return from.pop_until(silence);
    }
};

TEST(a_wait_with_an_alarm, reads_no_clock_and_hardly_ever_touches_the_queue) {
    const counts spent = ping_pong_counts([] { return pops_by_an_alarm(); });
    EXPECT_LE(spent.readings, one_in_sixteen);
    EXPECT_LE(spent.operations, one_in_sixteen);
}

TEST(a_wait_with_an_exact_time, reads_the_clock_once_and_only_if_it_waits) {
    const counts spent =
        ping_pong_counts([] { return [](cost_numbers& from) { return from.pop_for(10s); }; });
    EXPECT_LE(spent.readings, std::uint64_t{2} * rounds + one_in_sixteen);
    EXPECT_LE(spent.operations, one_in_sixteen);
    run_on_thread([] {
        cost_numbers items(1);
        const std::uint64_t before = scripted_clock::readings;
        for (int i = 0; i < 100; ++i) {
            ASSERT_EQ(items.push_for(1s, i), queue::status::done);
            ASSERT_EQ(*items.pop_for(1s), i);
        }
        EXPECT_EQ(scripted_clock::readings, before);
    });
}

} // namespace
} // namespace tollgate::fiber
