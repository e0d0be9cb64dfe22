// SPDX-License-Identifier: BSL-1.0
//
// Sources whose handlers cancel each other.
#include "every_token.hpp"

#include <tollgate/cancel/on_cancel.hpp>

#include <gtest/gtest.h>

#include <latch>
#include <optional>
#include <thread>

namespace tollgate::cancel {
namespace {

class crossed_sources : public every_token {
protected:
    cancellable other{GetParam()};
};
INSTANTIATE_TEST_SUITE_P(of, crossed_sources, testing::ValuesIn(all_token_cases()),
                         token_case_name);

TEST_P(crossed_sources, cancel_each_other_on_one_thread) {
    std::optional<bool> first_again;
    scripted_handler first([&] { EXPECT_TRUE(other.cancel()); });
    scripted_handler second([&] { first_again = subject.cancel(); });
    const cancellation_guard of_first(subject.get(), first);
    const cancellation_guard of_second(other.get(), second);
    EXPECT_TRUE(subject.cancel());
    EXPECT_EQ(first_again, false);
    EXPECT_EQ(first.cancels, 1);
    EXPECT_EQ(second.cancels, 1);
}

/// The inner cancellation destroys the guard whose handler called it, and that handler goes on.
TEST_P(crossed_sources, may_destroy_the_guard_of_the_outer_handler) {
    scripted_handler first;
    std::optional<cancellation_guard> of_first;
    bool went_on = false;
    first.at_cancel = [&] {
        other.cancel();
        went_on = true;
    };
    scripted_handler second([&] { of_first.reset(); });
    of_first.emplace(subject.get(), first);
    const cancellation_guard of_second(other.get(), second);
    subject.cancel();
    EXPECT_TRUE(went_on);
    EXPECT_EQ(first.resets, 1);
    EXPECT_EQ(second.cancels, 1);
}

TEST_P(crossed_sources, cancel_each_other_on_two_threads) {
    std::latch both_run(2);
    bool second_again = true;
    bool first_again = true;
    scripted_handler first([&] {
        both_run.arrive_and_wait();
        second_again = other.cancel();
    });
    scripted_handler second([&] {
        both_run.arrive_and_wait();
        first_again = subject.cancel();
    });
    const cancellation_guard of_first(subject.get(), first);
    const cancellation_guard of_second(other.get(), second);
    std::thread canceller([&] { EXPECT_TRUE(other.cancel()); });
    EXPECT_TRUE(subject.cancel());
    canceller.join();
    EXPECT_FALSE(first_again);
    EXPECT_FALSE(second_again);
    EXPECT_EQ(first.cancels, 1);
    EXPECT_EQ(second.cancels, 1);
}

/// With guards that wait, these two would wait for each other for ever.
TEST_P(crossed_sources, try_to_release_each_others_guards_on_two_threads) {
    std::latch both_run(2);
    std::latch both_tried(2);
    std::optional<release_result> found[2];
    scripted_handler first;
    scripted_handler second;
    cancellation_guard of_first(subject.get(), first);
    cancellation_guard of_second(other.get(), second);
    first.at_cancel = [&] {
        both_run.arrive_and_wait();
        found[0] = of_second.try_release();
        both_tried.arrive_and_wait();
    };
    second.at_cancel = [&] {
        both_run.arrive_and_wait();
        found[1] = of_first.try_release();
        both_tried.arrive_and_wait();
    };
    std::thread canceller([&] { other.cancel(); });
    subject.cancel();
    canceller.join();
    EXPECT_EQ(found[0], release_result::running);
    EXPECT_EQ(found[1], release_result::running);
    EXPECT_EQ(of_first.release(), release_result::ran);
    EXPECT_EQ(of_second.release(), release_result::ran);
}

/// It is told at once, and does not wait for the handlers of the first call.
TEST_P(crossed_sources, tell_a_second_canceller_while_a_handler_runs) {
    std::latch runs(1);
    std::latch told(1);
    scripted_handler handler([&] {
        runs.count_down();
        told.wait();
    });
    const cancellation_guard guard(subject.get(), handler);
    std::thread canceller([&] { EXPECT_TRUE(subject.cancel()); });
    runs.wait();
    EXPECT_FALSE(subject.cancel());
    told.count_down();
    canceller.join();
    EXPECT_EQ(handler.cancels, 1);
}

} // namespace
} // namespace tollgate::cancel
