// SPDX-License-Identifier: BSL-1.0
//
// One token of several threads. The thread that has made it light owns the stack. The handlers of
// other threads are in a list.
#include "actors.hpp"

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/sleep/brief_lock.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <thread>
#include <vector>

namespace tollgate::cancel {
namespace {

class sharing : public scenario {
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
        release_result result{};
        elsewhere([&] { result = guard_->release(); });
        return result;
    }
    [[nodiscard]] bool is_cancelled() const { return guard_->is_cancelled(); }

private:
    std::optional<cancellation_guard> guard_;
};

// The other thread's registration must not depend on the content of the stack.
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

TEST_F(sharing, runs_in_the_order_of_registration_when_a_lower_guard_has_gone) {
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

// So unregistering in any order visits each handler once more at the most.
TEST_F(sharing, lists_the_guards_above_a_removed_guard_once) {
    std::array<acting, 4> all;
    std::vector<std::optional<cancellation_guard>> guards(all.size());
    for (std::size_t each = 0; each < all.size(); ++each) {
        guards[each].emplace(token_, all[each]);
    }
    const detail::slot& stack = token_.stack();
    guards[1].reset();
    EXPECT_EQ(stack.top.load(), nullptr);
    EXPECT_EQ(stack.earlier, 3U);
    guards[1].emplace(token_, all[1]);
    guards[2].reset();
    EXPECT_TRUE(stack.is_on_top(all[1])) << "it is not listed for one that was";
    EXPECT_EQ(stack.earlier, 2U);
}

TEST_F(sharing, leaves_the_stack_to_its_owner_once_the_others_have_gone) {
    others_guard other(token_, other_);
    cancellation_guard(token_, one_).release();
    EXPECT_FALSE(token_.stack().is_light_for_this_thread());
    other.release();
    EXPECT_TRUE(token_.stack().is_light_for_this_thread());
    const cancellation_guard guard(token_, one_);
    EXPECT_TRUE(token_.stack().is_on_top(one_));
}

TEST_F(sharing, leaves_the_stack_to_the_next_owner_after_a_reset) {
    token_.reset();
    elsewhere([this] {
        make_light(token_);
        cancellation_guard guard(token_, one_);
        EXPECT_TRUE(token_.stack().is_light_for_this_thread());
        EXPECT_TRUE(token_.stack().is_on_top(one_));
    });
    EXPECT_FALSE(token_.stack().is_light_for_this_thread());
}

// Two threads have written to the stack, and the store of one thread is lost.
TEST_F(sharing, aborts_when_a_handler_is_lost) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_DEATH(
        {
            cancellation_guard guard(token_, one_);
            token_.stack().top.store(nullptr);
            elsewhere([&] { guard.release(); });
        },
        "tollgate::cancel: a guard is destroyed by another thread than the one that made it");
}

// Most tokens of one request have no other handler.
TEST_F(sharing, takes_two_locks_for_the_first_handler_of_a_source_and_none_for_its_token) {
    const cancellation_source source;
    int locks = 0;
    sleep::at_brief_lock = [&locks] { ++locks; };
    {
        const sourced_token first = source.get_token();
        EXPECT_EQ(locks, 0);
        cancellation_guard(first, one_).release();
        EXPECT_EQ(locks, 2);
    }
    EXPECT_EQ(locks, 2);
    sleep::at_brief_lock = nullptr;
}

} // namespace
} // namespace tollgate::cancel
