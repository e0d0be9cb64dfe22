// SPDX-License-Identifier: BSL-1.0
//
// A process that is stopped for much longer than its timeouts, and then continues.
#include "event_box.hpp"

#include <tollgate/liveness/registry.hpp>
#include <tollgate/liveness/watched_scope.hpp>
#include <tollgate/testing/stress.hpp>

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

namespace tollgate::liveness {
namespace {

using namespace std::chrono_literals;

constexpr int could_not_be_told = 99;

/// Passes a checkpoint every 5 ms until a byte comes. Returns the number of events.
int beat_until_told(int from, int to) {
    const event_box told;
    {
        settings options;
        options.default_timeouts.timeout = 200ms;
        options.sinks.emplace_back(told);
        registry watcher(options);
        std::atomic<bool> over{false};
        std::thread beating([&] {
            const watched_scope watched(watcher, "beating", 1);
            while (!over) {
                std::this_thread::sleep_for(5ms);
                checkpoint(2);
            }
        });
        std::this_thread::sleep_for(100ms);
        char order = 0;
        if (::write(to, "r", 1) != 1 || ::read(from, &order, 1) != 1) {
            return could_not_be_told;
        }
        over = true;
        beating.join();
    }
    return static_cast<int>(told.all().size());
}

TEST(a_process_that_was_stopped, reports_no_thread) {
    std::array<int, 2> orders{};
    std::array<int, 2> answers{};
    ASSERT_EQ(::pipe(orders.data()), 0);
    ASSERT_EQ(::pipe(answers.data()), 0);
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        ::_exit(beat_until_told(orders[0], answers[1]));
    }
    const testing::watchdog time_budget("a process that was stopped");
    char ready = 0;
    ASSERT_EQ(::read(answers[0], &ready, 1), 1);
    int status = 0;
    for (int times = 0; times < 2; ++times) {
        ASSERT_EQ(::kill(child, SIGSTOP), 0);
        ASSERT_EQ(::waitpid(child, &status, WUNTRACED), child);
        ASSERT_TRUE(WIFSTOPPED(status));
        std::this_thread::sleep_for(1s);
        ASSERT_EQ(::kill(child, SIGCONT), 0);
        std::this_thread::sleep_for(400ms);
    }
    ASSERT_EQ(::write(orders[1], "e", 1), 1);
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
    for (const int descriptor : {orders[0], orders[1], answers[0], answers[1]}) {
        ::close(descriptor);
    }
}

} // namespace
} // namespace tollgate::liveness
