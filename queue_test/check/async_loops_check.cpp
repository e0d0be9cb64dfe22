// SPDX-License-Identifier: BSL-1.0
#include "async_pingpong.hpp"
#include "async_pop_loop.hpp"

#include <tollgate/queue/blocking_queue.hpp>
#include <tollgate/queue/status.hpp>
#include <tollgate/testing/counting_probe.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::queue_test;
using number_queue = queue::blocking_queue<std::uint64_t>;
using failure_list = std::vector<std::string>;

/// A queue whose tenth push pushes as often as `Times` says.
template <int Times>
struct faulty_numbers : number_queue {
    using number_queue::number_queue;
    queue::status push(std::uint64_t number) {
        ++pushes;
        for (int i = 0; i < (pushes == 10 ? Times : 1); ++i) {
            static_cast<void>(number_queue::push(number));
        }
        return queue::status::done;
    }
    int pushes = 0;
};

template <class Loop>
failure_list failures_of(const Loop& loop) {
    tollgate::testing::counting_probe probe(100);
    return loop(probe).failures;
}

TEST(async_loops, count_their_operations) {
    for (const std::uint64_t operations : {0, 1, 2, 7}) {
        tollgate::testing::counting_probe probe(operations);
        const auto report = async_pingpong<>()(probe);
        EXPECT_EQ(report.probe_calls, tollgate::testing::probe_calls_in_a_ring(operations + 1, 2));
        EXPECT_TRUE(probe.in_order());
        EXPECT_EQ(report.failures, failure_list());
        tollgate::testing::counting_probe pops(operations);
        EXPECT_EQ(async_pop_loop<popper::coroutine>()(pops).failures, failure_list());
        EXPECT_EQ(pops.calls(), operations + 1);
    }
}

TEST(async_loops, report_mistakes_of_a_queue) {
    EXPECT_EQ(failures_of(async_pingpong<faulty_numbers<0>>()),
              failure_list{"a coroutine was not resumed"});
    EXPECT_EQ(failures_of(async_pingpong<faulty_numbers<2>>()),
              failure_list{"a number arrived twice, or not at all"});
    EXPECT_EQ(failures_of(async_pop_loop<popper::thread, faulty_numbers<2>>()),
              failure_list{"a pop took another element than its push had pushed"});
    EXPECT_EQ(failures_of(async_pop_loop<popper::coroutine, faulty_numbers<2>>()),
              failure_list{"a pop took another element than its push had pushed"});
    EXPECT_EQ(failures_of(async_pop_loop<popper::coroutine, faulty_numbers<0>>()),
              failure_list{"a coroutine waited for an element that was there"});
}

} // namespace
