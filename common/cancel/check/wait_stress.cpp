// SPDX-License-Identifier: BSL-1.0
//
// Waits without an end of their own, cancelled at random moments: each must end, also where the
// canceller has the mutex of the wait, where others fight for it, and under signals. One that does
// not is found by the watchdog.
#include "owners.hpp"

#include <tollgate/cancel/dummy_token.hpp>
#include <tollgate/cancel/poll.hpp>
#include <tollgate/cancel/sleep.hpp>
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/cancel/wait.hpp>

#include <tollgate/faults/stress_scale.hpp>
#include <tollgate/faults/watchdog.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <functional>
#include <mutex>
#include <thread>

#include <sys/time.h>

namespace tollgate::cancel {
namespace {

using time_point = std::chrono::steady_clock::time_point;

constexpr int waits = 10'000 / faults::stress_divisor;

class waiting : public testing::Test {
protected:
    /// Another thread cancels at some time between before the wait and well in it.
    template <class Wait>
    void cancel_again_and_again(Wait wait, const std::function<void(standalone_token&)>& cancel) {
        canceller other;
        int wrong = 0;
        for (int round = 0; round < waits; ++round) {
            standalone_token with(round % 2 == 0 ? policy::adaptive : policy::asymmetric);
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

    /// A wait is over only when it is cancelled: nobody notifies.
    wait_status wait_for_ever(const token& with) {
        std::unique_lock lock(mutex_);
        while (wait(condition_, lock, with) != wait_status::cancelled) {
        }
        return wait_status::cancelled;
    }

    const faults::watchdog patience_{"a cancelled wait"};
    std::mutex mutex_;
    std::condition_variable condition_;
};

TEST_F(waiting, for_a_condition_ends) {
    cancel_again_and_again([this](const token& with) { return wait_for_ever(with); });
}

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

/// Three take what one brings, one by one, and one of them is cancelled again and again. What the
/// predicate says must hold when the wait returns, also for the one that is cancelled, and no
/// notification may get lost with it.
class consumers : public waiting {
protected:
    void take_and_cancel(const std::function<bool(const token&)>& take) {
        std::thread first([&] { taken_ += count(take, never_); });
        std::thread second([&] { taken_ += count(take, never_); });
        std::thread producer([this] {
            for (int each = 0; each < waits; ++each) {
                {
                    const std::lock_guard lock(mutex_);
                    ++items_;
                }
                condition_.notify_one();
                while (left() > 0) {
                    std::this_thread::yield();
                }
            }
            {
                const std::lock_guard lock(mutex_);
                over_ = true;
            }
            condition_.notify_all();
        });
        canceller other;
        while (!is_over()) {
            standalone_token with;
            other.begin([&] { with.cancel(); });
            taken_ += count(take, with);
            other.await();
        }
        producer.join();
        first.join();
        second.join();
        EXPECT_EQ(taken_, waits);
        EXPECT_EQ(wrong_, 0);
    }

    int count(const std::function<bool(const token&)>& take, const token& with) {
        int taken = 0;
        while (take(with)) {
            ++taken;
        }
        return taken;
    }
    /// With the mutex.
    bool take_one() {
        if (over_) {
            return false;
        }
        wrong_ += items_ > 0 ? 0 : 1;
        --items_;
        return true;
    }
    int left() {
        const std::lock_guard lock(mutex_);
        return items_;
    }
    bool is_over() {
        const std::lock_guard lock(mutex_);
        return over_;
    }

    const dummy_token never_;
    int items_ = 0;
    bool over_ = false;
    int wrong_ = 0;
    std::atomic<int> taken_{0};
};

TEST_F(consumers, take_what_there_is_when_their_predicate_holds) {
    take_and_cancel([this](const token& with) {
        std::unique_lock lock(mutex_);
        return wait(
                   condition_, lock, [this] { return items_ > 0 || over_; }, with) &&
               take_one();
    });
}

TEST_F(consumers, take_what_there_is_before_a_deadline_when_their_predicate_holds) {
    take_and_cancel([this](const token& with) {
        std::unique_lock lock(mutex_);
        return wait_for(
                   condition_, lock, std::chrono::hours(1), [this] { return items_ > 0 || over_; },
                   with) &&
               take_one();
    });
}

/// One that is cancelled leaves without another look.
TEST_F(consumers, lose_no_notification_without_a_predicate) {
    take_and_cancel([this](const token& with) {
        std::unique_lock lock(mutex_);
        while (items_ == 0 && !over_) {
            if (wait(condition_, lock, with) == wait_status::cancelled) {
                return false;
            }
        }
        return take_one();
    });
}

TEST_F(waiting, by_sleep_ends) {
    cancel_again_and_again([](const token& with) { return sleep_until(time_point::max(), with); });
}

TEST_F(waiting, by_poll_ends) {
    cancel_again_and_again([](const token& with) { return poll({}, time_point::max(), with); });
}

/// Interrupts the process some thousand times a second.
class signals {
public:
    signals() {
        struct sigaction action {};
        action.sa_handler = [](int) {};
        ::sigaction(SIGALRM, &action, nullptr);
        set(std::chrono::microseconds(200));
    }
    ~signals() { set(std::chrono::microseconds(0)); }
    signals(const signals&) = delete;
    signals& operator=(const signals&) = delete;

private:
    static void set(std::chrono::microseconds every) {
        itimerval times{};
        times.it_value.tv_usec = times.it_interval.tv_usec =
            static_cast<suseconds_t>(every.count());
        ::setitimer(ITIMER_REAL, &times, nullptr);
    }
};

TEST_F(waiting, under_signals_ends_by_cancellation_alone) {
    const signals raised;
    cancel_again_and_again([](const token& with) { return sleep_until(time_point::max(), with); });
    cancel_again_and_again([](const token& with) { return poll({}, time_point::max(), with); });
}

TEST_F(waiting, under_signals_ends_at_its_deadline_and_not_before) {
    const signals raised;
    const standalone_token with;
    for (int round = 0; round < 200 / faults::stress_divisor; ++round) {
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(2);
        EXPECT_EQ(round % 2 == 0 ? sleep_until(deadline, with) : poll({}, deadline, with),
                  wait_status::timeout);
        EXPECT_GE(std::chrono::steady_clock::now(), deadline);
    }
}

} // namespace
} // namespace tollgate::cancel
