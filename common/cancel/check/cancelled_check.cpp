// SPDX-License-Identifier: BSL-1.0
//
// Coroutines that wait for a cancellation.
#include <tollgate/await/on.hpp>
#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/cancelled.hpp>
#include <tollgate/cancel/on_cancel.hpp>
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/testing/coroutine.hpp>

#include <gtest/gtest.h>

#include <coroutine>
#include <thread>

namespace tollgate::cancel {
namespace {

using testing::manual_executor;

testing::coroutine note_cancellation(await::executor_ref /*executor*/, const token& cancellation,
                                     bool& is_noted) {
    co_await cancelled(cancellation);
    is_noted = cancellation.is_cancelled();
}

class waiting_for_a_cancellation : public ::testing::Test {
protected:
    manual_executor later;
    standalone_token stop;
    bool is_noted = false;
};

TEST_F(waiting_for_a_cancellation, does_not_suspend_if_the_token_is_cancelled) {
    stop.cancel();
    const auto waiting = note_cancellation(later, stop, is_noted);
    EXPECT_TRUE(is_noted);
    EXPECT_EQ(later.posts, 0U);
}

TEST_F(waiting_for_a_cancellation, continues_on_the_executor_not_in_the_cancellation) {
    const auto waiting = note_cancellation(later, stop, is_noted);
    EXPECT_FALSE(waiting.is_done());
    stop.cancel();
    EXPECT_EQ(later.posts, 1U);
    EXPECT_FALSE(is_noted);
    EXPECT_TRUE(later.run_one());
    EXPECT_TRUE(is_noted);
    EXPECT_TRUE(waiting.is_done());
}

TEST_F(waiting_for_a_cancellation, works_with_a_token_of_a_source_and_a_stated_executor) {
    manual_executor stated;
    cancellation_source source;
    const sourced_token by = source.get_token();
    const auto wait = [](await::executor_ref, manual_executor& other,
                         const token& cancellation) -> testing::coroutine {
        co_await await::on(other, cancelled(cancellation));
    };
    const auto waiting = wait(later, stated, by);
    source.cancel();
    EXPECT_EQ(later.posts, 0U);
    EXPECT_TRUE(stated.run_one());
    EXPECT_TRUE(waiting.is_done());
}

TEST_F(waiting_for_a_cancellation, ends_on_another_thread_while_the_owner_uses_the_token) {
    const auto nothing = [] {};
    { const on_cancel first(stop, nothing); }
    const on_cancel second(stop, nothing); // from now on this thread owns the token
    const auto waiting = note_cancellation(later, stop, is_noted);
    const on_cancel above(stop, nothing);
    stop.cancel();
    std::thread([this] { EXPECT_TRUE(later.run_one()); }).join();
    EXPECT_TRUE(is_noted);
}

// The destructor of the token would find the handler.
TEST_F(waiting_for_a_cancellation, leaves_the_token_if_the_coroutine_is_destroyed) {
    auto waiting = note_cancellation(later, stop, is_noted);
    waiting.destroy();
    stop.cancel();
    EXPECT_EQ(later.posts, 0U);
}

TEST_F(waiting_for_a_cancellation, is_withdrawn_if_the_coroutine_is_destroyed_after_the_post) {
    auto waiting = note_cancellation(later, stop, is_noted);
    stop.cancel();
    waiting.destroy();
    EXPECT_EQ(later.withdrawals, 1U);
    EXPECT_FALSE(later.run_one());
    EXPECT_FALSE(is_noted);
}

TEST_F(waiting_for_a_cancellation, never_suspends_if_the_handler_runs_during_the_suspension) {
    struct executor_that_fails {
        void post(await::work& /*unit*/) noexcept { ADD_FAILURE() << "posted while not suspended"; }
        [[nodiscard]] bool withdraw(await::work& /*unit*/) noexcept { return false; }
    } fails;
    detail::wait_for_cancellation wait(stop, fails, std::noop_coroutine());
    stop.cancel();
    EXPECT_FALSE(wait.begin());
}

} // namespace
} // namespace tollgate::cancel
