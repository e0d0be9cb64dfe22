// SPDX-License-Identifier: BSL-1.0
//
// Sources as values; and copies, moves and lives of their tokens.
#include "scripted_handler.hpp"

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/on_cancel.hpp>

#include <gtest/gtest.h>

#include <optional>
#include <type_traits>
#include <utility>

namespace tollgate::cancel {
namespace {

static_assert(std::is_nothrow_copy_constructible_v<cancellation_source>);
static_assert(std::is_nothrow_move_constructible_v<cancellation_source>);

TEST(a_source, is_cancelled_once_by_any_of_its_copies) {
    const cancellation_source one;
    const cancellation_source copy = one; // NOLINT(performance-unnecessary-copy-initialization)
    EXPECT_FALSE(one.is_cancelled());
    EXPECT_TRUE(copy.cancel());
    EXPECT_TRUE(one.is_cancelled());
    EXPECT_FALSE(one.cancel());
}

TEST(a_source, lives_as_long_as_one_of_its_copies) {
    std::optional<cancellation_source> one(std::in_place);
    const sourced_token cancellation = one->get_token();
    const cancellation_source copy = *one;
    one.reset();
    copy.cancel();
    EXPECT_TRUE(cancellation.is_cancelled());
}

TEST(a_source, is_the_same_one_after_a_move) {
    cancellation_source one;
    const sourced_token cancellation = one.get_token();
    cancellation_source moved = std::move(one);
    one = cancellation_source();
    EXPECT_TRUE(one.cancel());
    EXPECT_FALSE(cancellation.is_cancelled());
    EXPECT_TRUE(moved.cancel());
    EXPECT_TRUE(cancellation.is_cancelled());
}

TEST(a_source, gives_up_what_it_was_when_it_is_assigned_to) {
    cancellation_source one;
    const sourced_token before = one.get_token();
    const cancellation_source other;
    one = other;
    EXPECT_TRUE(one.cancel());
    EXPECT_TRUE(other.is_cancelled());
    EXPECT_FALSE(before.is_cancelled());
    const cancellation_source& same = one;
    one = same;
    EXPECT_TRUE(one.is_cancelled());
}

TEST(a_source, may_be_destroyed_as_a_follower_by_a_handler_of_its_leader) {
    const cancellation_source leader;
    std::optional<cancellation_source> follower(cancellation_source::following(leader));
    const sourced_token cancellation = leader.get_token();
    const on_cancel destroy(cancellation, [&] { follower.reset(); });
    EXPECT_TRUE(leader.cancel());
    EXPECT_FALSE(follower.has_value());
}

TEST(a_source, may_be_destroyed_as_a_leader_by_a_handler_of_its_follower) {
    std::optional<cancellation_source> leader(std::in_place);
    const auto follower = cancellation_source::following(*leader);
    const sourced_token cancellation = follower.get_token();
    bool ran = false;
    const on_cancel destroy(cancellation, [&] {
        leader.reset();
        ran = true;
    });
    EXPECT_TRUE(leader->cancel());
    EXPECT_TRUE(ran);
    EXPECT_TRUE(follower.is_cancelled());
}

TEST(sourced_token, takes_none_of_the_originals_handlers_into_a_copy) {
    const cancellation_source source;
    const sourced_token one = source.get_token();
    scripted_handler handler;
    const cancellation_guard guard(one, handler);
    {
        const sourced_token copy = one; // NOLINT(performance-unnecessary-copy-initialization)
        scripted_handler of_the_copy;
        const cancellation_guard with_the_copy(copy, of_the_copy);
    }
    source.cancel();
    EXPECT_EQ(handler.cancels, 1);
}

TEST(sourced_token, that_was_moved_from_is_like_a_dummy) {
    const cancellation_source source;
    sourced_token one = source.get_token();
    {
        scripted_handler handler;
        const cancellation_guard guard(one, handler); // it is in the source's list now
    }
    const sourced_token moved = std::move(one);
    source.cancel();
    EXPECT_TRUE(moved.is_cancelled());
    EXPECT_FALSE(one.is_cancelled());     // NOLINT(bugprone-use-after-move)
    EXPECT_FALSE(one.can_be_cancelled()); // NOLINT(bugprone-use-after-move)
    const sourced_token copy = one;       // NOLINT(bugprone-use-after-move)
    EXPECT_FALSE(copy.can_be_cancelled());
}

TEST(sourced_token, that_was_moved_registers_at_its_new_place) {
    const cancellation_source source;
    std::optional<sourced_token> one(source.get_token());
    {
        scripted_handler handler;
        const cancellation_guard guard(*one, handler);
    }
    const sourced_token moved = std::move(*one);
    one.reset();
    scripted_handler handler;
    const cancellation_guard guard(moved, handler);
    source.cancel();
    EXPECT_EQ(handler.cancels, 1);
}

TEST(sourced_token, outlives_its_source) {
    std::optional<cancellation_source> source(std::in_place);
    const sourced_token uncancelled = source->get_token();
    std::optional<cancellation_source> second(std::in_place);
    const sourced_token cancelled = second->get_token();
    second->cancel();
    source.reset();
    second.reset();
    EXPECT_FALSE(uncancelled.is_cancelled());
    EXPECT_TRUE(cancelled.is_cancelled());
    scripted_handler handler;
    const cancellation_guard accepted(uncancelled, handler);
    EXPECT_FALSE(accepted.is_cancelled());
    scripted_handler late;
    const cancellation_guard refused(cancelled, late);
    EXPECT_TRUE(refused.is_cancelled());
}

TEST(sourced_token, first_used_while_its_source_runs_a_handler_is_refused) {
    const cancellation_source source;
    const sourced_token running = source.get_token();
    const sourced_token unused = source.get_token();
    bool refused = false;
    bool seen = false;
    scripted_handler late;
    scripted_handler handler([&] {
        const cancellation_guard guard(unused, late);
        refused = guard.is_cancelled();
        seen = unused.is_cancelled();
    });
    const cancellation_guard guard(running, handler);
    source.cancel();
    EXPECT_TRUE(seen);
    EXPECT_TRUE(refused);
    EXPECT_EQ(late.cancels + late.resets, 0);
}

TEST(sourced_token, first_taken_while_its_source_runs_a_handler_is_cancelled) {
    const cancellation_source source;
    const sourced_token running = source.get_token();
    bool seen = false;
    const on_cancel look(running, [&] { seen = source.get_token().is_cancelled(); });
    source.cancel();
    EXPECT_TRUE(seen);
}

} // namespace
} // namespace tollgate::cancel
