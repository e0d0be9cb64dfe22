// SPDX-License-Identifier: BSL-1.0
//
// One token of several threads: the first that registers owns the stack, and what others register
// is in a list beside it.
#include "actors.hpp"

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/standalone_token.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace tollgate::cancel {
namespace {

class sharing : public scene {
protected:
    std::function<void()> noting(int number) {
        return [this, number] { order_.push_back(number); };
    }
    open_token token_;
    acting one_;
    acting other_;
    std::vector<int> order_;
};

void elsewhere(const std::function<void()>& act) {
    std::thread(act).join();
}

/// A guard that another thread has made.
class others_guard {
public:
    others_guard(const token& with, acting& handler) {
        elsewhere([&] { guard_.emplace(with, handler); });
    }
    /// On a third thread.
    release_result release() {
        release_result seen{};
        elsewhere([&] { seen = guard_->release(); });
        return seen;
    }
    [[nodiscard]] bool is_cancelled() const { return guard_->is_cancelled(); }

private:
    std::optional<cancellation_guard> guard_;
};

// The other thread's registration must not rest on what it sees of the stack.
TEST_F(sharing, loses_nothing_while_a_push_of_the_owner_is_delayed) {
    cancellation_guard guard(token_, one_);
    delayed_store store(token_.stack(), nullptr);
    others_guard other(token_, other_);
    store.arrive();
    cancel_elsewhere(token_);
    EXPECT_EQ(one_.runs, 1);
    EXPECT_EQ(other_.runs, 1);
    EXPECT_EQ(guard.release(), release_result::ran);
    EXPECT_EQ(other.release(), release_result::ran);
    token_.reset();
}

TEST_F(sharing, brings_nothing_back_while_a_pop_of_the_owner_is_delayed) {
    std::optional<acting> gone(std::in_place);
    cancellation_guard guard(token_, *gone);
    guard.release();
    delayed_store store(token_.stack(), &*gone);
    others_guard other(token_, other_);
    store.arrive();
    cancel_elsewhere(token_);
    EXPECT_EQ(gone->runs, 0);
    EXPECT_EQ(other_.runs, 1);
    EXPECT_EQ(other.release(), release_result::ran);
}

TEST_F(sharing, is_refused_between_idle_and_the_collecting) {
    cancellation_guard guard(token_, one_);
    halted_cancellation<open_token> canceller(token_);
    const others_guard refused(token_, other_);
    EXPECT_TRUE(refused.is_cancelled());
    canceller.go_on();
    EXPECT_EQ(other_.runs, 0);
    EXPECT_EQ(one_.runs, 1);
}

TEST_F(sharing, ends_between_idle_and_the_collecting) {
    cancellation_guard guard(token_, one_);
    others_guard other(token_, other_);
    halted_cancellation<open_token> canceller(token_);
    EXPECT_EQ(other.release(), release_result::removed);
    canceller.go_on();
    EXPECT_EQ(other_.runs, 0);
    EXPECT_EQ(one_.runs, 1);
}

TEST_F(sharing, runs_in_the_order_of_registration) {
    std::array<acting, 6> all{acting(noting(0)), acting(noting(1)), acting(noting(2)),
                              acting(noting(3)), acting(noting(4)), acting(noting(5))};
    std::vector<std::optional<cancellation_guard>> guards(all.size());
    const auto add = [&](std::size_t which) { guards[which].emplace(token_, all[which]); };
    add(0);
    elsewhere([&] { add(1); });
    add(2);
    elsewhere([&] {
        add(3);
        add(4);
    });
    add(5);
    cancel_elsewhere(token_);
    EXPECT_EQ(order_, (std::vector{0, 1, 2, 3, 4, 5}));
}

TEST_F(sharing, runs_in_the_order_of_registration_when_one_below_others_has_gone) {
    std::array<acting, 6> all{acting(noting(0)), acting(noting(1)), acting(noting(2)),
                              acting(noting(3)), acting(noting(4)), acting(noting(5))};
    std::vector<std::optional<cancellation_guard>> guards(all.size());
    const auto add = [&](std::size_t which) { guards[which].emplace(token_, all[which]); };
    for (const std::size_t each : {0U, 1U, 2U}) {
        add(each);
    }
    guards[1]->release(); // the others are listed for it
    add(3);
    add(4);
    guards[3]->release(); // and again, behind them
    add(5);
    cancel_elsewhere(token_);
    EXPECT_EQ(order_, (std::vector{0, 2, 4, 5}));
}

TEST_F(sharing, leaves_the_stack_to_its_owner_once_the_others_have_gone) {
    others_guard other(token_, other_);
    cancellation_guard(token_, one_).release();
    EXPECT_FALSE(token_.stack().is_light_and_of_this_thread());
    other.release();
    EXPECT_TRUE(token_.stack().is_light_and_of_this_thread());
    const cancellation_guard guard(token_, one_);
    EXPECT_TRUE(token_.stack().is_on_top(one_));
}

TEST_F(sharing, leaves_the_stack_to_the_next_owner_after_a_reset) {
    token_.reset();
    elsewhere([this] {
        cancellation_guard guard(token_, one_);
        EXPECT_TRUE(token_.stack().is_light_and_of_this_thread());
        EXPECT_TRUE(token_.stack().is_on_top(one_));
    });
    EXPECT_FALSE(token_.stack().is_light_and_of_this_thread());
}

TEST_F(sharing, keeps_a_moved_from_token_from_being_pushed_to) {
    const cancellation_source source(policy::asymmetric);
    sourced_token from = source.get_token();
    cancellation_guard(from, one_).release();
    const sourced_token to(std::move(from));
    const cancellation_guard guard(from, one_); // NOLINT(bugprone-use-after-move)
    const cancellation_guard another(from, other_);
    source.cancel();
    EXPECT_EQ(one_.runs + other_.runs, 0);
}

// The stack is not the new thread's, and what is in it is no reason to look through it.
TEST_F(sharing, hands_a_guard_over_with_its_token) {
    cancellation_guard lower(token_, one_);
    cancellation_guard upper(token_, other_);
    elsewhere([&] { EXPECT_EQ(lower.release(), release_result::removed); });
    cancel_elsewhere(token_);
    EXPECT_EQ(one_.runs, 0);
    EXPECT_EQ(other_.runs, 1);
    elsewhere([&] { EXPECT_EQ(upper.release(), release_result::ran); });
    token_.reset();
}

// Two threads have written to the stack, and what one of them has written is gone.
TEST_F(sharing, says_so_when_a_handler_is_lost) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH(
        {
            cancellation_guard guard(token_, one_);
            token_.stack().top.store(nullptr);
            elsewhere([&] { guard.release(); });
        },
        "tollgate::cancel: a guard is destroyed by another thread than the one that made it");
}

} // namespace
} // namespace tollgate::cancel
