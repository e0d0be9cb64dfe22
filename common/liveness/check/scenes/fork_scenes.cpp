// SPDX-License-Identifier: BSL-1.0
//
// The state that a forked child has of its parent, with registries that are driven by hand; and
// scopes that are not nested.
#include "directed.hpp"

#include "../fork_in_allocations.hpp"
#include "../fork_in_making.hpp"
#include "../outlived_store.hpp"
#include "../watched_service_linux.hpp"

#include <tollgate/liveness/blocking_scope.hpp>
#include <tollgate/liveness/systemd_watchdog.hpp>
#include <tollgate/liveness/watched_scope.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <optional>
#include <thread>

#include <unistd.h>

namespace tollgate::liveness {
namespace {

using said = std::vector<std::string>;

TEST(scopes_in_a_child, are_watched_again_when_one_inside_them_ends) {
    directed one;
    const watched_scope outer(one.in, "outer", 1);
    one.let_pass(10ms);
    EXPECT_EQ(in_a_child([&] {
                  one.let_pass(1s);
                  const bool was_watched = !one.said().empty();
                  { const watched_scope inner(one.in, "inner", 2); }
                  one.let_pass(60ms);
                  return !was_watched && one.said() == said{"frozen outer"} &&
                                 one.last().thread_id == ::getpid()
                             ? 0
                             : 1;
              }),
              0);
}

TEST(scopes_that_are_not_nested, end_the_program) {
    directed one;
    EXPECT_DEATH(
        {
            std::optional<watched_scope> a(std::in_place, one.in, "a", 1);
            const watched_scope b(one.in, "b", 1);
            a.reset();
            ::_exit(0);
        },
        "a watched_scope ends");
    EXPECT_DEATH(
        {
            std::optional<watched_scope> a(std::in_place, one.in, "a", 1);
            std::optional<blocking_scope> waiting(std::in_place, 2);
            a.reset();
            waiting.reset();
            ::_exit(0);
        },
        "a blocking_scope ends");
}

TEST(a_pulse, comes_before_any_scope) {
    std::atomic<int> pulses{0};
    settings how;
    how.on_pulse = [&](const pulse&) { ++pulses; };
    const registry in(how);
    while (pulses == 0) {
        std::this_thread::yield();
    }
}

class a_service : public watched_service {};

TEST_F(a_service, is_not_spoken_for_by_its_child) {
    const notify_socket systemd(path);
    systemd_watchdog watchdog = started();
    EXPECT_EQ(in_a_child([&] {
                  watchdog(true, start);
                  return 0;
              }),
              0);
    EXPECT_EQ(systemd.receive(), "");
    EXPECT_EQ(in_a_child([&] {
                  watchdog.speak_for_this_process();
                  watchdog(true, start);
                  return 0;
              }),
              0);
    EXPECT_EQ(systemd.receive(), "WATCHDOG=1");
}

TEST(scopes_in_a_child, end_without_the_mutex_of_a_store_that_outlived_its_registry) {
    EXPECT_TRUE(may_end_what_has_outlived_its_registry());
}

TEST(the_process, may_fork_while_its_registry_is_made) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(::_exit(may_fork_in_making() ? 0 : 1), testing::ExitedWithCode(0), "");
}

TEST(the_process, may_fork_in_each_allocation) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(::_exit(may_fork_in_each_allocation() ? 0 : 1), testing::ExitedWithCode(0), "");
}

} // namespace
} // namespace tollgate::liveness
