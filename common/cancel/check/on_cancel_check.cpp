// SPDX-License-Identifier: BSL-1.0
//
// A callable that runs when a token is cancelled.
#include "cancellable.hpp"

#include <tollgate/cancel/on_cancel.hpp>
#include <tollgate/cancel/token.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <stdexcept>
#include <thread>

namespace tollgate::cancel {
namespace {

class an_on_cancel : public every_token {};
INSTANTIATE_TEST_SUITE_P(of, an_on_cancel, ::testing::ValuesIn(all_token_cases()), token_case_name);

TEST_P(an_on_cancel, runs_once_and_on_the_cancelling_thread) {
    int runs = 0;
    std::thread::id ran_on;
    {
        const on_cancel count(subject.get(), [&] {
            ++runs;
            ran_on = std::this_thread::get_id();
        });
        EXPECT_EQ(runs, 0);
        std::thread canceller([&] { subject.cancel(); });
        const std::thread::id cancelled_on = canceller.get_id();
        canceller.join();
        subject.cancel();
        EXPECT_EQ(ran_on, cancelled_on);
    }
    EXPECT_EQ(runs, 1);
}

TEST_P(an_on_cancel, runs_at_once_and_once_if_it_is_cancelled_already) {
    subject.cancel();
    int runs = 0;
    {
        const on_cancel count(subject.get(), [&] { ++runs; });
        EXPECT_EQ(runs, 1);
    }
    EXPECT_EQ(runs, 1);
}

TEST_P(an_on_cancel, that_may_throw_throws_out_of_its_constructor) {
    subject.cancel();
    const auto fail = [] { throw std::runtime_error("it"); };
    EXPECT_THROW(on_cancel(subject.get(), may_throw, fail), std::runtime_error);
}

TEST_P(an_on_cancel, may_destroy_itself) {
    std::unique_ptr<on_cancel<std::function<void()>>> callback;
    int runs = 0;
    const auto end = [&] {
        ++runs;
        callback.reset();
    };
    callback = std::make_unique<on_cancel<std::function<void()>>>(subject.get(), end);
    subject.cancel();
    EXPECT_EQ(runs, 1);
    EXPECT_EQ(callback, nullptr);
}

TEST(an_on_cancel_of_a_dummy, never_runs) {
    const dummy_token never;
    int runs = 0;
    {
        const on_cancel count(never, [&] { ++runs; });
    }
    EXPECT_EQ(runs, 0);
}

TEST(an_on_cancel_of_a_movable_callable, moves_it_in) {
    standalone_token cancellation;
    int value = 0;
    const on_cancel read(cancellation,
                         [&value, owned = std::make_unique<int>(42)] { value = *owned; });
    cancellation.cancel();
    EXPECT_EQ(value, 42);
}

/// Can only be called as an rvalue, like a callable that gives its data away.
struct called_once {
    int* runs;
    void operator()() && { ++*runs; }
};

TEST(an_on_cancel_of_a_callable, that_is_called_once_calls_it_as_an_rvalue) {
    standalone_token cancellation;
    int runs = 0;
    const on_cancel before(cancellation, called_once{&runs});
    cancellation.cancel();
    const on_cancel after(cancellation, called_once{&runs});
    EXPECT_EQ(runs, 2);
}

TEST(an_on_cancel_death, follows_a_callable_that_throws_without_may_throw) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const auto fail = [] { throw std::runtime_error("it"); };
    EXPECT_DEATH(
        {
            standalone_token cancellation;
            const on_cancel thrower(cancellation, fail);
            cancellation.cancel();
        },
        "terminate");
    EXPECT_DEATH(
        {
            standalone_token cancellation;
            cancellation.cancel();
            const on_cancel thrower(cancellation, fail);
        },
        "terminate");
}

} // namespace
} // namespace tollgate::cancel
