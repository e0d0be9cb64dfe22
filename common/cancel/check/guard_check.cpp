// SPDX-License-Identifier: BSL-1.0
//
// The promises of a guard, with one thread and with another one that cancels.
#include "cancellable.hpp"
#include "falls_asleep.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <deque>
#include <future>
#include <latch>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace tollgate::cancel {
namespace {

class a_guard : public every_token {};
INSTANTIATE_TEST_SUITE_P(of, a_guard, ::testing::ValuesIn(all_token_cases()), token_case_name);

TEST_P(a_guard, that_has_ended_does_not_run_its_handler) {
    scripted_handler handler;
    { const cancellation_guard guard(subject.get(), handler); }
    subject.cancel();
    EXPECT_EQ(handler.cancels + handler.resets, 0);
}

TEST_P(a_guard, of_a_cancelled_token_is_refused) {
    subject.cancel();
    scripted_handler handler;
    {
        cancellation_guard guard(subject.get(), handler);
        EXPECT_TRUE(guard.is_cancelled());
        EXPECT_EQ(guard.try_release(), release_result::removed);
    }
    EXPECT_EQ(handler.cancels + handler.resets, 0);
}

TEST_P(a_guard, resets_a_handler_exactly_once_if_it_ran) {
    scripted_handler handler;
    {
        const cancellation_guard guard(subject.get(), handler);
        subject.cancel();
        EXPECT_EQ(handler.resets, 0) << "before the guard has gone";
    }
    EXPECT_EQ(handler.cancels, 1);
    EXPECT_EQ(handler.resets, 1);
}

TEST_P(a_guard, that_is_released_early_is_not_released_again) {
    scripted_handler handler;
    {
        cancellation_guard guard(subject.get(), handler);
        subject.cancel();
        EXPECT_EQ(guard.try_release(), release_result::ran);
        EXPECT_EQ(guard.try_release(), release_result::removed);
        EXPECT_EQ(guard.release(), release_result::removed);
    }
    EXPECT_EQ(handler.cancels, 1);
    EXPECT_EQ(handler.resets, 1);
}

TEST_P(a_guard, may_register_a_handler_again_that_was_released) {
    scripted_handler handler;
    for (int i = 0; i < 3; ++i) {
        const cancellation_guard guard(subject.get(), handler);
        EXPECT_FALSE(guard.is_cancelled());
    }
    {
        const cancellation_guard guard(subject.get(), handler);
        subject.cancel();
    }
    EXPECT_EQ(handler.cancels, 1);
    cancellable another(GetParam());
    const cancellation_guard guard(another.get(), handler);
    another.cancel();
    EXPECT_EQ(handler.cancels, 2);
}

/// Guards to be released in any order.
class row_of_guards {
public:
    row_of_guards(const token& with, std::size_t count) : handlers(count) {
        for (scripted_handler& handler : handlers) {
            guards_.emplace_back(std::make_unique<cancellation_guard>(with, handler));
        }
    }
    void release(std::size_t which) { guards_[which].reset(); }

    [[nodiscard]] std::vector<int> cancels() const {
        std::vector<int> all;
        for (const scripted_handler& handler : handlers) {
            all.push_back(handler.cancels);
        }
        return all;
    }

    std::deque<scripted_handler> handlers;

private:
    std::vector<std::unique_ptr<cancellation_guard>> guards_;
};

struct release_order {
    std::vector<std::size_t> before_the_cancellation;
    std::vector<int> cancels;
};

TEST_P(a_guard, may_be_released_in_any_order) {
    const std::vector<release_order> orders = {{{3, 2}, {1, 1, 0, 0}},
                                               {{0, 1}, {0, 0, 1, 1}},
                                               {{1, 3, 2}, {1, 0, 0, 0}},
                                               {{}, {1, 1, 1, 1}}};
    for (const release_order& order : orders) {
        cancellable fresh(GetParam());
        row_of_guards row(fresh.get(), 4);
        for (const std::size_t which : order.before_the_cancellation) {
            row.release(which);
        }
        fresh.cancel();
        for (const std::size_t which : {1U, 3U, 0U, 2U}) {
            row.release(which);
            EXPECT_EQ(row.handlers[which].resets, order.cancels[which]);
        }
        EXPECT_THAT(row.cancels(), ::testing::ContainerEq(order.cancels));
    }
}

/// If releasing B waited for A, the two would wait for each other for ever.
TEST_P(a_guard, does_not_wait_for_another_handler_that_runs) {
    std::latch slow_runs(1);
    std::latch fast_is_gone(1);
    scripted_handler fast;
    scripted_handler slow([&] {
        slow_runs.count_down();
        fast_is_gone.wait();
    });
    std::optional<cancellation_guard> of_slow(std::in_place, subject.get(), slow);
    std::optional<cancellation_guard> of_fast(std::in_place, subject.get(), fast);
    std::thread canceller([&] { subject.cancel(); });
    slow_runs.wait();
    of_fast.reset();
    fast_is_gone.count_down();
    canceller.join();
    EXPECT_EQ(fast.cancels, 0);
    EXPECT_EQ(slow.cancels, 1);
}

TEST_P(a_guard, waits_for_its_own_running_handler) {
    std::promise<long> releasing_thread;
    std::atomic<bool> released = false;
    bool released_too_early = false;
    int payload = 0; // not atomic: the guard orders it
    std::latch runs(1);
    scripted_handler handler([&] {
        runs.count_down();
        falls_asleep(releasing_thread.get_future().get());
        released_too_early = released;
        payload = 42;
    });
    std::optional<cancellation_guard> guard(std::in_place, subject.get(), handler);
    std::thread canceller([&] { subject.cancel(); });
    runs.wait();
    releasing_thread.set_value(own_thread_id());
    guard.reset();
    EXPECT_EQ(payload, 42);
    EXPECT_EQ(handler.resets, 1);
    released = true;
    canceller.join();
    EXPECT_FALSE(released_too_early);
}

/// The caller has the mutex that the handler waits for: a wait would never end.
TEST_P(a_guard, does_not_wait_in_try_release) {
    std::mutex wanted;
    std::unique_lock held(wanted);
    std::latch runs(1);
    bool ended = false;
    scripted_handler handler([&] {
        runs.count_down();
        const std::lock_guard lock(wanted);
        ended = true;
    });
    cancellation_guard guard(subject.get(), handler);
    std::thread canceller([&] { subject.cancel(); });
    runs.wait();
    EXPECT_EQ(guard.try_release(), release_result::running);
    EXPECT_EQ(guard.try_release(), release_result::running);
    EXPECT_EQ(handler.resets, 0);
    held.unlock();
    EXPECT_EQ(guard.release(), release_result::ran);
    EXPECT_TRUE(ended);
    EXPECT_EQ(handler.resets, 1);
    canceller.join();
    EXPECT_EQ(handler.cancels, 1);
}

} // namespace
} // namespace tollgate::cancel
