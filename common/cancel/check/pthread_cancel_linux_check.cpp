// SPDX-License-Identifier: BSL-1.0
//
// Threads that end by pthread_cancel(3) or pthread_exit(3) in waits, wake-ups and handlers. The
// rules are in docs/cancellation.md.
#include "falls_asleep.hpp"

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/on_cancel.hpp>
#include <tollgate/cancel/poll.hpp>
#include <tollgate/cancel/sleep.hpp>
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/cancel/task_group.hpp>
#include <tollgate/cancel/thread.hpp>
#include <tollgate/cancel/wait.hpp>
#include <tollgate/testing/cancelled_thread.hpp>
#include <tollgate/testing/in_child.hpp>

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>

#include <fcntl.h>
#include <pthread.h>

namespace tollgate::cancel {
namespace {

using namespace std::chrono_literals;
using testing::returns_though_cancelled;

int open_descriptors() {
    int count = 0;
    for (int each = 0; each < 256; ++each) {
        count += ::fcntl(each, F_GETFD) != -1 ? 1 : 0;
    }
    return count;
}

TEST(a_cancelled_thread, leaves_a_poll_with_nothing_registered_and_no_descriptor_lost) {
    standalone_token stop;
    EXPECT_EQ(poll({}, 0s, stop), wait_status::timeout);
    const int before = open_descriptors();
    for (int times = 0; times < 3; ++times) {
        EXPECT_FALSE(returns_though_cancelled([&] { poll({}, stop); }));
    }
    EXPECT_EQ(open_descriptors(), before);
    stop.reset(); // would abort if anything were registered
    EXPECT_EQ(poll({}, 0s, stop), wait_status::timeout);
}

TEST(a_cancelled_thread, leaves_the_descriptors_of_one_poll_in_its_first_poll) {
    testing::expect_in_child([] {
        for (int each = STDERR_FILENO + 1; each < 256; ++each) {
            ::close(each);
        }
        const dummy_token never;
        const int without = open_descriptors();
        const bool left = !returns_though_cancelled([&] { poll({}, never); });
        const int after = open_descriptors();
        poll({}, 0s, never);
        return left && after > without && open_descriptors() == after;
    });
}

TEST(a_cancelled_thread, wakes_a_polling_thread) {
    standalone_token stop;
    std::atomic<long> waiter{0};
    wait_status how = wait_status::notified;
    std::thread polls([&] {
        waiter = own_thread_id();
        how = poll({}, stop);
    });
    while (waiter == 0) {
        std::this_thread::yield();
    }
    falls_asleep(waiter);
    EXPECT_TRUE(returns_though_cancelled([&] { stop.cancel(); }));
    polls.join();
    EXPECT_EQ(how, wait_status::cancelled);
}

TEST(a_cancelled_thread, leaves_a_condition_wait_with_the_mutex_locked) {
    standalone_token stop;
    std::mutex mutex;
    std::condition_variable condition;
    using form = std::function<void(std::unique_lock<std::mutex>&)>;
    const std::array<form, 3> waits{[&](auto& lock) { wait(condition, lock, stop); },
                                    [&](auto& lock) { wait_for(condition, lock, 1h, stop); },
                                    [&](auto& lock) {
                                        wait(
                                            condition, lock, [] { return false; }, stop);
                                    }};
    for (const form& wait : waits) {
        bool was_locked = false;
        EXPECT_FALSE(returns_though_cancelled([&] {
            std::unique_lock lock(mutex);
            const auto check_lock = [&was_locked](auto* held) { was_locked = held->owns_lock(); };
            const std::unique_ptr<std::unique_lock<std::mutex>, decltype(check_lock)> last(
                &lock, check_lock);
            wait(lock);
        }));
        EXPECT_TRUE(was_locked);
        EXPECT_TRUE(mutex.try_lock()) << "it was unlocked at last";
        mutex.unlock();
        stop.reset(); // nothing is registered
    }
}

TEST(a_cancelled_thread, sleeps_to_the_end) {
    standalone_token stop;
    wait_status how = wait_status::notified;
    EXPECT_TRUE(returns_though_cancelled([&] { how = sleep_for(1ms, stop); }));
    EXPECT_EQ(how, wait_status::timeout);
}

void stay(const token& cancellation) {
    sleep_for(1h, cancellation);
}

TEST(a_cancelled_thread, leaves_a_join_and_is_joined_by_a_destructor) {
    thread worker(stay);
    EXPECT_FALSE(returns_though_cancelled([&] { worker.join(); }));
    EXPECT_TRUE(worker.joinable());
    EXPECT_TRUE(returns_though_cancelled([&] { worker = thread(); }));
    EXPECT_FALSE(worker.joinable());
}

TEST(a_cancelled_thread, waits_for_its_children_to_the_end) {
    std::atomic<bool> ended = false;
    EXPECT_TRUE(returns_though_cancelled([&] {
        task_group group;
        group.start([&ended](const token& own) {
            sleep_for(1ms, own);
            ended = true;
        });
        group.wait();
        group.start(stay);
    }));
    EXPECT_TRUE(ended);
}

TEST(a_child_of_a_group, may_end_by_pthread_exit_or_pthread_cancel) {
    task_group group;
    group.start([] { ::pthread_exit(nullptr); });
    group.start([] {
        ::pthread_cancel(::pthread_self());
        ::pthread_testcancel();
    });
    group.wait();
    EXPECT_FALSE(group.get_source().is_cancelled());
}

TEST(a_cancelled_thread, ends_the_process_that_has_a_repeater) {
    testing::expect_in_child([] {
        std::mutex mutex;
        std::condition_variable condition;
        std::unique_lock lock(mutex);
        const standalone_token stop;
        wait_for(condition, lock, 1ns, stop);
        return returns_though_cancelled([] { std::exit(EXIT_SUCCESS); });
    });
}

/// Handlers that a canceller runs in this order. One of them ends the thread.
class handlers {
public:
    explicit handlers(const token& with)
        : first_(with, [this] { ++runs; }),
          second_(with, may_throw,
                  [this] {
                      ++runs;
                      ::pthread_exit(nullptr);
                  }),
          third_(with, [this] { ++runs; }) {}

    int runs = 0;

private:
    on_cancel<std::function<void()>> first_;
    on_cancel<std::function<void()>, true> second_;
    on_cancel<std::function<void()>> third_;
};

TEST(a_handler_that_ends_its_thread, keeps_no_other_one_from_being_run) {
    standalone_token stop;
    {
        const handlers all(stop);
        EXPECT_FALSE(returns_though_cancelled([&] { stop.cancel(); }));
        EXPECT_EQ(all.runs, 3);
    }
    EXPECT_TRUE(stop.is_cancelled());
    stop.reset(); // waits for the end of the call
}

TEST(a_handler_that_ends_its_thread, may_do_so_while_the_canceller_handles_an_exception) {
    standalone_token stop;
    const handlers all(stop);
    EXPECT_FALSE(returns_though_cancelled([&] {
        try {
            throw std::runtime_error("handled");
        } catch (const std::runtime_error&) {
            stop.cancel();
        }
    }));
    EXPECT_EQ(all.runs, 3);
}

TEST(a_handler_that_ends_its_thread, keeps_no_follower_from_being_cancelled) {
    std::optional<cancellation_source> root(std::in_place);
    const auto middle = cancellation_source::following(*root);
    const auto last = cancellation_source::following(middle);
    const sourced_token of_root = root->get_token();
    const sourced_token of_middle = middle.get_token();
    const sourced_token of_last = last.get_token();
    int runs = 0;
    const on_cancel before(of_root, [&] { ++runs; });
    const handlers in_between(of_middle);
    const on_cancel after(of_last, [&] { ++runs; });
    std::thread([&] { root->cancel(); }).join();
    EXPECT_EQ(runs, 2);
    EXPECT_EQ(in_between.runs, 3);
    EXPECT_TRUE(of_last.is_cancelled());
    root.reset();
}

/// Another thread waits in the destructor of the handler's guard.
TEST(a_handler_that_ends_its_thread, has_run_then) {
    class one_handler final : public cancellation_handler {
    public:
        void cancel() override {
            while (waiter == 0) {
                std::this_thread::yield();
            }
            falls_asleep(waiter);
            ::pthread_exit(nullptr);
        }
        void reset() noexcept override { was_reset = true; }
        std::atomic<long> waiter{0};
        bool was_reset = false;
    };
    standalone_token stop;
    one_handler handler;
    {
        cancellation_guard guard(stop, handler);
        std::thread canceller([&] { stop.cancel(); });
        while (!stop.is_cancelled()) {
            std::this_thread::yield();
        }
        handler.waiter = own_thread_id();
        guard.release();
        canceller.join();
    }
    EXPECT_TRUE(handler.was_reset);
}

} // namespace
} // namespace tollgate::cancel
