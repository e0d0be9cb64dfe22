// SPDX-License-Identifier: BSL-1.0
//
// The first handler of a token of a source: in a list, with no stack attached. Most tokens of one
// request have no other.
#include "actors.hpp"

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/sleep/brief_lock.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <thread>
#include <vector>

namespace tollgate::cancel {
namespace {

class a_first_handler : public scene {
protected:
    ~a_first_handler() override { sleep::at_brief_lock = nullptr; }

    std::function<void()> noting(int number) {
        return [this, number] { order_.push_back(number); };
    }
    const cancellation_source source_;
    std::vector<int> order_;
};

TEST_F(a_first_handler, takes_two_locks_and_its_token_none) {
    acting one;
    int locks = 0;
    sleep::at_brief_lock = [&locks] { ++locks; };
    {
        const sourced_token token = source_.get_token();
        EXPECT_EQ(locks, 0);
        cancellation_guard(token, one).release();
        EXPECT_EQ(locks, 2);
    }
    EXPECT_EQ(locks, 2);
    EXPECT_TRUE(source_.cancel());
    EXPECT_EQ(one.runs, 0);
}

TEST_F(a_first_handler, runs_before_those_inside_it) {
    acting handlers[]{acting(noting(0)), acting(noting(1)), acting(noting(2))};
    const sourced_token token = source_.get_token();
    const cancellation_guard outer(token, handlers[0]);
    const cancellation_guard inner(token, handlers[1]);
    const cancellation_guard innermost(token, handlers[2]);
    EXPECT_TRUE(source_.cancel());
    EXPECT_EQ(order_, (std::vector<int>{0, 1, 2}));
}

TEST_F(a_first_handler, runs_before_that_of_a_thread_that_comes_to_own_the_stack) {
    acting handlers[]{acting(noting(0)), acting(noting(1)), acting(noting(2))};
    const sourced_token token = source_.get_token();
    const cancellation_guard own(token, handlers[0]);
    std::optional<cancellation_guard> others;
    std::thread([&] { others.emplace(token, handlers[1]); }).join();
    const cancellation_guard last(token, handlers[2]);
    EXPECT_TRUE(source_.cancel());
    EXPECT_EQ(order_, (std::vector<int>{0, 1, 2}));
    std::thread([&] { others.reset(); }).join();
}

TEST_F(a_first_handler, goes_while_others_stay) {
    acting first;
    acting second;
    const sourced_token token = source_.get_token();
    std::optional<cancellation_guard> outer(std::in_place, token, first);
    const cancellation_guard inner(token, second);
    outer.reset();
    EXPECT_TRUE(source_.cancel());
    EXPECT_EQ(first.runs, 0);
    EXPECT_EQ(second.runs, 1);
}

TEST_F(a_first_handler, that_has_run_leaves_its_token_free_to_go) {
    acting one;
    {
        const sourced_token token = source_.get_token();
        const cancellation_guard guard(token, one);
        EXPECT_TRUE(source_.cancel());
    }
    EXPECT_EQ(one.runs, 1);
    EXPECT_EQ(one.resets, 1);
}

} // namespace
} // namespace tollgate::cancel
