// SPDX-License-Identifier: BSL-1.0
//
// The thread that repeats notifications: when it exists, that there is one, and how waits work
// without it. Each check runs in a child of fork(), which begins without it.

#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/detail/repeated_notification.hpp>
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/cancel/token.hpp>
#include <tollgate/cancel/wait.hpp>
#include <tollgate/testing/in_child.hpp>
#include <tollgate/testing/refusing_kernel_linux.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iterator>
#include <memory>
#include <mutex>
#include <new>
#include <thread>
#include <vector>

#include <sys/syscall.h>
#include <unistd.h>

namespace tollgate::cancel {
namespace {

using namespace std::chrono_literals;

bool has_repeater() {
    return detail::repeated_notification::has_repeater();
}

auto threads_of_the_process() {
    const std::filesystem::directory_iterator threads("/proc/self/task");
    return std::distance(begin(threads), end(threads));
}

/// Lets a check do something when the waiter has decided to sleep, and still has the mutex.
struct late_condition {
    void notify_one() { own.notify_one(); }
    void notify_all() {
        own.notify_all();
        ++notifications;
    }
    void wait(std::unique_lock<std::mutex>& lock) {
        before_sleeping();
        own.wait(lock);
    }

    std::function<void()> before_sleeping = [] {};
    std::atomic<int> notifications{0};
    std::condition_variable own;
};

/// Whether a wait ends if it is cancelled so early that it misses the first notification.
bool late_cancellation_ends_a_wait() {
    std::mutex mutex;
    late_condition condition;
    standalone_token cancellation;
    std::atomic<bool> decided{false};
    std::thread canceller([&] {
        while (!decided) {
            std::this_thread::yield();
        }
        cancellation.cancel();
    });
    condition.before_sleeping = [&] {
        decided = true;
        while (condition.notifications == 0) {
            std::this_thread::yield();
        }
    };
    std::unique_lock lock(mutex);
    const bool held = wait(
        condition, lock, [] { return false; }, cancellation);
    lock.unlock();
    canceller.join();
    return !held;
}

void refuse_threads() {
    testing::refuse_calls({SYS_clone, SYS_clone3}, EAGAIN);
}

TEST(a_repeater, is_not_started_for_a_token_that_is_never_cancelled) {
    testing::expect_in_child([] {
        std::mutex mutex;
        std::condition_variable condition;
        const dummy_token never;
        std::unique_lock lock(mutex);
        return !has_repeater() && wait_for(condition, lock, 1ms, never) == wait_status::timeout &&
               !has_repeater();
    });
}

/// No thread is made while the mutex is taken, however many wait.
TEST(a_repeater, is_one_for_all_waiters) {
    testing::expect_in_child([] {
        constexpr int waiters = 1000;
        std::mutex mutex;
        std::condition_variable condition;
        const cancellation_source source;
        int waiting = 0;
        std::vector<std::thread> all;
        for (int each = 0; each < waiters; ++each) {
            all.emplace_back([&, own = source.get_token()] {
                std::unique_lock lock(mutex);
                ++waiting;
                wait(
                    condition, lock, [] { return false; }, own);
            });
        }
        std::unique_lock lock(mutex);
        while (waiting < waiters) {
            lock.unlock();
            std::this_thread::yield();
            lock.lock();
        }
        // This thread, the waiters, the repeater; and a sanitizer's thread.
        const auto before = threads_of_the_process();
        source.cancel();
        const auto after = threads_of_the_process();
        lock.unlock();
        for (std::thread& each : all) {
            each.join();
        }
        return has_repeater() && after == before;
    });
}

TEST(a_repeater, is_started_anew_in_the_child_of_a_fork) {
#ifdef __SANITIZE_THREAD__
    GTEST_SKIP() << "ThreadSanitizer lets no child of a process with threads start one";
#endif
    EXPECT_TRUE(late_cancellation_ends_a_wait());
    EXPECT_TRUE(has_repeater());
    testing::expect_in_child(
        [] { return !has_repeater() && late_cancellation_ends_a_wait() && has_repeater(); });
}

/// The child finds the parent's list in stack frames of threads that it does not have.
TEST(a_repeater, of_the_child_does_not_touch_the_notifications_of_its_parent) {
    using detail::repeated_notification;
    constexpr auto overwritten = std::byte(0x5a);
    struct place {
        alignas(repeated_notification) std::array<std::byte, sizeof(repeated_notification)> bytes;
    };
    static std::atomic<int> of_the_parent{0};
    static std::atomic<int> of_the_child{0};
    const auto count = [](void* in) noexcept { ++*static_cast<std::atomic<int>*>(in); };
    std::array<place, 3> places;
    std::array<repeated_notification*, 3> all{};
    for (std::size_t each = 0; each < all.size(); ++each) {
        all.at(each) = new (&places.at(each)) repeated_notification(count, &of_the_parent);
    }
    testing::expect_in_child([&] {
        const int before = of_the_parent;
        places[0].bytes.fill(overwritten);
        places[2].bytes.fill(overwritten);
        std::destroy_at(all[1]);
        const auto untouched = [&](const place& memory) {
            return std::count(memory.bytes.begin(), memory.bytes.end(), overwritten) ==
                   static_cast<std::ptrdiff_t>(memory.bytes.size());
        };
        if (!repeated_notification::start_repeater()) {
            return false;
        }
        const repeated_notification own(count, &of_the_child);
        while (of_the_child < 3) {
            std::this_thread::yield();
        }
        return untouched(places[0]) && untouched(places[2]) && of_the_parent == before;
    });
    for (repeated_notification* notification : all) {
        std::destroy_at(notification);
    }
}

/// The handlers of fork() did not run in it.
TEST(a_repeater, is_not_awaited_at_the_end_of_a_process_without_one) {
#ifdef __SANITIZE_THREAD__
    GTEST_SKIP() << "ThreadSanitizer has to know of each process";
#endif
    testing::expect_in_child([] {
        if (!late_cancellation_ends_a_wait() || !has_repeater()) {
            return false;
        }
        const auto child = static_cast<pid_t>(::syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
        if (child == 0) {
            ::alarm(60);
            std::exit(EXIT_SUCCESS);
        }
        return testing::exit_code_of(child) == 0;
    });
}

/// A thread that blocked no signal has started it.
TEST(a_repeater, leaves_signals_to_the_program) {
    testing::expect_in_child([] {
        static std::atomic<bool> handled{false};
        if (!late_cancellation_ends_a_wait() || !has_repeater()) {
            return false;
        }
        std::signal(SIGUSR1, [](int) { handled = true; });
        sigset_t signals;
        ::sigemptyset(&signals);
        ::sigaddset(&signals, SIGUSR1);
        ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
        ::kill(::getpid(), SIGUSR1);
        sigset_t pending;
        ::sigpending(&pending);
        return ::sigismember(&pending, SIGUSR1) == 1 && !handled;
    });
}

template <class Condition>
bool late_cancellation_ends_a_wait_without_threads() {
    bool ends = false;
    std::mutex mutex;
    Condition condition;
    standalone_token cancellation;
    std::atomic<bool> decided{false};
    std::thread canceller([&] {
        while (!decided) {
            std::this_thread::yield();
        }
        cancellation.cancel();
    });
    std::thread waiter([&] {
        refuse_threads();
        int asked = 0;
        std::unique_lock lock(mutex);
        // The waiter asks several times before it finds the cancellation.
        ends = !wait(
            condition, lock, [&] { return decided = decided || ++asked > 3, false; }, cancellation);
    });
    waiter.join();
    canceller.join();
    return ends && !has_repeater();
}

TEST(without_a_thread, a_wait_asks_its_token_by_itself) {
    testing::expect_in_child(late_cancellation_ends_a_wait_without_threads<late_condition>);
    EXPECT_EQ(
        testing::in_child(late_cancellation_ends_a_wait_without_threads<std::condition_variable>),
        0);
}

TEST(without_a_thread, a_wait_keeps_its_deadline) {
    testing::expect_in_child([] {
        refuse_threads();
        std::mutex mutex;
        std::condition_variable condition;
        const standalone_token cancellation;
        std::unique_lock lock(mutex);
        const auto never = [] { return false; };
        const auto steady = std::chrono::steady_clock::now() + 25ms;
        const bool held = wait_until(condition, lock, steady, never, cancellation);
        const bool steady_has_come = std::chrono::steady_clock::now() >= steady;
        const auto system = std::chrono::system_clock::now() + 25ms;
        wait_status status = wait_status::notified;
        while (status == wait_status::notified) {
            status = wait_until(condition, lock, system, cancellation);
        }
        return !held && steady_has_come && status == wait_status::timeout &&
               std::chrono::system_clock::now() >= system && !has_repeater();
    });
}

} // namespace
} // namespace tollgate::cancel
