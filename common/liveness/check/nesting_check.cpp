// SPDX-License-Identifier: BSL-1.0
//
// Nested scopes, and scopes that may wait.
#include "by_hand.hpp"

#include <tollgate/liveness/blocking_scope.hpp>
#include <tollgate/liveness/checkpoint.hpp>
#include <tollgate/liveness/watched_scope.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <thread>

namespace tollgate::liveness {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::SizeIs;

constexpr timeouts one_second{.timeout = 1s, .grace = 0s};
constexpr timeouts three_seconds{.timeout = 3s, .grace = 0s};

TEST(a_nested_scope, has_the_checkpoints_of_its_thread) {
    by_hand watch;
    const watched_scope outer(watch.watcher, "outer", 1, one_second);
    checkpoint(2);
    std::optional<watched_scope> inner(std::in_place, watch.watcher, "inner", 10, one_second);
    checkpoint(11);
    watch.pass_time(2s);
    ASSERT_THAT(watch.reported, SizeIs(1));
    EXPECT_THAT(ids(watch.reported[0]), ElementsAre(10, 11));
    inner.reset();
    watch.pass_time(2s);
    EXPECT_THAT(ids(watch.reported.back()), ElementsAre(1, 2, 2))
        << "the last checkpoint passed anew when the inner scope ended";
    EXPECT_THAT(watch.new_reports(),
                ElementsAre("frozen inner", "recovered inner", "frozen outer"));
}

TEST(a_nested_scope, leaves_the_outer_scope_alive_and_ends_its_freeze) {
    by_hand watch;
    const watched_scope outer(watch.watcher, "outer", 1, one_second);
    watch.pass_time(900ms);
    for (int i = 0; i < 5; ++i) {
        const watched_scope inner(watch.watcher, "inner", 1, three_seconds);
        watch.pass_time(900ms);
    }
    watch.pass_time(900ms);
    EXPECT_THAT(watch.new_reports(), ElementsAre());
    watch.pass_time(200ms);
    EXPECT_THAT(watch.new_reports(), ElementsAre("frozen outer"));
    const watched_scope inner(watch.watcher, "inner", 1, three_seconds);
    watch.pass_time(1s);
    EXPECT_THAT(watch.new_reports(), ElementsAre("recovered outer"));
}

TEST(nested_scopes, may_belong_to_two_registries) {
    by_hand here;
    by_hand there;
    const watched_scope outer(here.watcher, "outer", 1, one_second);
    {
        const watched_scope inner(there.watcher, "inner", 1, one_second);
        here.pass_time(2s);
        there.pass_time(2s);
        EXPECT_THAT(here.new_reports(), ElementsAre());
        EXPECT_THAT(there.new_reports(), ElementsAre("frozen inner"));
    }
    here.pass_time(2s);
    there.pass_time(2s);
    EXPECT_THAT(here.new_reports(), ElementsAre("frozen outer"));
    EXPECT_THAT(there.new_reports(), ElementsAre("recovered inner"));
}

TEST(a_blocking_scope, may_wait_for_ever_until_it_ends) {
    by_hand watch;
    const watched_scope reader(watch.watcher, "reader", 1, one_second);
    {
        const blocking_scope waiting(2);
        watch.pass_time(1h);
        EXPECT_THAT(watch.new_reports(), ElementsAre());
    }
    watch.pass_time(900ms);
    EXPECT_THAT(watch.new_reports(), ElementsAre());
    watch.pass_time(200ms);
    ASSERT_THAT(watch.reported, SizeIs(1));
    EXPECT_THAT(ids(watch.reported[0]), ElementsAre(1, 2, 2));
    EXPECT_EQ(watch.reported[0].timeout, 1s);
}

TEST(a_blocking_scope, may_wait_for_its_own_timeout_and_not_longer) {
    by_hand watch;
    const watched_scope reader(watch.watcher, "reader", 1, one_second);
    std::optional<blocking_scope> waiting(std::in_place, 2, 1min);
    watch.pass_time(59s);
    EXPECT_THAT(watch.new_reports(), ElementsAre());
    watch.pass_time(2s);
    ASSERT_THAT(watch.reported, SizeIs(1));
    EXPECT_EQ(watch.reported[0].timeout, 1min);
    EXPECT_THAT(watch.new_reports(), ElementsAre("frozen reader"));
    waiting.reset();
    watch.pass_time(2s);
    EXPECT_THAT(watch.new_reports(), ElementsAre("recovered reader", "frozen reader"));
}

TEST(a_blocking_scope, may_be_nested) {
    by_hand watch;
    const watched_scope reader(watch.watcher, "reader", 1, one_second);
    const blocking_scope for_ever(2);
    {
        const blocking_scope for_a_while(3, 3s);
        watch.pass_time(2s);
        EXPECT_THAT(watch.new_reports(), ElementsAre());
        watch.pass_time(2s);
        EXPECT_THAT(watch.new_reports(), ElementsAre("frozen reader"));
    }
    watch.pass_time(1h);
    EXPECT_THAT(watch.new_reports(), ElementsAre("recovered reader"));
}

TEST(a_blocking_scope, of_a_migrating_scope_does_not_belong_to_the_thread) {
    by_hand watch;
    migrating_scope session(watch.watcher, "session", 1, one_second);
    const watched_scope reader(watch.watcher, "reader", 1, one_second);
    std::optional<blocking_scope> waiting(std::in_place, session, 2);
    watch.pass_time(2s);
    EXPECT_THAT(watch.new_reports(), ElementsAre("frozen reader"));
    waiting.reset();
    waiting.emplace(session, 2, 3s);
    watch.pass_time(2s);
    EXPECT_THAT(watch.new_reports(), ElementsAre());
    watch.pass_time(2s);
    EXPECT_THAT(watch.new_reports(), ElementsAre("frozen session"));
}

TEST(a_nested_scope, inside_a_wait_is_watched_and_the_wait_goes_on) {
    by_hand watch;
    const watched_scope reader(watch.watcher, "reader", 1, one_second);
    {
        const blocking_scope waiting(2);
        {
            const watched_scope callback(watch.watcher, "callback", 1, one_second);
            watch.pass_time(2s);
            EXPECT_THAT(watch.new_reports(), ElementsAre("frozen callback"));
        }
        watch.pass_time(1h);
        EXPECT_THAT(watch.new_reports(), ElementsAre("recovered callback"));
    }
    watch.pass_time(2s);
    EXPECT_THAT(watch.new_reports(), ElementsAre("frozen reader"));
}

/// Like fibers that run in turn on one thread.
void end_a_scope_before_one_inside_it() {
    by_hand watch;
    std::optional<watched_scope> a(std::in_place, watch.watcher, "A", 1);
    const watched_scope b(watch.watcher, "B", 1);
    a.reset();
}

void end_a_scope_on_another_thread() {
    by_hand watch;
    std::optional<watched_scope> a(std::in_place, watch.watcher, "A", 1);
    std::thread([&] { a.reset(); }).join();
}

void end_a_scope_before_a_wait_inside_it() {
    by_hand watch;
    std::optional<watched_scope> a(std::in_place, watch.watcher, "A", 1);
    const blocking_scope waiting(2);
    a.reset();
}

void end_a_wait_before_a_scope_inside_it() {
    by_hand watch;
    const watched_scope a(watch.watcher, "A", 1);
    std::optional<blocking_scope> waiting(std::in_place, 2);
    const watched_scope b(watch.watcher, "B", 1);
    waiting.reset();
}

/// Also in Release.
TEST(scopes_that_are_not_nested, end_the_program) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const std::string is_not_innermost =
        " ends, but it is not the innermost scope of its thread; use migrating_scope in fibers";
    EXPECT_DEATH(end_a_scope_before_one_inside_it(), "a watched_scope" + is_not_innermost);
    EXPECT_DEATH(end_a_scope_on_another_thread(), "a watched_scope" + is_not_innermost);
    EXPECT_DEATH(end_a_scope_before_a_wait_inside_it(), "a blocking_scope" + is_not_innermost);
    EXPECT_DEATH(end_a_wait_before_a_scope_inside_it(), "a blocking_scope" + is_not_innermost);
}

} // namespace
} // namespace tollgate::liveness
