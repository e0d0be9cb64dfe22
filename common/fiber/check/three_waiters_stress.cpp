// SPDX-License-Identifier: BSL-1.0
//
// Threads, fibers and coroutines push into one queue and pop from it. Each element is popped once,
// and no wait lasts for ever.
#include "scenario.hpp"

#include <tollgate/await/run_loop.hpp>
#include <tollgate/fiber/select.hpp>
#include <tollgate/queue/async_pop.hpp>
#include <tollgate/queue/blocking_queue.hpp>
#include <tollgate/testing/coroutine.hpp>
#include <tollgate/testing/stress.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

namespace tollgate::fiber {
namespace {

using numbers = queue::blocking_queue<std::uint32_t>;
using queue::status;

constexpr std::uint32_t elements_each = 10'000 / testing::stress_divisor;
constexpr std::uint32_t kinds_of_producer = 3; ///< a thread, a fiber and a coroutine

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
    std::atomic<std::uint32_t> producing{kinds_of_producer};
    std::atomic<std::uint32_t> times{0};
    std::atomic<std::uint64_t> sum{0};
};

testing::coroutine produce_in_coroutine(await::executor_ref /*executor*/, crowd& all) {
    for (std::uint32_t number = 1; number <= elements_each; ++number) {
        EXPECT_EQ(co_await queue::async_push(all.shared, number), status::done);
    }
    all.end_production();
}

testing::coroutine consume_in_coroutine(await::executor_ref /*executor*/, crowd& all,
                                        std::atomic<int>& ended) {
    while (const auto number = co_await queue::async_pop(all.shared)) {
        all.add(*number);
    }
    ++ended;
}

void run_fibers(crowd& all) {
    run_on_thread<round_robin>([&] {
        fiber_group fibers;
        fibers.add([&all] {
            for (std::uint32_t number = 1; number <= elements_each; ++number) {
                EXPECT_EQ(fiber::select(queue::push(all.shared, number)).status, status::done);
            }
            all.end_production();
        });
        for (int i = 0; i < 2; ++i) {
            fibers.add([&all] {
                const auto add = [&all](std::uint32_t number) { all.add(number); };
                while (fiber::select(queue::pop(all.shared, add)).status == status::done) {
                }
            });
        }
    });
}

TEST(threads_fibers_and_coroutines, lose_nothing_in_one_queue) {
    const testing::watchdog guard("a wait");
    for (const std::size_t capacity : {1U, 3U, 64U}) {
        crowd all(capacity);
        await::run_loop loop;
        std::atomic<int> ended{0};
        std::thread coroutines([&] { loop.run(); });
        std::thread fibers([&] { run_fibers(all); });
        std::thread producer([&] {
            for (std::uint32_t number = 1; number <= elements_each; ++number) {
                EXPECT_EQ(all.shared.push(number), status::done);
            }
            all.end_production();
        });
        {
            const testing::coroutine first = consume_in_coroutine(loop, all, ended);
            const testing::coroutine second = consume_in_coroutine(loop, all, ended);
            const testing::coroutine pushing = produce_in_coroutine(loop, all);
            while (const auto number = all.shared.pop()) {
                all.add(*number);
            }
            producer.join();
            fibers.join();
            while (ended.load() < 2) {
                std::this_thread::yield();
            }
            loop.finish();
            coroutines.join();
        }
        EXPECT_EQ(all.times.load(), kinds_of_producer * elements_each);
        EXPECT_EQ(all.sum.load(),
                  std::uint64_t{kinds_of_producer} * elements_each * (elements_each + 1) / 2);
    }
}

} // namespace
} // namespace tollgate::fiber
