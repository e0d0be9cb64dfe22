// SPDX-License-Identifier: BSL-1.0
//
// Copies, moves and lives of the tokens of a source.
#include "scripted_handler.hpp"

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/on_cancel.hpp>

#include <gtest/gtest.h>

#include <optional>
#include <utility>

namespace tollgate::cancel {
namespace {

TEST(sourced_token, that_was_copied_is_cancelled_like_its_original) {
    const cancellation_source source;
    const sourced_token one = source.get_token();
    const sourced_token copy = one; // NOLINT(performance-unnecessary-copy-initialization)
    EXPECT_TRUE(copy.can_be_cancelled());
    source.cancel();
    EXPECT_TRUE(one.is_cancelled());
    EXPECT_TRUE(copy.is_cancelled());
    EXPECT_TRUE(sourced_token(copy).is_cancelled());
    EXPECT_TRUE(sourced_token(source).is_cancelled());
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

TEST(sourced_token, may_come_and_go_in_any_order_beside_others) {
    const cancellation_source source;
    scripted_handler handlers[3];
    std::optional<sourced_token> tokens[3];
    for (int i = 0; i < 3; ++i) {
        tokens[i].emplace(source);
        const cancellation_guard guard(*tokens[i], handlers[i]);
    }
    tokens[1].reset();
    const cancellation_guard first(*tokens[0], handlers[0]);
    const cancellation_guard last(*tokens[2], handlers[2]);
    tokens[1].emplace(source);
    source.cancel();
    EXPECT_EQ(handlers[0].cancels, 1);
    EXPECT_EQ(handlers[1].cancels, 0);
    EXPECT_EQ(handlers[2].cancels, 1);
}

} // namespace
} // namespace tollgate::cancel
