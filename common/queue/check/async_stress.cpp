// SPDX-License-Identifier: BSL-1.0
//
// Threads and coroutines push into one queue and pop from it. The coroutines continue on any of two
// threads. Tokens are cancelled, and waiting coroutines are destroyed. Each element that was pushed
// is popped once, and no wait lasts for ever.
#include "storm_worker.hpp"

#include <tollgate/await/run_loop.hpp>
#include <tollgate/cancel/cancelled.hpp>
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/queue/async_pop.hpp>
#include <tollgate/queue/async_select.hpp>
#include <tollgate/queue/blocking_queue.hpp>
#include <tollgate/testing/coroutine.hpp>
#include <tollgate/testing/stress.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

namespace tollgate::queue {
namespace {

using await::executor_ref;
using testing::coroutine;
using numbers = blocking_queue<std::uint32_t>;

constexpr std::uint32_t pushes_each = 20'000 / testing::stress_divisor;
constexpr std::uint32_t producers = 4; ///< two threads and two coroutines

struct crowd {
    explicit crowd(std::size_t capacity) : shared(capacity) {}

    void add(std::uint32_t number) {
        times.fetch_add(1, std::memory_order_relaxed);
        sum.fetch_add(number, std::memory_order_relaxed);
    }
    void end_production() {
        if (producing.fetch_sub(1) == 1) {
            shared.close();
        }
    }

    numbers shared;
    await::run_loop loop;
    cancel::standalone_token stop;
    std::atomic<std::uint32_t> producing{producers};
    std::atomic<std::uint32_t> consuming{2}; ///< coroutines
    std::atomic<std::uint32_t> times{0};     ///< how often the elements were popped
    std::atomic<std::uint64_t> sum{0};
};

coroutine produce(executor_ref /*executor*/, crowd& all) {
    for (std::uint32_t number = 1; number <= pushes_each; ++number) {
        EXPECT_EQ(co_await async_push(all.shared, number), status::done);
    }
    all.end_production();
}
void produce_in_thread(crowd& all) {
    for (std::uint32_t number = 1; number <= pushes_each; ++number) {
        EXPECT_EQ(all.shared.push(number), status::done);
    }
    all.end_production();
}

/// Pops with a token that others use and cancel. A cancelled pop is repeated without the token.
coroutine consume(executor_ref /*executor*/, crowd& all) {
    status last = status::done;
    while (last != status::closed) {
        auto number = co_await async_pop(all.shared, all.stop);
        if (number.status() == status::cancelled) {
            number = co_await async_pop(all.shared);
        }
        if (number) {
            all.add(*number);
        }
        last = number.status();
    }
    if (all.consuming.fetch_sub(1) == 1) {
        all.loop.finish();
    }
}
void consume_in_thread(crowd& all) {
    while (const auto number = all.shared.pop()) {
        all.add(*number);
        if (all.times.load() > producers * pushes_each / 2) {
            all.stop.cancel();
        }
    }
}

TEST(async_queue, loses_nothing_between_threads_and_coroutines) {
    const testing::watchdog guard("a coroutine");
    for (const std::size_t capacity : {1U, 3U, 64U}) {
        crowd all(capacity);
        const coroutine first = consume(all.loop, all);
        const coroutine second = consume(all.loop, all);
        const coroutine third = produce(all.loop, all);
        const coroutine fourth = produce(all.loop, all);
        in_threads::run({[&] { all.loop.run(); }, [&] { all.loop.run(); },
                         [&] { produce_in_thread(all); }, [&] { produce_in_thread(all); },
                         [&] { consume_in_thread(all); }});
        const std::uint64_t pushed = std::uint64_t{producers} * pushes_each;
        EXPECT_EQ(all.times.load(), pushed);
        EXPECT_EQ(all.sum.load(), pushed * (pushes_each + 1) / 2);
    }
}

coroutine pop_once(executor_ref /*executor*/, numbers& first, numbers& second,
                   const cancel::token& by, std::uint32_t& pops) {
    co_await async_select(pop(first, [&](std::uint32_t) { ++pops; }),
                          pop(second, [&](std::uint32_t) { ++pops; }), cancelled_by(by));
}

coroutine await_cancellation(executor_ref /*executor*/, const cancel::token& by) {
    co_await cancel::cancelled(by);
}

// The only thread of the executor destroys coroutines, while another thread pushes and cancels.
TEST(async_queue, loses_nothing_if_waiting_coroutines_are_destroyed) {
    const testing::watchdog guard("the end of a coroutine");
    constexpr std::uint32_t rounds = 10'000 / testing::stress_divisor;
    numbers first(1);
    numbers second(1);
    await::run_loop loop;
    testing::meeting meeting;
    cancel::standalone_token stop;
    std::thread other([&] {
        for (std::uint32_t round = 1; round <= rounds; ++round) {
            meeting.pass(2 * round - 1);
            testing::dawdle(round, 1);
            EXPECT_EQ((round % 2 == 0 ? first : second).try_push(round), status::done);
            if (round % 3 == 0) {
                stop.cancel();
            }
            meeting.pass(2 * round);
        }
    });
    for (std::uint32_t round = 1; round <= rounds; ++round) {
        std::uint32_t pops = 0;
        {
            const coroutine popping = pop_once(loop, first, second, stop, pops);
            const coroutine waiting = await_cancellation(loop, stop);
            meeting.pass(2 * round - 1);
            testing::dawdle(round, 32);
            loop.try_run_one();
        }
        meeting.pass(2 * round);
        EXPECT_FALSE(loop.try_run_one());
        pops += first.try_pop() ? 1 : 0;
        pops += second.try_pop() ? 1 : 0;
        ASSERT_EQ(pops, 1U);
        stop.reset();
    }
    other.join();
}

} // namespace
} // namespace tollgate::queue
