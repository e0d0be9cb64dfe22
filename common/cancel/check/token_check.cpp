// SPDX-License-Identifier: BSL-1.0
//
// What can be asked of a token, and by whom.
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
    const dummy_token one;
    scripted_handler handler;
    {
        cancellation_guard guard(one, handler);
        EXPECT_FALSE(guard.is_cancelled());
        EXPECT_EQ(guard.try_release(), release_result::removed);
        EXPECT_EQ(guard.release(), release_result::removed);
    }
    EXPECT_EQ(handler.cancels + handler.resets, 0);
}

TEST(dummy_token, is_copied_without_the_handlers_that_it_has) {
    dummy_token one;
    scripted_handler handler;
    const cancellation_guard guard(one, handler);
    const dummy_token copy = one; // NOLINT(performance-unnecessary-copy-initialization)
    one = copy;
    const token& seen = copy;
    scripted_handler another;
    const cancellation_guard guard_with_the_copy(seen, another);
    EXPECT_FALSE(seen.can_be_cancelled() || guard_with_the_copy.is_cancelled());
    EXPECT_FALSE(static_cast<const token&>(one).can_be_cancelled());
}

INSTANTIATE_TEST_SUITE_P(all, every_token, testing::ValuesIn(all_token_cases()), token_case_name);

TEST_P(every_token, is_cancelled_by_the_first_call_and_stays_so) {
    const token& seen = subject.get();
    EXPECT_TRUE(seen.can_be_cancelled());
    EXPECT_FALSE(seen.is_cancelled());
    EXPECT_TRUE(static_cast<bool>(seen));
    EXPECT_TRUE(subject.cancel());
    EXPECT_TRUE(seen.is_cancelled());
    EXPECT_FALSE(static_cast<bool>(seen));
    EXPECT_FALSE(subject.cancel());
    EXPECT_TRUE(seen.is_cancelled());
    EXPECT_TRUE(seen.can_be_cancelled());
}

TEST_P(every_token, publishes_what_was_written_before_the_cancellation) {
    int written = 0; // not atomic: the token is what orders it
    int seen = -1;
    std::thread reader([&] {
        while (subject.get()) {
            std::this_thread::yield();
        }
        seen = written;
    });
    written = 42;
    subject.cancel();
    reader.join();
    EXPECT_EQ(seen, 42);
}

TEST_P(every_token, is_cancelled_when_asked_in_a_handler_and_cancels_no_more) {
    bool seen = false;
    bool again = true;
    scripted_handler handler([&] {
        seen = subject.get().is_cancelled() && subject.second().is_cancelled();
        again = subject.cancel();
    });
    const cancellation_guard guard(subject.get(), handler);
    EXPECT_TRUE(subject.cancel());
    EXPECT_TRUE(seen);
    EXPECT_FALSE(again);
    EXPECT_EQ(handler.cancels, 1);
}

} // namespace
} // namespace tollgate::cancel
