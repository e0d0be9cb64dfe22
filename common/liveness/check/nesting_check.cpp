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

TEST(a_nested_scope, is_watched_in_place_of_the_one_around_it) {
    by_hand watch;
    const watched_scope outer(watch.in, "outer", 1, one_second);
    const watched_scope inner(watch.in, "inner", 1, three_seconds);
    watch.pass_time(2s);
    EXPECT_THAT(watch.said(), ElementsAre());
    watch.pass_time(2s);
    EXPECT_THAT(watch.said(), ElementsAre("frozen inner"));
}

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

TEST(a_nested_scope, leaves_the_one_around_it_alive) {
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
}

TEST(a_nested_scope, ends_the_freeze_of_the_one_around_it) {
    by_hand watch;
    const watched_scope outer(watch.in, "outer", 1, one_second);
    watch.pass_time(2s);
    const watched_scope inner(watch.in, "inner", 1, three_seconds);
    watch.pass_time(1s);
    EXPECT_THAT(watch.said(), ElementsAre("frozen outer", "recovered outer"));
}

TEST(nested_scopes, are_restored_one_after_the_other) {
    by_hand watch;
    const watched_scope first(watch.in, "first", 1, one_second);
    {
        const watched_scope middle(watch.in, "middle", 1, one_second);
        { const watched_scope last(watch.in, "last", 1, one_second); }
        watch.pass_time(2s);
        EXPECT_THAT(watch.said(), ElementsAre("frozen middle"));
    }
    watch.pass_time(2s);
    EXPECT_THAT(watch.said(), ElementsAre("recovered middle", "frozen first"));
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

TEST(a_blocking_scope, without_a_scope_does_nothing) {
    by_hand watch;
    const blocking_scope waiting(1);
    const blocking_scope for_a_while(1, 1s);
    watch.pass_time(1h);
    EXPECT_THAT(watch.said(), ElementsAre());
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

/// Called in processes of their own, which they end, in Release too.
class misuse_death : public testing::Test {
protected:
    misuse_death() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }

    static constexpr const char* said = "tollgate::liveness: a .*_scope ends that is not the "
                                        "innermost one of its thread; fibers have a migrating";
};

/// As fibers of one thread that take turns.
TEST_F(misuse_death, a_scope_that_ends_before_one_that_began_after_it) {
    EXPECT_DEATH(
        {
            by_hand watch;
            std::optional<watched_scope> a(std::in_place, watch.in, "A", 1);
            std::optional<watched_scope> b(std::in_place, watch.in, "B", 1);
            a.reset();
            b.reset();
        },
        said);
}

TEST_F(misuse_death, a_scope_that_ends_on_another_thread) {
    EXPECT_DEATH(
        {
            by_hand watch;
            std::optional<watched_scope> a(std::in_place, watch.in, "A", 1);
            std::thread([&] { a.reset(); }).join();
        },
        said);
}

TEST_F(misuse_death, a_wait_that_outlives_the_scope_that_it_is_of) {
    EXPECT_DEATH(
        {
            by_hand watch;
            std::optional<watched_scope> a(std::in_place, watch.in, "A", 1);
            std::optional<blocking_scope> waiting(std::in_place, 2);
            a.reset();
            waiting.reset();
        },
        said);
}

TEST_F(misuse_death, a_wait_that_ends_before_a_scope_that_began_in_it) {
    EXPECT_DEATH(
        {
            by_hand watch;
            const watched_scope a(watch.in, "A", 1);
            std::optional<blocking_scope> waiting(std::in_place, 2);
            std::optional<watched_scope> b(std::in_place, watch.in, "B", 1);
            waiting.reset();
        },
        said);
}

} // namespace
} // namespace tollgate::liveness
