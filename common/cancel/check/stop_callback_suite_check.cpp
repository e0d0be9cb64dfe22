// SPDX-License-Identifier: BSL-1.0
//
// What the standard promises of std::stop_callback, asked of the standard library's and of ours.
#include "seen_asleep.hpp"
#include "stop_adapters.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <latch>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

namespace tollgate::cancel {
namespace {

template <class Stop>
class a_stop_callback : public testing::Test {};
using all_stops = testing::Types<standard_stop, own_stop<policy::symmetric>,
                                 own_stop<policy::asymmetric>, own_stop<policy::adaptive>>;
TYPED_TEST_SUITE(a_stop_callback, all_stops);

TYPED_TEST(a_stop_callback, runs_once_however_often_it_is_requested) {
    typename TypeParam::source source;
    const auto token = TypeParam::token_of(source);
    int runs = 0;
    const typename TypeParam::callback one(token, [&] { ++runs; });
    EXPECT_FALSE(TypeParam::requested(token));
    EXPECT_TRUE(TypeParam::request(source));
    EXPECT_FALSE(TypeParam::request(source));
    EXPECT_TRUE(TypeParam::requested(token));
    EXPECT_EQ(runs, 1);
}

TYPED_TEST(a_stop_callback, does_not_run_after_its_end) {
    typename TypeParam::source source;
    int runs = 0;
    {
        const typename TypeParam::callback one(TypeParam::token_of(source), [&] { ++runs; });
    }
    TypeParam::request(source);
    EXPECT_EQ(runs, 0);
}

TYPED_TEST(a_stop_callback, runs_on_the_requesting_thread) {
    typename TypeParam::source source;
    std::thread::id ran_on;
    const typename TypeParam::callback one(TypeParam::token_of(source),
                                           [&] { ran_on = std::this_thread::get_id(); });
    std::thread::id requested_on;
    std::thread requester([&] {
        requested_on = std::this_thread::get_id();
        TypeParam::request(source);
    });
    requester.join();
    EXPECT_EQ(ran_on, requested_on);
}

TYPED_TEST(a_stop_callback, runs_in_its_constructor_if_it_was_requested_before) {
    typename TypeParam::source source;
    TypeParam::request(source);
    int runs = 0;
    const typename TypeParam::callback one(TypeParam::token_of(source), [&] { ++runs; });
    EXPECT_EQ(runs, 1);
}

TYPED_TEST(a_stop_callback, runs_in_its_constructor_if_another_one_runs) {
    typename TypeParam::source source;
    int runs = 0;
    const typename TypeParam::callback outer(TypeParam::token_of(source), [&] {
        const typename TypeParam::callback inner(TypeParam::token_of(source), [&] { ++runs; });
        runs *= 10;
    });
    TypeParam::request(source);
    EXPECT_EQ(runs, 10);
}

TYPED_TEST(a_stop_callback, may_end_itself) {
    typename TypeParam::source source;
    std::unique_ptr<typename TypeParam::callback> one;
    int runs = 0;
    one = std::make_unique<typename TypeParam::callback>(TypeParam::token_of(source), [&] {
        int& counted = runs; // the captures go with the callback
        one.reset();
        ++counted;
    });
    TypeParam::request(source);
    EXPECT_EQ(runs, 1);
    EXPECT_EQ(one, nullptr);
}

TYPED_TEST(a_stop_callback, may_end_another_one) {
    typename TypeParam::source source;
    std::unique_ptr<typename TypeParam::callback> both[2];
    int runs = 0;
    for (int own = 0; own < 2; ++own) {
        both[own] =
            std::make_unique<typename TypeParam::callback>(TypeParam::token_of(source), [&, own] {
                ++runs;
                both[1 - own].reset();
            });
    }
    TypeParam::request(source);
    EXPECT_EQ(runs, 1);
}

TYPED_TEST(a_stop_callback, that_runs_is_waited_for_by_the_thread_that_ends_it) {
    typename TypeParam::source source;
    std::promise<long> who_waits;
    std::latch runs(1);
    int payload = 0; // not atomic: the end of the callback is what orders it
    std::optional<typename TypeParam::callback> one(std::in_place, TypeParam::token_of(source),
                                                    [&] {
                                                        runs.count_down();
                                                        seen_asleep(who_waits.get_future().get());
                                                        payload = 42;
                                                    });
    std::thread requester([&] { TypeParam::request(source); });
    runs.wait();
    who_waits.set_value(own_thread_id());
    one.reset();
    EXPECT_EQ(payload, 42);
    requester.join();
}

/// If it waited, the two would wait for each other for ever.
TYPED_TEST(a_stop_callback, ends_without_waiting_for_another_one_that_runs) {
    typename TypeParam::source source;
    std::latch slow_runs(1);
    std::latch fast_is_gone(1);
    std::optional<typename TypeParam::callback> fast(std::in_place, TypeParam::token_of(source),
                                                     [] {});
    const typename TypeParam::callback slow(TypeParam::token_of(source), [&] {
        slow_runs.count_down();
        fast_is_gone.wait();
    });
    std::thread requester([&] { TypeParam::request(source); });
    slow_runs.wait();
    fast.reset();
    fast_is_gone.count_down();
    requester.join();
}

TYPED_TEST(a_stop_callback, of_many_threads_runs_at_most_once_each_and_never_too_late) {
    for (int round = 0; round < 20; ++round) {
        typename TypeParam::source source;
        std::latch together(4);
        std::atomic<int> wrong = 0;
        std::vector<std::thread> threads;
        threads.reserve(3);
        for (int i = 0; i < 3; ++i) {
            threads.emplace_back([&, token = TypeParam::token_of(source)] {
                together.arrive_and_wait();
                bool requested = false;
                for (int k = 0; k < 50 || !requested; ++k) {
                    requested = TypeParam::requested(token);
                    auto runs = std::make_unique<int>(0);
                    {
                        const typename TypeParam::callback one(token, [&runs] { ++*runs; });
                    }
                    wrong += *runs > 1 || (requested && *runs != 1) ? 1 : 0;
                }
            });
        }
        together.arrive_and_wait();
        EXPECT_TRUE(TypeParam::request(source));
        for (std::thread& one : threads) {
            one.join();
        }
        EXPECT_EQ(wrong, 0);
    }
}

TYPED_TEST(a_stop_callback, outlives_its_source) {
    std::optional<typename TypeParam::source> source(std::in_place);
    auto copy = *source;
    int runs = 0;
    const typename TypeParam::callback one(TypeParam::token_of(*source), [&] { ++runs; });
    source.reset();
    TypeParam::request(copy);
    EXPECT_EQ(runs, 1);
}

} // namespace
} // namespace tollgate::cancel
