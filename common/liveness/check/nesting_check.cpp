// SPDX-License-Identifier: BSL-1.0
//
// Scopes inside others, and scopes that may wait.
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
using testing::ElementsAre;
using testing::SizeIs;

constexpr limits one_second{.timeout = 1s, .grace = 0s};
constexpr limits three_seconds{.timeout = 3s, .grace = 0s};

TEST(a_nested_scope, has_the_checkpoints_of_its_thread) {
    by_hand watch;
    const watched_scope outer(watch.in, "outer", 1, one_second);
    checkpoint(2);
    std::optional<watched_scope> inner(std::in_place, watch.in, "inner", 10, one_second);
    checkpoint(11);
    watch.pass_time(2s);
    ASSERT_THAT(watch.told, SizeIs(1));
    EXPECT_THAT(ids(watch.told[0]), ElementsAre(10, 11));
    inner.reset();
    watch.pass_time(2s);
    EXPECT_THAT(ids(watch.told.back()), ElementsAre(1, 2, 2))
        << "the last one passed anew when the inner scope ended";
    EXPECT_THAT(watch.said(), ElementsAre("frozen inner", "recovered inner", "frozen outer"));
}

TEST(a_nested_scope, leaves_the_one_around_it_alive_and_ends_its_freeze) {
    by_hand watch;
    const watched_scope outer(watch.in, "outer", 1, one_second);
    watch.pass_time(900ms);
    for (int i = 0; i < 5; ++i) {
        const watched_scope inner(watch.in, "inner", 1, three_seconds);
        watch.pass_time(900ms);
    }
    watch.pass_time(900ms);
    EXPECT_THAT(watch.said(), ElementsAre());
    watch.pass_time(200ms);
    EXPECT_THAT(watch.said(), ElementsAre("frozen outer"));
    const watched_scope inner(watch.in, "inner", 1, three_seconds);
    watch.pass_time(1s);
    EXPECT_THAT(watch.said(), ElementsAre("recovered outer"));
}

TEST(nested_scopes, may_belong_to_two_registries) {
    by_hand here;
    by_hand there;
    const watched_scope outer(here.in, "outer", 1, one_second);
    {
        const watched_scope inner(there.in, "inner", 1, one_second);
        here.pass_time(2s);
        there.pass_time(2s);
        EXPECT_THAT(here.said(), ElementsAre());
        EXPECT_THAT(there.said(), ElementsAre("frozen inner"));
    }
    here.pass_time(2s);
    there.pass_time(2s);
    EXPECT_THAT(here.said(), ElementsAre("frozen outer"));
    EXPECT_THAT(there.said(), ElementsAre("recovered inner"));
}

TEST(a_blocking_scope, may_wait_for_ever_and_not_after_that) {
    by_hand watch;
    const watched_scope reader(watch.in, "reader", 1, one_second);
    {
        const blocking_scope waiting(2);
        watch.pass_time(1h);
        EXPECT_THAT(watch.said(), ElementsAre());
    }
    watch.pass_time(900ms);
    EXPECT_THAT(watch.said(), ElementsAre());
    watch.pass_time(200ms);
    ASSERT_THAT(watch.told, SizeIs(1));
    EXPECT_THAT(ids(watch.told[0]), ElementsAre(1, 2, 2));
    EXPECT_EQ(watch.told[0].timeout, 1s);
}

TEST(a_blocking_scope, may_wait_for_its_own_time_and_not_longer) {
    by_hand watch;
    const watched_scope reader(watch.in, "reader", 1, one_second);
    std::optional<blocking_scope> waiting(std::in_place, 2, 1min);
    watch.pass_time(59s);
    EXPECT_THAT(watch.said(), ElementsAre());
    watch.pass_time(2s);
    ASSERT_THAT(watch.told, SizeIs(1));
    EXPECT_EQ(watch.told[0].timeout, 1min);
    EXPECT_THAT(watch.said(), ElementsAre("frozen reader"));
    waiting.reset();
    watch.pass_time(2s);
    EXPECT_THAT(watch.said(), ElementsAre("recovered reader", "frozen reader"));
}

TEST(a_blocking_scope, may_be_nested) {
    by_hand watch;
    const watched_scope reader(watch.in, "reader", 1, one_second);
    const blocking_scope for_ever(2);
    {
        const blocking_scope for_a_while(3, 3s);
        watch.pass_time(2s);
        EXPECT_THAT(watch.said(), ElementsAre());
        watch.pass_time(2s);
        EXPECT_THAT(watch.said(), ElementsAre("frozen reader"));
    }
    watch.pass_time(1h);
    EXPECT_THAT(watch.said(), ElementsAre("recovered reader"));
}

TEST(a_blocking_scope, of_a_migrating_scope_is_not_the_threads) {
    by_hand watch;
    migrating_scope session(watch.in, "session", 1, one_second);
    const watched_scope reader(watch.in, "reader", 1, one_second);
    std::optional<blocking_scope> waiting(std::in_place, session, 2);
    watch.pass_time(2s);
    EXPECT_THAT(watch.said(), ElementsAre("frozen reader"));
    waiting.reset();
    waiting.emplace(session, 2, 3s);
    watch.pass_time(2s);
    EXPECT_THAT(watch.said(), ElementsAre());
    watch.pass_time(2s);
    EXPECT_THAT(watch.said(), ElementsAre("frozen session"));
}

TEST(a_nested_scope, in_one_that_may_wait_is_watched_and_leaves_it_waiting) {
    by_hand watch;
    const watched_scope reader(watch.in, "reader", 1, one_second);
    {
        const blocking_scope waiting(2);
        {
            const watched_scope callback(watch.in, "callback", 1, one_second);
            watch.pass_time(2s);
            EXPECT_THAT(watch.said(), ElementsAre("frozen callback"));
        }
        watch.pass_time(1h);
        EXPECT_THAT(watch.said(), ElementsAre("recovered callback"));
    }
    watch.pass_time(2s);
    EXPECT_THAT(watch.said(), ElementsAre("frozen reader"));
}

/// As fibers of one thread that take turns.
void end_a_scope_before_one_inside_it() {
    by_hand watch;
    std::optional<watched_scope> a(std::in_place, watch.in, "A", 1);
    const watched_scope b(watch.in, "B", 1);
    a.reset();
}

void end_a_scope_on_another_thread() {
    by_hand watch;
    std::optional<watched_scope> a(std::in_place, watch.in, "A", 1);
    std::thread([&] { a.reset(); }).join();
}

void end_a_scope_before_a_wait_inside_it() {
    by_hand watch;
    std::optional<watched_scope> a(std::in_place, watch.in, "A", 1);
    const blocking_scope waiting(2);
    a.reset();
}

void end_a_wait_before_a_scope_inside_it() {
    by_hand watch;
    const watched_scope a(watch.in, "A", 1);
    std::optional<blocking_scope> waiting(std::in_place, 2);
    const watched_scope b(watch.in, "B", 1);
    waiting.reset();
}

/// In Release, too.
TEST(scopes_that_are_not_nested, end_the_program) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const std::string is_not_innermost =
        " ends that is not the innermost one of its thread; fibers have a migrating_scope";
    EXPECT_DEATH(end_a_scope_before_one_inside_it(), "a watched_scope" + is_not_innermost);
    EXPECT_DEATH(end_a_scope_on_another_thread(), "a watched_scope" + is_not_innermost);
    EXPECT_DEATH(end_a_scope_before_a_wait_inside_it(), "a blocking_scope" + is_not_innermost);
    EXPECT_DEATH(end_a_wait_before_a_scope_inside_it(), "a blocking_scope" + is_not_innermost);
}

} // namespace
} // namespace tollgate::liveness
