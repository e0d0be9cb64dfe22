// SPDX-License-Identifier: BSL-1.0
//
// To and from the standard's stop tokens.
#include "every_token.hpp"
#include "seen_asleep.hpp"

#include <tollgate/cancel/dummy_token.hpp>
#include <tollgate/cancel/from_stop_token.hpp>
#include <tollgate/cancel/on_cancel.hpp>
#include <tollgate/cancel/sleep.hpp>
#include <tollgate/cancel/to_stop_token.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace tollgate::cancel {
namespace {

using namespace std::chrono_literals;

class to_a_stop_token : public every_token {};
INSTANTIATE_TEST_SUITE_P(of, to_a_stop_token, testing::ValuesIn(all_token_cases()),
                         token_case_name);

TEST_P(to_a_stop_token, goes_the_cancellation) {
    const to_stop_token stop(subject.get());
    int runs = 0;
    const std::stop_callback count(stop.get(), [&] { ++runs; });
    EXPECT_TRUE(stop.get().stop_possible());
    EXPECT_FALSE(stop.get().stop_requested());
    subject.cancel();
    EXPECT_TRUE(stop.get().stop_requested());
    EXPECT_EQ(runs, 1);
}

TEST_P(to_a_stop_token, goes_a_cancellation_from_before) {
    subject.cancel();
    const to_stop_token stop(subject.get());
    EXPECT_TRUE(stop.get().stop_requested());
}

TEST_P(to_a_stop_token, goes_nothing_after_the_end) {
    std::stop_token kept;
    {
        const to_stop_token stop(subject.get());
        kept = stop.get();
    }
    subject.cancel();
    EXPECT_FALSE(kept.stop_requested());
}

TEST_P(to_a_stop_token, goes_the_end_of_a_standard_wait) {
    std::condition_variable_any condition;
    std::mutex mutex;
    const to_stop_token stop(subject.get());
    std::thread canceller([this, waiter = own_thread_id()] {
        seen_asleep(waiter);
        subject.cancel();
    });
    {
        std::unique_lock lock(mutex);
        EXPECT_FALSE(condition.wait(lock, stop.get(), [] { return false; }));
    }
    canceller.join();
}

/// The adapter held the last stop source, and its state is in the middle of a request.
TEST_P(to_a_stop_token, may_go_while_its_stop_is_requested) {
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

TEST(to_a_stop_token_of_a_dummy, goes_nothing) {
    const dummy_token never;
    const to_stop_token stop(never);
    EXPECT_FALSE(stop.get().stop_requested());
}

class from_a_stop_token : public testing::TestWithParam<policy> {};
INSTANTIATE_TEST_SUITE_P(of, from_a_stop_token,
                         testing::Values(policy::symmetric, policy::asymmetric, policy::adaptive));

TEST_P(from_a_stop_token, comes_the_request) {
    std::stop_source stop;
    const from_stop_token cancellation(stop.get_token(), GetParam());
    const token& seen = cancellation;
    int runs = 0;
    const on_cancel count(cancellation, [&] { ++runs; });
    EXPECT_EQ(&seen, &cancellation.get());
    EXPECT_FALSE(seen.is_cancelled());
    stop.request_stop();
    EXPECT_TRUE(seen.is_cancelled());
    EXPECT_EQ(runs, 1);
}

TEST_P(from_a_stop_token, comes_a_request_from_before) {
    std::stop_source stop;
    stop.request_stop();
    const from_stop_token cancellation(stop.get_token(), GetParam());
    EXPECT_TRUE(cancellation.get().is_cancelled());
    EXPECT_EQ(sleep_for(1h, cancellation), wait_status::cancelled);
}

TEST_P(from_a_stop_token, comes_nothing_after_the_end) {
    std::stop_source stop;
    { const from_stop_token cancellation(stop.get_token(), GetParam()); }
    EXPECT_TRUE(stop.request_stop());
}

TEST_P(from_a_stop_token, that_can_not_be_stopped_comes_nothing) {
    const from_stop_token cancellation(std::stop_token(), GetParam());
    EXPECT_FALSE(cancellation.get().is_cancelled());
}

TEST_P(from_a_stop_token, comes_the_end_of_a_sleep) {
    std::jthread sleeper([](const std::stop_token& stop) {
        const from_stop_token cancellation(stop, GetParam());
        EXPECT_EQ(sleep_for(1h, cancellation), wait_status::cancelled);
    });
    sleeper.request_stop();
    sleeper.join();
}

TEST_P(from_a_stop_token, comes_what_is_needed_for_one_call) {
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(sleep_for(1h, from_stop_token(stop.get_token(), GetParam())), wait_status::cancelled);
}

/// There and back again.
TEST_P(from_a_stop_token, comes_what_went_to_one) {
    standalone_token first(GetParam());
    const to_stop_token stop(first);
    const from_stop_token last(stop.get(), GetParam());
    first.cancel();
    EXPECT_TRUE(last.get().is_cancelled());
}

} // namespace
} // namespace tollgate::cancel
