// SPDX-License-Identifier: BSL-1.0
//
// Sources as values; and copies, moves and lifetimes of their tokens.
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
    const cancellation_source source;
    const cancellation_source copy = source; // NOLINT(performance-unnecessary-copy-initialization)
    EXPECT_FALSE(source.is_cancelled());
    EXPECT_TRUE(copy.cancel());
    EXPECT_TRUE(source.is_cancelled());
    EXPECT_FALSE(source.cancel());
}

TEST(a_source, lives_as_long_as_one_of_its_copies) {
    std::optional<cancellation_source> source(std::in_place);
    const sourced_token cancellation = source->get_token();
    const cancellation_source copy = *source;
    source.reset();
    copy.cancel();
    EXPECT_TRUE(cancellation.is_cancelled());
}

TEST(a_source, is_the_same_one_after_a_move) {
    cancellation_source source;
    const sourced_token cancellation = source.get_token();
    cancellation_source moved = std::move(source);
    source = cancellation_source();
    EXPECT_TRUE(source.cancel());
    EXPECT_FALSE(cancellation.is_cancelled());
    EXPECT_TRUE(moved.cancel());
    EXPECT_TRUE(cancellation.is_cancelled());
}

TEST(a_source, releases_its_old_source_when_it_is_assigned_to) {
    cancellation_source source;
    const sourced_token before = source.get_token();
    const cancellation_source other;
    source = other;
    EXPECT_TRUE(source.cancel());
    EXPECT_TRUE(other.is_cancelled());
    EXPECT_FALSE(before.is_cancelled());
    const cancellation_source& same = source;
    source = same;
    EXPECT_TRUE(source.is_cancelled());
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
    const sourced_token original = source.get_token();
    scripted_handler handler;
    const cancellation_guard guard(original, handler);
    {
        const sourced_token copy = original; // NOLINT(performance-unnecessary-copy-initialization)
        scripted_handler of_the_copy;
        const cancellation_guard with_the_copy(copy, of_the_copy);
    }
    source.cancel();
    EXPECT_EQ(handler.cancels, 1);
}

TEST(sourced_token, that_was_moved_from_is_like_a_dummy) {
    const cancellation_source source;
    sourced_token original = source.get_token();
    {
        scripted_handler handler;
        const cancellation_guard guard(original, handler); // it is in the source's list now
    }
    const sourced_token moved = std::move(original);
    source.cancel();
    EXPECT_TRUE(moved.is_cancelled());
    EXPECT_FALSE(original.is_cancelled());     // NOLINT(bugprone-use-after-move)
    EXPECT_FALSE(original.can_be_cancelled()); // NOLINT(bugprone-use-after-move)
    const sourced_token copy = original;       // NOLINT(bugprone-use-after-move)
    EXPECT_FALSE(copy.can_be_cancelled());
}

TEST(sourced_token, that_was_moved_registers_at_its_new_place) {
    const cancellation_source source;
    std::optional<sourced_token> original(source.get_token());
    {
        scripted_handler handler;
        const cancellation_guard guard(*original, handler);
    }
    const sourced_token moved = std::move(*original);
    original.reset();
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
    bool is_seen_cancelled = false;
    scripted_handler late;
    scripted_handler handler([&] {
        const cancellation_guard guard(unused, late);
        refused = guard.is_cancelled();
        is_seen_cancelled = unused.is_cancelled();
    });
    const cancellation_guard guard(running, handler);
    source.cancel();
    EXPECT_TRUE(is_seen_cancelled);
    EXPECT_TRUE(refused);
    EXPECT_EQ(late.cancels + late.resets, 0);
}

TEST(sourced_token, first_taken_while_its_source_runs_a_handler_is_cancelled) {
    const cancellation_source source;
    const sourced_token running = source.get_token();
    bool is_seen_cancelled = false;
    const on_cancel ask(running, [&] { is_seen_cancelled = source.get_token().is_cancelled(); });
    source.cancel();
    EXPECT_TRUE(is_seen_cancelled);
}

} // namespace
} // namespace tollgate::cancel
