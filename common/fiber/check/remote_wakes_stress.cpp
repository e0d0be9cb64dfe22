// SPDX-License-Identifier: BSL-1.0
//
// Wake-ups from other threads, half of them while fibers of the woken thread yield all the time,
// half of them while it sleeps. If one were lost, the check would not end.
#include "scenario.hpp"

#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/fiber/channel.hpp>
#include <tollgate/fiber/shared_channel.hpp>
#include <tollgate/testing/stress.hpp>

#include <boost/fiber/buffered_channel.hpp>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <thread>

namespace tollgate::fiber {
namespace {

using queue::status;

/// Fewer in a storm, which keeps a CPU busy while the waker waits for a CPU.
constexpr int wakes_in(bool storm) {
    return (storm ? 3'000 : 500'000) / testing::stress_divisor;
}

/// Runs the scenario, in a storm with two fibers that yield meanwhile.
template <class Scenario>
void run_in(bool storm, Scenario scenario) {
    run_on_thread<round_robin>([&] {
        bool is_over = false;
        fiber_group all;
        for (int i = 0; storm && i < 2; ++i) {
            all.add([&is_over] {
                while (!is_over) {
                    yield_both_ways();
                }
            });
        }
        scenario();
        is_over = true;
    });
}

class remote_wakes : public ::testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(in, remote_wakes, ::testing::Bool(),
                         [](const auto& test) { return test.param ? "a_storm" : "sleep"; });

/// Another thread pushes, by a function that tells whether there was room, and the fiber pops.
template <class TryPush, class Pop>
void expect_all_wakes(bool storm, TryPush try_push, Pop pop) {
    const testing::watchdog guard("wake-ups by another thread");
    std::thread waker([&] {
        for (int i = 0; i < wakes_in(storm); ++i) {
            while (!try_push(i)) {
                std::this_thread::yield();
            }
        }
    });
    run_in(storm, [&] {
        for (int i = 0; i < wakes_in(storm); ++i) {
            ASSERT_EQ(pop(), i);
        }
    });
    waker.join();
}

TEST_P(remote_wakes, by_a_shared_channel) {
    shared_channel<int> items(1);
    expect_all_wakes(
        GetParam(), [&](int i) { return items.try_push(i) == status::done; },
        [&] { return *items.pop(); });
}

TEST_P(remote_wakes, by_a_buffered_channel_of_boosts) {
    boost::fibers::buffered_channel<int> items(2);
    expect_all_wakes(
        GetParam(),
        [&](int i) { return items.try_push(i) == boost::fibers::channel_op_status::success; },
        [&] { return items.value_pop(); });
}

/// Another thread cancels at about the moment at which an element is handed over here. The fiber
/// goes on before the call runs, and the call must still find the waiter.
TEST_P(remote_wakes, by_tokens_during_a_hand_over) {
    const testing::watchdog guard("a token");
    const int duels = (GetParam() ? 2'000 : 10'000) / testing::stress_divisor;
    std::atomic<cancel::standalone_token*> next{nullptr};
    std::atomic<bool> is_over{false};
    std::thread canceller([&] {
        while (!is_over.load()) {
            if (cancel::standalone_token* const token = next.exchange(nullptr)) {
                token->cancel();
            }
        }
    });
    run_in(GetParam(), [&] {
        int in = 0;
        int out = 0;
        for (int i = 0; i < duels; ++i) {
            channel<int> items(1);
            cancel::standalone_token token;
            {
                fiber_group all;
                all.add([&] { out += items.pop(token) ? 1 : 0; });
                yield_both_ways();
                next.store(&token);
                testing::dawdle(static_cast<std::uint32_t>(i), 1);
                in += items.push(i) == status::done ? 1 : 0;
            }
            out += items.try_pop() ? 1 : 0;
            while (next.load() != nullptr || !token.is_cancelled()) {
                std::this_thread::yield();
            }
        }
        ASSERT_EQ(in, duels);
        ASSERT_EQ(out, duels);
    });
    is_over.store(true);
    canceller.join();
}

} // namespace
} // namespace tollgate::fiber
