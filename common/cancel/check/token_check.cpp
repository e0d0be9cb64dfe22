// SPDX-License-Identifier: BSL-1.0
//
// The questions that a token answers, and on which threads.
#include "cancellable.hpp"

#include <tollgate/cancel/token.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <thread>
#include <type_traits>

namespace tollgate::cancel {
namespace {

using namespace std::chrono_literals;

static_assert(!std::is_copy_constructible_v<standalone_token>);
static_assert(!std::is_move_constructible_v<standalone_token>);
static_assert(std::is_nothrow_copy_constructible_v<sourced_token>);
static_assert(std::is_nothrow_move_constructible_v<sourced_token>);
static_assert(!std::is_copy_assignable_v<sourced_token>);
static_assert(!std::is_convertible_v<sourced_token, bool>, "explicit only");
static_assert(std::is_nothrow_copy_constructible_v<dummy_token>);
static_assert(std::is_nothrow_copy_assignable_v<dummy_token>);

constexpr dummy_token constant;
static_assert(constant && !constant.is_cancelled() && !constant.can_be_cancelled());
constexpr dummy_token constant_copy = constant;
static_assert(!constant_copy.can_be_cancelled());

TEST(dummy_token, takes_handlers_that_never_run) {
    const dummy_token dummy;
    scripted_handler handler;
    {
        cancellation_guard guard(dummy, handler);
        EXPECT_FALSE(guard.is_cancelled());
        EXPECT_EQ(guard.try_release(), release_result::removed);
        EXPECT_EQ(guard.release(), release_result::removed);
    }
    EXPECT_EQ(handler.cancels + handler.resets, 0);
}

TEST(dummy_token, is_copied_without_the_handlers_that_it_has) {
    dummy_token dummy;
    scripted_handler handler;
    const cancellation_guard guard(dummy, handler);
    const dummy_token copy = dummy; // NOLINT(performance-unnecessary-copy-initialization)
    dummy = copy;
    const token& base = copy;
    scripted_handler another;
    const cancellation_guard guard_with_the_copy(base, another);
    EXPECT_FALSE(base.can_be_cancelled() || guard_with_the_copy.is_cancelled());
    EXPECT_FALSE(static_cast<const token&>(dummy).can_be_cancelled());
}

INSTANTIATE_TEST_SUITE_P(all, every_token, ::testing::ValuesIn(all_token_cases()), token_case_name);

TEST_P(every_token, is_cancelled_by_the_first_call_and_stays_so) {
    const token& cancellation = subject.get();
    EXPECT_TRUE(cancellation.can_be_cancelled());
    EXPECT_FALSE(cancellation.is_cancelled());
    EXPECT_TRUE(static_cast<bool>(cancellation));
    EXPECT_TRUE(subject.cancel());
    EXPECT_TRUE(cancellation.is_cancelled());
    EXPECT_FALSE(static_cast<bool>(cancellation));
    EXPECT_FALSE(subject.cancel());
    EXPECT_TRUE(cancellation.is_cancelled());
    EXPECT_TRUE(cancellation.can_be_cancelled());
}

TEST_P(every_token, publishes_what_was_written_before_the_cancellation) {
    int written = 0; // not atomic: the token orders it
    int read = -1;
    std::thread reader([&] {
        while (subject.get()) {
            std::this_thread::yield();
        }
        read = written;
    });
    written = 42;
    subject.cancel();
    reader.join();
    EXPECT_EQ(read, 42);
}

TEST_P(every_token, is_cancelled_when_asked_in_a_handler_and_cancels_no_more) {
    bool are_cancelled = false;
    bool again = true;
    scripted_handler handler([&] {
        are_cancelled = subject.get().is_cancelled() && subject.second().is_cancelled();
        again = subject.cancel();
    });
    const cancellation_guard guard(subject.get(), handler);
    EXPECT_TRUE(subject.cancel());
    EXPECT_TRUE(are_cancelled);
    EXPECT_FALSE(again);
    EXPECT_EQ(handler.cancels, 1);
}

} // namespace
} // namespace tollgate::cancel
