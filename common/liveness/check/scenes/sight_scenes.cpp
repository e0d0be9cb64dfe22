// SPDX-License-Identifier: BSL-1.0
//
// What a registry that is driven by hand says of scopes, each scene in the time of some looks.
#include "directed.hpp"

#include <tollgate/liveness/blocking_scope.hpp>
#include <tollgate/liveness/migrating_scope.hpp>
#include <tollgate/liveness/watched_scope.hpp>

#include <gtest/gtest.h>

#include <optional>
#include <stdexcept>

namespace tollgate::liveness {
namespace {

using said = std::vector<std::string>;

TEST(sight, of_all_who_freeze_at_once_is_reported_at_once) {
    directed one;
    const migrating_scope first(one.in, "first", 1);
    const migrating_scope second(one.in, "second", 1);
    const migrating_scope third(one.in, "third", 1);
    one.let_pass(60ms);
    EXPECT_EQ(one.said(), (said{"frozen first", "frozen second", "frozen third"}));
    one.let_pass(60ms);
    EXPECT_EQ(one.said(), said{});
}

TEST(sight, of_one_that_goes_on_is_a_recovery) {
    directed one;
    const watched_scope watched(one.in, "watched", 1);
    one.let_pass(60ms);
    checkpoint(2);
    one.let_pass(10ms);
    EXPECT_EQ(one.said(), (said{"frozen watched", "recovered watched"}));
    checkpoint(3);
    one.let_pass(10ms);
    EXPECT_EQ(one.said(), said{});
    one.let_pass(60ms);
    EXPECT_EQ(one.said(), said{"frozen watched"});
}

TEST(sight, of_one_that_has_ended_is_a_recovery_and_then_nothing) {
    directed one;
    std::optional<migrating_scope> watched(std::in_place, one.in, "watched", 1);
    one.let_pass(60ms);
    watched.reset();
    one.let_pass(10ms);
    EXPECT_EQ(one.said(), (said{"frozen watched", "recovered watched"}));
    one.let_pass(200ms);
    EXPECT_EQ(one.said(), said{});
}

TEST(sight, of_one_that_has_never_frozen_and_ended_is_nothing) {
    directed one;
    { const watched_scope watched(one.in, "watched", 1); }
    one.let_pass(200ms);
    EXPECT_EQ(one.said(), said{});
}

TEST(sight, of_one_that_may_block_is_nothing_until_it_goes_on) {
    directed one;
    const watched_scope watched(one.in, "watched", 1);
    {
        const blocking_scope waiting(2);
        one.let_pass(200ms);
        EXPECT_EQ(one.said(), said{});
    }
    one.let_pass(60ms);
    EXPECT_EQ(one.said(), said{"frozen watched"});
    EXPECT_EQ(one.last_ids(), (std::vector<std::uint32_t>{1, 2, 2}));
}

TEST(sight, of_the_outer_scope_begins_anew_after_the_inner_one) {
    directed one;
    const watched_scope outer(one.in, "outer", 1);
    checkpoint(7);
    {
        const watched_scope inner(one.in, "inner", 2);
        one.let_pass(60ms);
        EXPECT_EQ(one.said(), said{"frozen inner"});
    }
    one.let_pass(40ms);
    EXPECT_EQ(one.said(), said{"recovered inner"});
    one.let_pass(20ms);
    EXPECT_EQ(one.said(), said{"frozen outer"});
    EXPECT_EQ(one.last_ids(), (std::vector<std::uint32_t>{1, 7, 7}));
}

TEST(sight, of_a_record_that_is_used_again_has_nothing_of_the_one_before) {
    directed one;
    {
        const watched_scope before(one.in, "before", 1);
        checkpoint(2);
    }
    const watched_scope after(one.in, "after", 3);
    one.let_pass(60ms);
    EXPECT_EQ(one.said(), said{"frozen after"});
    EXPECT_EQ(one.last_ids(), std::vector<std::uint32_t>{3});
    EXPECT_EQ(one.last().checkpoints, 1U);
}

TEST(a_look, that_comes_too_late_counts_only_until_it_was_due) {
    directed one;
    const watched_scope watched(one.in, "watched", 1);
    one.let_pass(20ms);
    one.look_after(10s);
    EXPECT_EQ(one.said(), said{});
    EXPECT_EQ(one.in.so_far().late_looks, 1U);
}

TEST(a_look, that_comes_a_little_late_counts) {
    directed one;
    const watched_scope watched(one.in, "watched", 1);
    one.let_pass(10ms);
    for (int i = 0; i < 4; ++i) {
        one.look_after(one.planned() + 3ms);
    }
    EXPECT_EQ(one.said(), said{"frozen watched"});
    EXPECT_EQ(one.in.so_far().late_looks, 0U);
}

TEST(a_look, is_planned_for_when_somebody_is_due) {
    directed one;
    const watched_scope watched(one.in, "watched", 1, {16ms, 0ns});
    one.look_after(10ms);
    EXPECT_EQ(one.planned(), 8ms);
}

TEST(a_look, is_not_planned_for_every_instant_at_which_somebody_is_due) {
    directed one;
    const watched_scope watched(one.in, "watched", 1, {10us, 0ns});
    one.look_after(10ms);
    EXPECT_EQ(one.planned(), 1250us);
}

TEST(a_sink, that_throws_keeps_nothing_from_the_next) {
    directed one;
    one.in.set_sinks({[](const event&) { throw std::runtime_error("a sink"); }, one.ear()});
    const watched_scope watched(one.in, "watched", 1);
    one.let_pass(60ms);
    EXPECT_EQ(one.said(), said{"frozen watched"});
}

TEST(records, are_kept_by_a_thread_for_the_registry_that_they_are_of) {
    directed one;
    directed other;
    {
        const watched_scope outer(one.in, "outer", 1);
        const watched_scope inner(other.in, "inner", 1);
    }
    const watched_scope again(other.in, "again", 1);
    other.let_pass(60ms);
    EXPECT_EQ(other.said(), said{"frozen again"});
}

TEST(records, are_not_taken_for_another_registry) {
    directed one;
    directed other;
    { const watched_scope before(one.in, "before", 1); }
    const watched_scope watched(other.in, "watched", 1);
    other.let_pass(60ms);
    EXPECT_EQ(other.said(), said{"frozen watched"});
}

TEST(records, of_the_registry_before_are_given_back) {
    directed one;
    directed other;
    for (int i = 0; i < 100; ++i) {
        { const watched_scope here(one.in, "here", 1); }
        { const watched_scope there(other.in, "there", 1); }
    }
    EXPECT_EQ(one.in.so_far().records, 64U);
}

} // namespace
} // namespace tollgate::liveness
