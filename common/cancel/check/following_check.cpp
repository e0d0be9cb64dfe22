// SPDX-License-Identifier: BSL-1.0
//
// Sources that follow others.
#include "scripted_handler.hpp"

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/on_cancel.hpp>
#include <tollgate/testing/sanitized.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::cancel {
namespace {

TEST(a_follower, is_cancelled_by_each_of_several_leaders) {
    for (int which = 0; which < 3; ++which) {
        const cancellation_source leaders[3];
        const auto follower = cancellation_source::following(leaders[0], leaders[1], leaders[2]);
        EXPECT_FALSE(follower.is_cancelled());
        leaders[which].cancel();
        EXPECT_TRUE(follower.is_cancelled());
        for (const cancellation_source& leader : leaders) {
            leader.cancel();
        }
    }
}

TEST(a_follower, of_a_cancelled_source_is_cancelled_from_the_start) {
    const cancellation_source idle;
    const cancellation_source cancelled;
    cancelled.cancel();
    EXPECT_TRUE(cancellation_source::following(cancelled).is_cancelled());
    EXPECT_TRUE(cancellation_source::following(idle, cancelled).is_cancelled());
    EXPECT_TRUE(cancellation_source::following(cancelled, idle).is_cancelled());
    EXPECT_TRUE(cancellation_source::following(cancelled.get_token()).is_cancelled());
    EXPECT_TRUE(idle.cancel());
}

TEST(a_follower, may_go_before_its_leader_and_before_its_siblings) {
    const cancellation_source leader;
    std::optional<cancellation_source> followers[3];
    for (auto& follower : followers) {
        follower = cancellation_source::following(leader);
    }
    followers[1].reset();
    followers[2].reset();
    const auto another = cancellation_source::following(leader);
    followers[0].reset();
    EXPECT_TRUE(leader.cancel());
    EXPECT_TRUE(another.is_cancelled());
}

TEST(a_follower, keeps_its_leaders_leaders_alive) {
    std::optional<cancellation_source> top(std::in_place);
    std::optional<cancellation_source> middle(cancellation_source::following(*top));
    const sourced_token of_top = top->get_token();
    const auto bottom = cancellation_source::following(*middle);
    middle.reset();
    const cancellation_source again = *top;
    top.reset();
    EXPECT_FALSE(bottom.is_cancelled());
    again.cancel();
    EXPECT_TRUE(bottom.is_cancelled());
}

/// Left and right follow top. Bottom follows both, and left twice.
TEST(a_follower, at_the_bottom_of_a_diamond_is_cancelled_once) {
    const cancellation_source top;
    const auto left = cancellation_source::following(top);
    const auto right = cancellation_source::following(top);
    const auto bottom = cancellation_source::following(left, right, left.get_token());
    const sourced_token cancellation = bottom.get_token();
    scripted_handler handler;
    const cancellation_guard guard(cancellation, handler);
    EXPECT_TRUE(top.cancel());
    EXPECT_EQ(handler.cancels, 1);
    EXPECT_TRUE(left.is_cancelled() && right.is_cancelled() && bottom.is_cancelled());
}

/// All are cancelled before the first handler runs, and the leader's handlers run before.
TEST(a_follower, has_its_handlers_run_after_those_of_its_leader) {
    const cancellation_source top;
    const auto middle = cancellation_source::following(top);
    const auto bottom = cancellation_source::following(middle);
    const sourced_token tokens[] = {bottom.get_token(), top.get_token(), middle.get_token()};
    std::vector<std::string> order;
    bool all = true;
    const auto note = [&](const char* name) {
        order.emplace_back(name);
        all = all && top.is_cancelled() && middle.is_cancelled() && bottom.is_cancelled();
    };
    const on_cancel of_bottom(tokens[0], [&] { note("bottom"); });
    const on_cancel of_top(tokens[1], [&] { note("top"); });
    const on_cancel of_middle(tokens[2], [&] { note("middle"); });
    top.cancel();
    EXPECT_THAT(order, ::testing::ElementsAre("top", "middle", "bottom"));
    EXPECT_TRUE(all);
}

/// The guard belongs to another source than the handler that destroys the guard.
TEST(a_follower, may_lose_its_handler_by_one_of_the_leader) {
    const cancellation_source leader;
    const auto follower = cancellation_source::following(leader);
    const sourced_token of_leader = leader.get_token();
    const sourced_token of_follower = follower.get_token();
    std::optional<scripted_handler> victim(std::in_place);
    std::optional<cancellation_guard> guard(std::in_place, of_follower, *victim);
    std::optional<release_result> found;
    const on_cancel destroy(of_leader, [&] {
        found = guard->try_release();
        guard.reset();
        victim.reset();
    });
    leader.cancel();
    EXPECT_EQ(found, release_result::removed);
}

/// Neither the cancellation nor the end is recursive: no stack would be large enough.
TEST(a_follower, may_be_at_the_end_of_a_chain_of_a_million) {
    constexpr int depth = testing::is_sanitized ? 50'000 : 1'000'000;
    const cancellation_source first;
    {
        cancellation_source last = first;
        for (int i = 0; i < depth; ++i) {
            last = cancellation_source::following(last);
        }
        const sourced_token cancellation = last.get_token();
        scripted_handler handler;
        const cancellation_guard guard(cancellation, handler);
        EXPECT_TRUE(first.cancel());
        EXPECT_EQ(handler.cancels, 1);
    }
    cancellation_source uncancelled;
    for (int i = 0; i < depth; ++i) {
        uncancelled = cancellation_source::following(uncancelled);
    }
    EXPECT_FALSE(uncancelled.is_cancelled());
}

} // namespace
} // namespace tollgate::cancel
