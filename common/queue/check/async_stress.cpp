// SPDX-License-Identifier: BSL-1.0
//
// Threads and coroutines push into one queue and pop from it. The coroutines continue on any of two
// threads. Tokens are cancelled, and waiting coroutines are destroyed. Each element that was pushed
// is popped once, and no wait lasts for ever.
#include <tollgate/await/run_loop.hpp>
#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancelled.hpp>
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/queue/async_pop.hpp>
#include <tollgate/queue/async_select.hpp>
#include <tollgate/queue/blocking_queue.hpp>
#include <tollgate/testing/coroutine.hpp>
#include <tollgate/testing/stress.hpp>

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace tollgate::queue {
namespace {

using await::executor_ref;
using testing::coroutine;
using numbers = blocking_queue<std::uint32_t>;

constexpr std::uint32_t pushes_each = 20'000 / testing::stress_divisor;
constexpr std::uint32_t members = 2; ///< threads that push; and coroutines that push, and so on

struct tally {
    std::atomic<std::uint32_t> times{0}; ///< how often the elements were popped
    std::atomic<std::uint64_t> sum{0};
    std::atomic<std::uint32_t> ended{0}; ///< coroutines

    void add(std::uint32_t number) {
        times.fetch_add(1, std::memory_order_relaxed);
        sum.fetch_add(number, std::memory_order_relaxed);
    }
};

coroutine produce(executor_ref /*executor*/, numbers& into, tally& count) {
    for (std::uint32_t number = 1; number <= pushes_each; ++number) {
        EXPECT_EQ(co_await async_push(into, number), status::done);
    }
    count.ended.fetch_add(1);
}

/// Pops with a token that others use and cancel. A cancelled pop is repeated without the token.
coroutine consume(executor_ref /*executor*/, numbers& from, const cancel::token& by, tally& count) {
    while (true) {
        auto number = co_await async_pop(from, by);
        if (number.status() == status::cancelled) {
            number = co_await async_pop(from);
        }
        if (!number) {
            EXPECT_EQ(number.status(), status::closed);
            break;
        }
        count.add(*number);
    }
    count.ended.fetch_add(1);
}

void consume_in_thread(numbers& from, const cancel::token& by, tally& count) {
    while (true) {
        auto number = from.pop(while_waiting(by));
        if (number.status() == status::cancelled) {
            number = from.pop();
        }
        if (!number) {
            return;
        }
        count.add(*number);
    }
}

template <class Function>
std::vector<std::thread> threads(std::uint32_t count, Function function) {
    std::vector<std::thread> all;
    for (std::uint32_t i = 0; i < count; ++i) {
        all.emplace_back(function);
    }
    return all;
}
void join(std::vector<std::thread>& all) {
    for (std::thread& one : all) {
        one.join();
    }
}

TEST(async_queue, loses_nothing_between_threads_and_coroutines) {
    const testing::watchdog guard("a coroutine");
    for (const std::size_t capacity : {1U, 3U, 64U}) {
        numbers shared(capacity);
        cancel::standalone_token stop;
        tally count;
        await::run_loop loop;
        auto pool = threads(2, [&] { loop.run(); });
        auto consumers = threads(1, [&] { consume_in_thread(shared, stop, count); });
        auto producers = threads(members, [&] {
            for (std::uint32_t number = 1; number <= pushes_each; ++number) {
                EXPECT_EQ(shared.push(number), status::done);
            }
        });
        std::vector<coroutine> all;
        for (std::uint32_t i = 0; i < members; ++i) {
            all.push_back(consume(loop, shared, stop, count));
            all.push_back(produce(loop, shared, count));
        }
        while (count.times.load() < members * pushes_each / 2) {
            std::this_thread::yield();
        }
        stop.cancel();
        join(producers);
        while (count.ended.load() < members) { // the coroutines that push
            std::this_thread::yield();
        }
        shared.close();
        join(consumers);
        while (count.ended.load() < 2 * members) {
            std::this_thread::yield();
        }
        loop.finish();
        join(pool);
        const std::uint64_t pushed = std::uint64_t{2} * members * pushes_each;
        EXPECT_EQ(count.times.load(), pushed);
        EXPECT_EQ(count.sum.load(), pushed * (pushes_each + 1) / 2);
    }
}

coroutine pop_once(executor_ref /*executor*/, numbers& first, numbers& second,
                   const cancel::token& by, std::uint32_t& taken) {
    co_await async_select(pop(first, [&](std::uint32_t) { ++taken; }),
                          pop(second, [&](std::uint32_t) { ++taken; }), cancelled_by(by));
}

struct nothing final : cancel::cancellation_handler {
    ~nothing() = default;
    void cancel() noexcept override {}
};

coroutine pop_and_tell(executor_ref /*executor*/, numbers& from, const cancel::token& by,
                       std::atomic<bool>& is_done) {
    EXPECT_TRUE(co_await async_pop(from, by));
    is_done.store(true);
}

// The owner of the token begins the wait. It registers and unregisters handlers, while another
// thread ends the wait.
TEST(async_queue, waits_end_on_another_thread_than_the_owner_of_their_token) {
    const testing::watchdog guard("the end of a wait");
    constexpr int rounds = 10'000 / testing::stress_divisor;
    numbers shared(1);
    cancel::standalone_token stop;
    await::run_loop loop;
    std::thread resuming([&] { loop.run(); });
    nothing handler;
    std::vector<coroutine> all; // destroyed when no thread runs them
    for (int round = 0; round < rounds; ++round) {
        std::atomic<bool> is_done{false};
        all.push_back(pop_and_tell(loop, shared, stop, is_done));
        EXPECT_EQ(shared.try_push(1), status::done);
        while (!is_done.load()) {
            cancel::cancellation_guard short_wait(stop, handler);
        }
    }
    loop.finish();
    resuming.join();
}

coroutine await_cancellation(executor_ref /*executor*/, const cancel::token& by) {
    co_await cancel::cancelled(by);
}

// The only thread of the executor destroys coroutines, while another thread pushes and cancels.
TEST(async_queue, loses_nothing_if_waiting_coroutines_are_destroyed) {
    const testing::watchdog guard("the end of a coroutine");
    constexpr std::uint32_t rounds = 20'000 / testing::stress_divisor;
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
        std::uint32_t taken = 0;
        {
            const coroutine popping = pop_once(loop, first, second, stop, taken);
            const coroutine waiting = await_cancellation(loop, stop);
            meeting.pass(2 * round - 1);
            testing::dawdle(round, 32);
            loop.try_run_one();
        }
        meeting.pass(2 * round);
        EXPECT_FALSE(loop.try_run_one());
        taken += first.try_pop() ? 1 : 0;
        taken += second.try_pop() ? 1 : 0;
        ASSERT_EQ(taken, 1U);
        stop.reset();
    }
    other.join();
}

} // namespace
} // namespace tollgate::queue
