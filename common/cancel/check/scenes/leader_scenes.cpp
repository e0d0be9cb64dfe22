// SPDX-License-Identifier: BSL-1.0
//
// Sources that follow a standalone token, when the token ends.
#include "actors.hpp"

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

class a_followed_token : public scene {
protected:
    ~a_followed_token() override { sleep::at_brief_lock = nullptr; }

    /// The end of the follower stops at this lock, counted from 1. The token ends then, and does
    /// not come to its end before the follower's goes on.
    void expect_to_wait_for_a_follower_at(int which, bool cancelled) {
        gate stopped;
        gate go_on;
        std::atomic<int> locks = 0;
        sleep::at_brief_lock = [&] {
            if (++locks == which) {
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

TEST_F(a_followed_token, lets_its_follower_go) {
    leader_.reset();
    EXPECT_FALSE(follower_->is_cancelled());
    follower_.reset();
}

TEST_F(a_followed_token, waits_for_one_that_unregisters) {
    expect_to_wait_for_a_follower_at(1, false);
}

TEST_F(a_followed_token, waits_for_one_that_has_unregistered) {
    expect_to_wait_for_a_follower_at(2, false);
}

TEST_F(a_followed_token, waits_for_one_that_unregisters_when_it_was_cancelled) {
    expect_to_wait_for_a_follower_at(1, true);
}

TEST_F(a_followed_token, waits_for_one_that_has_unregistered_when_it_was_cancelled) {
    expect_to_wait_for_a_follower_at(2, true);
}

} // namespace
} // namespace tollgate::cancel
