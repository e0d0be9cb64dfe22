// SPDX-License-Identifier: BSL-1.0
//
// Sources that follow a token of any kind, as in a function that was given a token.
#include "cancellable.hpp"

#include <tollgate/cancel/on_cancel.hpp>
#include <tollgate/cancel/sleep.hpp>
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/cancel/token.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

namespace tollgate::cancel {
namespace {

class a_follower_of_a_token : public every_token {
protected:
    [[nodiscard]] cancellation_source follower() const {
        return cancellation_source::following(subject.get());
    }
};
INSTANTIATE_TEST_SUITE_P(of, a_follower_of_a_token, ::testing::ValuesIn(all_token_cases()),
                         token_case_name);

TEST_P(a_follower_of_a_token, is_cancelled_with_it_and_not_the_other_way_round) {
    const cancellation_source first = follower();
    EXPECT_TRUE(first.cancel());
    EXPECT_FALSE(subject.get().is_cancelled());
    const cancellation_source second = follower();
    const sourced_token of_second = second.get_token();
    scripted_handler handler;
    const cancellation_guard guard(of_second, handler);
    EXPECT_TRUE(subject.cancel());
    EXPECT_TRUE(second.is_cancelled());
    EXPECT_FALSE(second.cancel());
    EXPECT_EQ(handler.cancels, 1);
}

TEST_P(a_follower_of_a_token, is_cancelled_from_the_start_if_the_token_is) {
    subject.cancel();
    EXPECT_TRUE(follower().is_cancelled());
}

TEST_P(a_follower_of_a_token, follows_others_too) {
    for (const bool by_other : {false, true}) {
        cancellable leader(GetParam());
        const cancellation_source other;
        const auto both = cancellation_source::following(other, leader.get(), dummy_token());
        EXPECT_FALSE(both.is_cancelled());
        if (by_other) {
            other.cancel();
        } else {
            leader.cancel();
        }
        EXPECT_TRUE(both.is_cancelled());
    }
}

TEST_P(a_follower_of_a_token, is_made_and_destroyed_by_any_thread) {
    scripted_handler own;
    const cancellation_guard guard(subject.get(), own);
    std::optional<cancellation_source> made_here(follower());
    std::optional<cancellation_source> made_there;
    std::optional<cancellation_source> stays;
    std::thread([&] {
        made_here.reset();
        made_there = follower();
        stays = follower();
    }).join();
    made_there.reset();
    EXPECT_FALSE(stays->is_cancelled());
    subject.cancel();
    EXPECT_TRUE(stays->is_cancelled());
    EXPECT_EQ(own.cancels, 1);
}

/// So a thread that the helpers wake finds that the handlers of the outer function have run.
TEST_P(a_follower_of_a_token, is_cancelled_after_handlers_that_were_registered_before) {
    std::vector<int> order;
    scripted_handler outer([&] { order.push_back(0); });
    const cancellation_guard guard(subject.get(), outer);
    const cancellation_source child = follower();
    const sourced_token of_child = child.get_token();
    const on_cancel note(of_child, [&] { order.push_back(1); });
    subject.cancel();
    EXPECT_THAT(order, ::testing::ElementsAre(0, 1));
}

TEST_P(a_follower_of_a_token, may_be_destroyed_by_a_handler_of_the_token) {
    std::optional<cancellation_source> first;
    std::optional<cancellation_source> second;
    scripted_handler destroying([&] {
        first.reset();
        second.reset();
    });
    first = follower();
    const cancellation_guard guard(subject.get(), destroying);
    second = follower();
    subject.cancel();
    EXPECT_EQ(destroying.cancels, 1);
}

TEST_P(a_follower_of_a_token, may_be_destroyed_by_a_handler_of_its_own) {
    std::optional<cancellation_source> child(follower());
    std::optional<sourced_token> of_child(child->get_token());
    std::optional<cancellation_guard> guard;
    scripted_handler destroying([&] {
        guard.reset();
        of_child.reset();
        child.reset();
    });
    guard.emplace(*of_child, destroying);
    subject.cancel();
    EXPECT_EQ(destroying.cancels, 1);
    EXPECT_EQ(destroying.resets, 1);
}

TEST_P(a_follower_of_a_token, passes_on_what_its_handlers_throw) {
    const cancellation_source child = follower();
    const sourced_token of_child = child.get_token();
    scripted_handler last;
    const on_cancel throwing(of_child, may_throw, [] { throw std::runtime_error("thrown"); });
    const cancellation_guard guard(of_child, last);
    EXPECT_THROW(subject.cancel(), std::runtime_error);
    EXPECT_TRUE(child.is_cancelled());
    EXPECT_EQ(last.cancels, 1);
}

TEST(a_follower_of_a_standalone_token, may_outlive_it) {
    const cancellation_source other;
    std::optional<standalone_token> leader(std::in_place);
    const auto child = cancellation_source::following(*leader, other);
    const auto second = cancellation_source::following(*leader);
    leader.reset();
    EXPECT_FALSE(child.is_cancelled());
    other.cancel();
    EXPECT_TRUE(child.is_cancelled());
    EXPECT_FALSE(second.is_cancelled());
    EXPECT_TRUE(second.cancel());
}

TEST(a_follower_of_a_standalone_token, follows_no_longer_when_that_was_reset) {
    standalone_token leader;
    const auto before = cancellation_source::following(leader);
    leader.reset();
    const auto after = cancellation_source::following(leader);
    leader.cancel();
    EXPECT_FALSE(before.is_cancelled());
    EXPECT_TRUE(after.is_cancelled());
}

TEST(a_follower_of_a_standalone_token, is_released_among_handlers_that_come_and_go) {
    standalone_token leader;
    scripted_handler first;
    scripted_handler second;
    {
        const cancellation_guard guard(leader, first);
        std::vector<cancellation_source> followers;
        for (int each = 0; each < 3; ++each) {
            followers.push_back(cancellation_source::following(leader));
        }
        const cancellation_guard another(leader, second);
        followers.erase(followers.begin() + 1);
    }
    const auto last = cancellation_source::following(leader);
    leader.reset();
    leader.cancel();
    EXPECT_FALSE(last.is_cancelled());
}

TEST(a_follower_of_a_standalone_token, may_outlive_it_once_it_is_cancelled) {
    std::optional<standalone_token> leader(std::in_place);
    const auto child = cancellation_source::following(*leader);
    leader->cancel();
    leader->reset();
    EXPECT_FALSE(leader->is_cancelled());
    leader->cancel();
    leader.reset();
    EXPECT_TRUE(child.is_cancelled());
}

/// The canceller holds the source for as long as its handlers run.
TEST(a_follower_of_a_standalone_token, may_be_held_by_its_canceller_when_that_ends) {
    struct work {
        explicit work(const cancellation_source& given)
            : child(cancellation_source::following(given, *own)) {}
        std::optional<standalone_token> own{std::in_place};
        std::optional<cancellation_source> child;
        sourced_token token = child->get_token();
        std::optional<on_cancel<std::function<void()>>> end;
    };
    const cancellation_source given;
    work all(given);
    all.end.emplace(all.token, [&all] {
        work& ended = all; // the next line destroys the callable
        ended.end.reset();
        ended.child.reset();
        ended.own.reset();
    });
    EXPECT_TRUE(given.cancel());
    EXPECT_FALSE(all.own.has_value());
}

/// The function ends after it has noticed its cancellation, by asking or by waking up.
TEST(a_follower_of_a_standalone_token, may_be_left_to_its_canceller_when_that_ends) {
    for (int round = 0; round < 400; ++round) {
        const cancellation_source given;
        standalone_token other;
        std::thread ending([&] {
            standalone_token own;
            const auto child = cancellation_source::following(given.get_token(), own, other);
            const sourced_token token = child.get_token();
            if (round % 2 == 0) {
                while (token) {
                }
            } else {
                sleep_until(std::chrono::steady_clock::time_point::max(), token);
            }
        });
        if (round % 4 < 2) {
            given.cancel();
        } else {
            other.cancel();
        }
        ending.join();
    }
}

TEST(a_follower_of_a_dummy, is_cancelled_by_itself_alone) {
    const dummy_token never;
    const auto child = cancellation_source::following(never);
    EXPECT_FALSE(child.is_cancelled());
    EXPECT_TRUE(child.cancel());
}

TEST(a_follower_of_a_token_that_was_moved_from, is_cancelled_by_itself_alone) {
    const cancellation_source source;
    sourced_token from = source.get_token();
    const sourced_token to(std::move(from));
    const auto child = cancellation_source::following(from); // NOLINT(bugprone-use-after-move)
    source.cancel();
    EXPECT_FALSE(child.is_cancelled());
}

} // namespace
} // namespace tollgate::cancel
