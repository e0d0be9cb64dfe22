// SPDX-License-Identifier: BSL-1.0
//
// Sources as values.
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

TEST(a_source, cancels_what_registered_with_any_of_its_tokens) {
    const cancellation_source source;
    const sourced_token tokens[3]{sourced_token(source), sourced_token(source),
                                  sourced_token(source)};
    scripted_handler handlers[3];
    std::optional<cancellation_guard> guards[3];
    for (int i = 0; i < 3; ++i) {
        guards[i].emplace(tokens[i], handlers[i]);
    }
    source.cancel();
    for (const scripted_handler& one : handlers) {
        EXPECT_EQ(one.cancels, 1);
    }
}

/// The state then has no owner but the call that cancels it.
TEST(a_source, may_be_destroyed_with_its_tokens_by_its_handler) {
    std::optional<cancellation_source> source(std::in_place);
    std::optional<sourced_token> cancellation(source->get_token());
    std::optional<sourced_token> second(source->get_token());
    scripted_handler handler;
    scripted_handler later;
    std::optional<cancellation_guard> guard;
    std::optional<cancellation_guard> of_later;
    handler.at_cancel = [&] {
        guard.reset();
        of_later.reset();
        cancellation.reset();
        second.reset();
        source.reset();
    };
    later.at_cancel = handler.at_cancel;
    guard.emplace(*cancellation, handler);
    of_later.emplace(*second, later);
    const cancellation_source* const canceller = &*source;
    EXPECT_TRUE(canceller->cancel());
    EXPECT_EQ(handler.cancels + later.cancels, 1);
    EXPECT_FALSE(source.has_value());
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

} // namespace
} // namespace tollgate::cancel
