// SPDX-License-Identifier: BSL-1.0
//
// A callable that runs when a token is cancelled.
#include "every_token.hpp"

#include <tollgate/cancel/dummy_token.hpp>
#include <tollgate/cancel/on_cancel.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

namespace tollgate::cancel {
namespace {

class an_on_cancel : public every_token {};
INSTANTIATE_TEST_SUITE_P(of, an_on_cancel, testing::ValuesIn(all_token_cases()), token_case_name);

TEST_P(an_on_cancel, runs_once) {
    int runs = 0;
    {
        const on_cancel count(subject.get(), [&] { ++runs; });
        EXPECT_EQ(runs, 0);
        subject.cancel();
        subject.cancel();
    }
    EXPECT_EQ(runs, 1);
}

TEST_P(an_on_cancel, that_is_gone_does_not_run) {
    int runs = 0;
    {
        const on_cancel count(subject.get(), [&] { ++runs; });
    }
    subject.cancel();
    EXPECT_EQ(runs, 0);
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

TEST_P(an_on_cancel, made_by_another_one_runs_at_once) {
    int runs = 0;
    const on_cancel outer(subject.get(), [&] {
        const on_cancel inner(subject.get(), [&] { ++runs; });
        runs *= 10;
    });
    subject.cancel();
    EXPECT_EQ(runs, 10);
}

TEST_P(an_on_cancel, that_may_throw_throws_out_of_the_cancellation) {
    int runs = 0;
    const on_cancel lower(subject.get(), [&] { ++runs; });
    const on_cancel thrower(subject.get(), may_throw, [] { throw std::runtime_error("it"); });
    const on_cancel upper(subject.get(), [&] { ++runs; });
    EXPECT_THROW(subject.cancel(), std::runtime_error);
    EXPECT_EQ(runs, 2);
}

TEST_P(an_on_cancel, that_may_throw_throws_out_of_its_constructor) {
    subject.cancel();
    const auto fail = [] { throw std::runtime_error("it"); };
    EXPECT_THROW(on_cancel(subject.get(), may_throw, fail), std::runtime_error);
}

TEST_P(an_on_cancel, may_destroy_itself) {
    std::unique_ptr<on_cancel<std::function<void()>>> one;
    int runs = 0;
    const auto end = [&] {
        ++runs;
        one.reset();
    };
    one = std::make_unique<on_cancel<std::function<void()>>>(subject.get(), end);
    subject.cancel();
    EXPECT_EQ(runs, 1);
    EXPECT_EQ(one, nullptr);
}

TEST(an_on_cancel_of_a_dummy, never_runs) {
    const dummy_token never;
    int runs = 0;
    {
        const on_cancel count(never, [&] { ++runs; });
    }
    EXPECT_EQ(runs, 0);
}

TEST(an_on_cancel_of_a_movable_callable, takes_it_in) {
    standalone_token one;
    int seen = 0;
    const on_cancel look(one, [&seen, owned = std::make_unique<int>(42)] { seen = *owned; });
    one.cancel();
    EXPECT_EQ(seen, 42);
}

TEST(an_on_cancel_of_a_reference, calls_what_it_refers_to) {
    standalone_token one;
    int runs = 0;
    auto count = [&runs, own = 0]() mutable { runs = ++own; };
    count();
    const on_cancel<decltype(count)&> call(one, count);
    one.cancel();
    EXPECT_EQ(runs, 2);
}

TEST(an_on_cancel_death, comes_of_a_callable_that_throws_unsaid) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const auto fail = [] { throw std::runtime_error("it"); };
    EXPECT_DEATH(
        {
            standalone_token one;
            const on_cancel thrower(one, fail);
            one.cancel();
        },
        "terminate");
    EXPECT_DEATH(
        {
            standalone_token one;
            one.cancel();
            const on_cancel thrower(one, fail);
        },
        "terminate");
}

} // namespace
} // namespace tollgate::cancel
