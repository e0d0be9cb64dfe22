// SPDX-License-Identifier: BSL-1.0
//
// Waits without an end of their own, cancelled at random moments. Each must end, also where the
// canceller has the mutex of the wait, and where others fight for it. The watchdog finds a wait
// that does not end.
#include "owners.hpp"

#include <tollgate/cancel/poll.hpp>
#include <tollgate/cancel/sleep.hpp>
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/cancel/wait.hpp>

#include <tollgate/testing/stress.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace tollgate::cancel {
namespace {

using time_point = std::chrono::steady_clock::time_point;

constexpr int waits = 10'000 / testing::stress_divisor;

class waiting : public ::testing::Test {
protected:
    /// Another thread cancels at a random time: before the wait, or while it lasts.
    template <class Wait>
    void cancel_again_and_again(Wait wait, const std::function<void(standalone_token&)>& cancel) {
        canceller other;
        int wrong = 0;
        for (int round = 0; round < waits; ++round) {
            standalone_token with;
            other.begin([&, round] {
                if (round % 4 == 0) {
                    std::this_thread::sleep_for(std::chrono::microseconds(round % 128));
                }
                cancel(with);
            });
            wrong += wait(with) != wait_status::cancelled ? 1 : 0;
            other.await();
        }
        EXPECT_EQ(wrong, 0);
    }

    template <class Wait>
    void cancel_again_and_again(Wait wait) {
        cancel_again_and_again(wait, [](standalone_token& which) { which.cancel(); });
    }

    /// Only a cancellation ends a wait: no thread notifies.
    wait_status wait_for_ever(const token& with) {
        std::unique_lock lock(mutex_);
        while (wait(condition_, lock, with) != wait_status::cancelled) {
        }
        return wait_status::cancelled;
    }

    const testing::watchdog watchdog_{"a cancelled wait"};
    std::mutex mutex_;
    std::condition_variable condition_;
};

TEST_F(waiting, for_a_condition_ends_when_the_canceller_has_the_mutex) {
    cancel_again_and_again([this](const token& with) { return wait_for_ever(with); },
                           [this](standalone_token& which) {
                               const std::lock_guard lock(mutex_);
                               which.cancel();
                           });
}

TEST_F(waiting, for_a_condition_ends_where_others_fight_for_the_mutex) {
    std::atomic<bool> over{false};
    std::thread fighter([this, &over] {
        while (!over) {
            const std::lock_guard lock(mutex_);
        }
    });
    cancel_again_and_again([this](const token& with) { return wait_for_ever(with); });
    over = true;
    fighter.join();
}

TEST_F(waiting, by_sleep_ends) {
    cancel_again_and_again([](const token& with) { return sleep_until(time_point::max(), with); });
}

TEST_F(waiting, by_poll_ends) {
    cancel_again_and_again([](const token& with) { return poll({}, time_point::max(), with); });
}

} // namespace
} // namespace tollgate::cancel
