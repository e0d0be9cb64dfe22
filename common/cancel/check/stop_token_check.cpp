// SPDX-License-Identifier: BSL-1.0
//
// To and from the standard's stop tokens.
#include "cancellable.hpp"

#include <tollgate/cancel/on_cancel.hpp>
#include <tollgate/cancel/sleep.hpp>
#include <tollgate/cancel/stop_token.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

namespace tollgate::cancel {
namespace {

using namespace std::chrono_literals;

class a_stop_token_from_a_token : public every_token {};
INSTANTIATE_TEST_SUITE_P(of, a_stop_token_from_a_token, ::testing::ValuesIn(all_token_cases()),
                         token_case_name);

TEST_P(a_stop_token_from_a_token, is_stopped_by_the_cancellation) {
    const to_stop_token stop(subject.get());
    int runs = 0;
    const std::stop_callback count(stop.get(), [&] { ++runs; });
    EXPECT_TRUE(stop.get().stop_possible());
    EXPECT_FALSE(stop.get().stop_requested());
    subject.cancel();
    EXPECT_TRUE(stop.get().stop_requested());
    EXPECT_EQ(runs, 1);
}

TEST_P(a_stop_token_from_a_token, is_stopped_if_the_token_was_cancelled_before) {
    subject.cancel();
    const to_stop_token stop(subject.get());
    EXPECT_TRUE(stop.get().stop_requested());
}

TEST_P(a_stop_token_from_a_token, is_not_stopped_after_the_end) {
    std::stop_token kept;
    {
        const to_stop_token stop(subject.get());
        kept = stop.get();
    }
    subject.cancel();
    EXPECT_FALSE(kept.stop_requested());
}

/// The adapter holds the last stop source while that handles a request.
TEST_P(a_stop_token_from_a_token, may_go_while_its_stop_is_requested) {
    auto stop = std::make_unique<to_stop_token>(subject.get());
    using callback = std::stop_callback<std::function<void()>>;
    std::optional<callback> last;
    int runs = 0;
    last.emplace(stop->get(), [&] {
        ++runs;
        stop.reset();
        last.reset();
    });
    subject.cancel();
    EXPECT_EQ(runs, 1);
}

TEST(a_token_from_a_stop_token, is_cancelled_by_the_request) {
    std::stop_source stop;
    const from_stop_token cancellation(stop.get_token());
    const token& adapted = cancellation;
    int runs = 0;
    const on_cancel count(cancellation, [&] { ++runs; });
    EXPECT_EQ(&adapted, &cancellation.get());
    EXPECT_FALSE(adapted.is_cancelled());
    stop.request_stop();
    EXPECT_TRUE(adapted.is_cancelled());
    EXPECT_EQ(runs, 1);
}

TEST(a_token_from_a_stop_token, is_not_cancelled_after_the_end) {
    std::stop_source stop;
    { const from_stop_token cancellation(stop.get_token()); }
    EXPECT_TRUE(stop.request_stop());
}

TEST(a_token_from_a_stop_token, serves_for_one_call) {
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(sleep_for(1h, from_stop_token(stop.get_token())), wait_status::cancelled);
}

TEST(a_token_from_a_stop_token, passes_a_cancellation_there_and_back) {
    standalone_token first;
    const to_stop_token stop(first);
    const from_stop_token last(stop.get());
    first.cancel();
    EXPECT_TRUE(last.get().is_cancelled());
}

} // namespace
} // namespace tollgate::cancel
