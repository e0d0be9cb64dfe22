// SPDX-License-Identifier: BSL-1.0
//
// Guards released on one thread while the cancellation goes on on another.
#include "every_token.hpp"
#include "seen_asleep.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <latch>
#include <mutex>
#include <optional>
#include <thread>

namespace tollgate::cancel {
namespace {

class a_guard_of_two_threads : public every_token {};
INSTANTIATE_TEST_SUITE_P(of, a_guard_of_two_threads, testing::ValuesIn(all_token_cases()),
                         token_case_name);

/// If undoing B waited for A, the two would wait for each other for ever.
TEST_P(a_guard_of_two_threads, does_not_wait_for_another_handler_that_runs) {
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

TEST_P(a_guard_of_two_threads, does_not_wait_for_one_of_the_second_token_either) {
    std::latch slow_runs(1);
    std::latch fast_is_gone(1);
    scripted_handler fast;
    scripted_handler slow([&] {
        slow_runs.count_down();
        fast_is_gone.wait();
    });
    std::optional<cancellation_guard> of_fast(std::in_place, subject.get(), fast);
    const cancellation_guard of_slow(subject.second(), slow);
    bool first_was_fast = false;
    std::thread canceller([&] {
        subject.cancel();
        first_was_fast = fast.cancels == 1;
    });
    slow_runs.wait();
    of_fast.reset();
    fast_is_gone.count_down();
    canceller.join();
    EXPECT_EQ(slow.cancels, 1);
    EXPECT_EQ(fast.cancels, first_was_fast ? 1 : 0);
    EXPECT_EQ(fast.resets, fast.cancels);
}

/// And a new one is refused at once.
TEST_P(a_guard_of_two_threads, is_refused_while_a_handler_runs) {
    std::latch slow_runs(1);
    std::latch refused(1);
    scripted_handler slow([&] {
        slow_runs.count_down();
        refused.wait();
    });
    const cancellation_guard of_slow(subject.get(), slow);
    std::thread canceller([&] { subject.cancel(); });
    slow_runs.wait();
    scripted_handler late;
    {
        const cancellation_guard guard(subject.get(), late);
        EXPECT_TRUE(guard.is_cancelled());
    }
    refused.count_down();
    canceller.join();
    EXPECT_EQ(late.cancels + late.resets, 0);
}

TEST_P(a_guard_of_two_threads, waits_for_its_own_running_handler) {
    std::promise<long> who_releases;
    std::atomic<bool> released = false;
    bool released_too_early = false;
    int payload = 0; // not atomic: the guard is what orders it
    std::latch runs(1);
    scripted_handler handler([&] {
        runs.count_down();
        seen_asleep(who_releases.get_future().get());
        released_too_early = released;
        payload = 42;
    });
    std::optional<cancellation_guard> guard(std::in_place, subject.get(), handler);
    std::thread canceller([&] { subject.cancel(); });
    runs.wait();
    who_releases.set_value(own_thread_id());
    guard.reset();
    EXPECT_EQ(payload, 42);
    EXPECT_EQ(handler.resets, 1);
    released = true;
    canceller.join();
    EXPECT_FALSE(released_too_early);
}

/// The caller has the mutex that the handler waits for: to wait would be for ever.
TEST_P(a_guard_of_two_threads, is_tried_to_be_released_without_waiting) {
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

TEST_P(a_guard_of_two_threads, waits_in_its_destructor_after_it_was_tried_in_vain) {
    std::latch runs(1);
    std::latch go_on(1);
    int payload = 0;
    std::thread canceller;
    scripted_handler handler([&] {
        runs.count_down();
        go_on.wait();
        payload = 42;
    });
    {
        cancellation_guard guard(subject.get(), handler);
        canceller = std::thread([&] { subject.cancel(); });
        runs.wait();
        EXPECT_EQ(guard.try_release(), release_result::running);
        go_on.count_down();
    }
    EXPECT_EQ(payload, 42);
    EXPECT_EQ(handler.resets, 1);
    canceller.join();
}

} // namespace
} // namespace tollgate::cancel
