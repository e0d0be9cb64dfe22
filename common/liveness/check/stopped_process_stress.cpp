// SPDX-License-Identifier: BSL-1.0
//
// A process that is stopped for far longer than any timeout in it, and goes on.
#include "listener.hpp"

#include <tollgate/faults/watchdog.hpp>
#include <tollgate/liveness/registry.hpp>
#include <tollgate/liveness/watched_scope.hpp>

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

/// Two threads that pass a checkpoint every 5 ms, until a byte comes; returns the number of events.
int beat_until_told(int from, int to) {
    listener heard;
    {
        settings how;
        how.of_scopes.timeout = 200ms;
        how.sinks.push_back(heard.ear());
        registry one(how);
        std::atomic<bool> over{false};
        const auto beat = [&] {
            const watched_scope watched(one, "beating", 1);
            while (!over) {
                std::this_thread::sleep_for(5ms);
                checkpoint(2);
            }
        };
        std::thread first(beat);
        std::thread second(beat);
        std::this_thread::sleep_for(100ms);
        char order = 0;
        if (::write(to, "r", 1) != 1 || ::read(from, &order, 1) != 1) {
            return could_not_be_told;
        }
        over = true;
        first.join();
        second.join();
    }
    return static_cast<int>(heard.heard().size());
}

void stop_and_continue(pid_t child) {
    ASSERT_EQ(::kill(child, SIGSTOP), 0);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, WUNTRACED), child);
    ASSERT_TRUE(WIFSTOPPED(status));
    std::this_thread::sleep_for(1s);
    ASSERT_EQ(::kill(child, SIGCONT), 0);
    std::this_thread::sleep_for(400ms);
}

TEST(a_process_that_was_stopped, accuses_nobody) {
    std::array<int, 2> orders{};
    std::array<int, 2> answers{};
    ASSERT_EQ(::pipe(orders.data()), 0);
    ASSERT_EQ(::pipe(answers.data()), 0);
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        ::_exit(beat_until_told(orders[0], answers[1]));
    }
    const faults::watchdog patience("a process that was stopped");
    char ready = 0;
    ASSERT_EQ(::read(answers[0], &ready, 1), 1);
    stop_and_continue(child);
    stop_and_continue(child);
    ASSERT_EQ(::write(orders[1], "e", 1), 1);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
    for (const int one : {orders[0], orders[1], answers[0], answers[1]}) {
        ::close(one);
    }
}

} // namespace
} // namespace tollgate::liveness
