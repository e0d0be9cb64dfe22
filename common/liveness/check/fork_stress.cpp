// SPDX-License-Identifier: BSL-1.0
//
// A process that forks while its threads begin and end scopes, are reported, and change sinks: in
// each child a registry watches what the child does, and only that.
#include "listener.hpp"

#include <tollgate/faults/sanitized.hpp>
#include <tollgate/faults/watchdog.hpp>
#include <tollgate/liveness/registry.hpp>
#include <tollgate/liveness/watched_scope.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

namespace tollgate::liveness {
namespace {

using namespace std::chrono_literals;

void work_until(const std::atomic<bool>& over, registry& in) {
    while (!over) {
        const watched_scope outer(in, "of the parent", 1);
        const watched_scope inner(in, "of the parent", 1);
        checkpoint(2);
        in.set_period(1ms);
        in.add_sink([](const event&) {});
        in.set_sinks({});
        std::this_thread::sleep_for(100us);
    }
}

/// In the child, whose one thread was in a scope, or in none. 0: only what the child did is told.
int freeze_in_the_child(registry& in) {
    listener heard;
    in.set_sinks({heard.ear()});
    {
        const watched_scope watched(in, "of the child", 1, {2ms, 0ns});
        heard.wait_for(1, event::kind::frozen, "of the child");
    }
    heard.wait_for(1, event::kind::recovered, "of the child");
    return heard.heard().size() == 2 ? 0 : 1;
}

int exit_code_of(pid_t child) {
    int status = 0;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(a_child, is_watched_like_its_parent) {
    if (faults::is_sanitized) {
        GTEST_SKIP() << "a sanitizer's allocator may be locked by another thread while one forks";
    }
    const faults::watchdog patience("a child");
    settings how;
    how.period = 1ms;
    how.of_scopes.timeout = 1ms;
    registry one(how);
    std::atomic<bool> over{false};
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i) {
        threads.emplace_back([&] { work_until(over, one); });
    }
    for (int number = 0; number < 60; ++number) {
        // Not frozen, however long the child waits for its news.
        const watched_scope around(one, "of the one that forks", 1, {1h, 0ns});
        const pid_t child = ::fork();
        ASSERT_GE(child, 0);
        if (child == 0) {
            ::alarm(60);
            ::_exit(freeze_in_the_child(one));
        }
        checkpoint(2);
        ASSERT_EQ(exit_code_of(child), 0) << "child " << number;
    }
    over = true;
    for (std::thread& each : threads) {
        each.join();
    }
}

} // namespace
} // namespace tollgate::liveness
