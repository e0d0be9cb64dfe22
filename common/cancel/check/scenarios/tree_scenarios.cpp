// SPDX-License-Identifier: BSL-1.0
//
// Sources that follow others: which canceller fences, and which source still lives (freed memory is
// poisoned). And sources that follow a standalone token, when that token ends.
#include "actors.hpp"

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/sleep/brief_lock.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <optional>
#include <thread>

namespace tollgate::cancel {
namespace {

using halted_source = halted_cancellation<const cancellation_source>;

class tree : public scenario {
protected:
    const cancellation_source root_;
};
using fences = tree;

TEST_F(tree, is_fenced_once_for_all) {
    const cancellation_source left = cancellation_source::following(root_);
    const cancellation_source right = cancellation_source::following(root_);
    const sourced_token cancellation = left.get_token();
    const sourced_token other = right.get_token();
    make_light(cancellation);
    make_light(other);
    acting first;
    acting second;
    const cancellation_guard guard(cancellation, first);
    const cancellation_guard another(other, second);
    cancel_elsewhere(root_);
    EXPECT_EQ(fence::heavy_fences, 1);
    EXPECT_EQ(first.runs, 1);
    EXPECT_EQ(second.runs, 1);
}

TEST_F(tree, is_fenced_for_a_light_token_of_its_root) {
    const auto follower = cancellation_source::following(root_);
    const sourced_token cancellation = root_.get_token();
    make_light(cancellation);
    acting first;
    const cancellation_guard guard(cancellation, first);
    cancel_elsewhere(root_);
    EXPECT_EQ(fence::heavy_fences, 1);
}

TEST_F(tree, is_not_fenced_without_a_light_token) {
    const auto left = cancellation_source::following(root_);
    const sourced_token cancellation = left.get_token();
    acting first;
    const cancellation_guard guard(cancellation, first);
    cancel_elsewhere(root_);
    EXPECT_EQ(fence::heavy_fences, 0);
    EXPECT_EQ(first.runs, 1);
}

TEST_F(tree, is_fenced_after_all_have_left_idle) {
    const cancellation_source child = cancellation_source::following(root_);
    const cancellation_source grandchild = cancellation_source::following(child);
    const sourced_token cancellation = grandchild.get_token();
    make_light(cancellation);
    acting first;
    const cancellation_guard guard(cancellation, first);
    bool all_left = false;
    fence::at_heavy_fence = [&] { all_left = child.is_cancelled() && grandchild.is_cancelled(); };
    cancel_elsewhere(root_);
    EXPECT_TRUE(all_left);
}

TEST_F(tree, keeps_followers_that_are_released_while_they_are_cancelled) {
    acting any;
    const sourced_token fencing = root_.get_token();
    make_light(fencing);
    const cancellation_guard guard(fencing, any);
    std::optional<cancellation_source> child(cancellation_source::following(root_));
    std::optional<cancellation_source> grandchild(cancellation_source::following(*child));
    halted_source canceller(root_);
    child.reset();
    grandchild.reset();
    canceller.go_on();
    EXPECT_EQ(any.runs, 1);
}

TEST_F(tree, cancels_a_new_follower_at_once_while_it_is_being_cancelled) {
    const sourced_token fencing = cancellation_source::following(root_).get_token();
    make_light(fencing);
    acting any;
    const cancellation_guard guard(fencing, any);
    halted_source canceller(root_);
    const cancellation_source late = cancellation_source::following(root_);
    EXPECT_TRUE(late.is_cancelled());
}

TEST_F(tree, lets_tokens_come_and_go_between_idle_and_the_collecting) {
    acting any;
    acting other;
    std::optional<sourced_token> first(root_.get_token());
    const sourced_token second = root_.get_token();
    std::optional<sourced_token> third(root_.get_token());
    make_light(*first);
    make_light(second);
    make_light(*third);
    const cancellation_guard guard(second, other);
    halted_source canceller(root_);
    first.reset();
    third.reset();
    const sourced_token late = root_.get_token();
    EXPECT_TRUE(cancellation_guard(late, any).is_cancelled());
    canceller.go_on();
    EXPECT_EQ(other.runs, 1);
    EXPECT_EQ(any.runs, 0);
}

// Two leaders: the first canceller runs the handlers of the common follower, the second runs none.
TEST_F(tree, of_two_leaders_is_cancelled_by_one) {
    const cancellation_source other;
    const cancellation_source both = cancellation_source::following(root_, other);
    const sourced_token cancellation = both.get_token();
    make_light(cancellation);
    acting first;
    const cancellation_guard guard(cancellation, first);
    halted_source canceller(root_);
    EXPECT_TRUE(other.cancel());
    EXPECT_EQ(first.runs, 0);
    EXPECT_EQ(fence::heavy_fences, 1);
    canceller.go_on();
    EXPECT_EQ(first.runs, 1);
}

/// A root, a middle and a last source. A thread cancels one of them and stops when the middle
/// source is marked and the last source is not.
class half_marked : public tree {
protected:
    ~half_marked() override { sleep::at_brief_lock = nullptr; }

    /// The state of the last source when this other call has returned. The first thread goes on
    /// then, or after a time in which a call that does not wait for it has returned.
    bool last_is_cancelled_after(const cancellation_source& first,
                                 const cancellation_source& second) {
        gate stopped;
        gate go_on;
        std::atomic<bool> is_first = true;
        sleep::at_brief_lock = [&] {
            if (middle_.is_cancelled() && !last_.is_cancelled() && is_first.exchange(false)) {
                stopped.open();
                go_on.pass();
            }
        };
        std::thread canceller([&] { first.cancel(); });
        stopped.pass();
        std::promise<bool> state;
        std::thread other([&] {
            second.cancel();
            state.set_value(last_.is_cancelled());
        });
        std::future<bool> answer = state.get_future();
        answer.wait_for(std::chrono::milliseconds(50));
        go_on.open();
        canceller.join();
        other.join();
        return answer.get();
    }

    const cancellation_source middle_ = cancellation_source::following(root_);
    const cancellation_source last_ = cancellation_source::following(middle_);
};

TEST_F(half_marked, by_another_canceller_is_cancelled_to_its_end_with_its_root) {
    EXPECT_TRUE(last_is_cancelled_after(middle_, root_));
}

TEST_F(half_marked, is_cancelled_to_its_end_after_a_call_that_came_too_late) {
    EXPECT_TRUE(last_is_cancelled_after(root_, middle_));
}

TEST_F(tree, of_a_handler_that_drops_the_source_is_still_there) {
    std::optional<cancellation_source> source(std::in_place);
    std::optional<sourced_token> own(source->get_token());
    std::optional<cancellation_guard> guard;
    acting dropping([&] {
        guard.reset();
        own.reset();
        source.reset();
    });
    guard.emplace(*own, dropping);
    std::thread([held = &*source] { held->cancel(); }).join();
    EXPECT_EQ(dropping.runs, 1);
}

TEST_F(fences, are_made_from_the_second_registration_of_a_token_on) {
    for (const int registrations : {0, 1, 2, 3, 100}) {
        standalone_token alone;
        const cancellation_source source;
        const sourced_token sourced = source.get_token();
        acting any;
        for (int each = 0; each < registrations; ++each) {
            cancellation_guard(alone, any).release();
            cancellation_guard(sourced, any).release();
        }
        fence::heavy_fences = 0;
        alone.cancel();
        source.cancel();
        EXPECT_EQ(fence::heavy_fences, registrations < 2 ? 0 : 2) << registrations;
    }
}

TEST_F(fences, are_not_made_for_a_token_that_was_reset_before_its_only_registration) {
    standalone_token with;
    make_light(with);
    with.reset();
    acting any;
    cancellation_guard(with, any).release();
    with.cancel();
    EXPECT_EQ(fence::heavy_fences, 0);
}

TEST_F(fences, are_no_longer_made_when_the_light_token_is_gone) {
    {
        const sourced_token own = root_.get_token();
        make_light(own);
    }
    root_.cancel();
    EXPECT_EQ(fence::heavy_fences, 0);
}

class a_followed_token : public scenario {
protected:
    ~a_followed_token() override { sleep::at_brief_lock = nullptr; }

    /// The end of the follower stops at its lock. The token ends then, and does not come to its end
    /// before the follower's goes on.
    void expect_to_wait_for_a_leaving_follower(bool cancelled) {
        gate stopped;
        gate go_on;
        std::atomic<bool> is_first = true;
        sleep::at_brief_lock = [&] {
            if (is_first.exchange(false)) {
                stopped.open();
                go_on.pass();
            }
        };
        std::thread ending([this] { follower_.reset(); });
        stopped.pass();
        if (cancelled) {
            leader_->cancel();
        }
        std::promise<void> ended;
        std::thread other([&] {
            leader_.reset();
            ended.set_value();
        });
        EXPECT_EQ(ended.get_future().wait_for(std::chrono::milliseconds(50)),
                  std::future_status::timeout);
        go_on.open();
        ending.join();
        other.join();
    }

    std::optional<standalone_token> leader_{std::in_place};
    std::optional<cancellation_source> follower_{cancellation_source::following(*leader_)};
};

TEST_F(a_followed_token, releases_its_follower) {
    leader_.reset();
    EXPECT_FALSE(follower_->is_cancelled());
    follower_.reset();
}

TEST_F(a_followed_token, is_cancelled_with_one_fence_for_all) {
    const sourced_token own = follower_->get_token();
    make_light(*leader_);
    make_light(own);
    leader_->cancel();
    EXPECT_TRUE(own.is_cancelled());
    EXPECT_EQ(fence::heavy_fences, 1);
}

TEST_F(a_followed_token, waits_for_one_that_leaves) {
    expect_to_wait_for_a_leaving_follower(false);
}

TEST_F(a_followed_token, waits_for_one_that_leaves_when_it_was_cancelled) {
    expect_to_wait_for_a_leaving_follower(true);
}

} // namespace
} // namespace tollgate::cancel
