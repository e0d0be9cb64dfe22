// SPDX-License-Identifier: BSL-1.0
//
// Loops of whole groups of threads: creation, jobs of a pool, a barrier and latches.
#include "create_join.hpp"
#include "meeting_loop.hpp"
#include "meetings.hpp"
#include "pool_post.hpp"

#include <tollgate/testing/counting_probe.hpp>

#include <gmock/gmock.h>

#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace tollgate::testing;
using namespace tollgate::thread_test;

template <class Loop>
void expect_operations(const Loop& loop) {
    for (const std::uint64_t operations : {0, 1, 2, 200}) {
        counting_probe probe(operations);
        const auto report = loop(probe);
        EXPECT_EQ(report.probe_calls, std::vector<std::uint64_t>{operations + 1});
        EXPECT_EQ(report.failures, std::vector<std::string>{}) << operations << " operations";
        EXPECT_EQ(probe.calls(), operations + 1);
        EXPECT_TRUE(probe.in_order());
    }
}

TEST(create_join, creates_a_thread_for_each_operation) {
    expect_operations(create_join<std::thread>{});
    expect_operations(create_join<std::jthread>{});
    expect_operations(create_join<async_thread>{});
    expect_operations(create_join<child_thread>{});
}

TEST(pool_post, posts_a_job_for_each_operation) {
    for (const std::size_t pool_threads : {1, 2, 3}) {
        expect_operations(pool_post<asio_pool>{pool_threads, {}});
    }
}

TEST(meeting_loop, has_a_round_for_each_operation) {
    for (const std::size_t threads : {2, 3, 5}) {
        expect_operations(meeting_loop<barrier_meetings>{threads, {}});
        expect_operations(meeting_loop<latch_meetings>{threads, {}});
    }
}

} // namespace
