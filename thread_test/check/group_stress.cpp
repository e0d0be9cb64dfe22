// SPDX-License-Identifier: BSL-1.0
//
// Thousands of short-lived groups of threads. ThreadSanitizer watches the probe's plain data, which
// the threads use one after the other, and the latches, which are made anew in each round.
#include "meeting_loop.hpp"
#include "meetings.hpp"
#include "pool_post.hpp"

#include <tollgate/clock/posix_clock.hpp>
#include <tollgate/measure/batch.hpp>
#include <tollgate/measure/interval_probe.hpp>
#include <tollgate/testing/stress.hpp>

#include <gmock/gmock.h>

#include <cstdint>
#include <random>
#include <string>

namespace {

using namespace tollgate;
using namespace tollgate::thread_test;

constexpr int groups = 1'000;

template <class Loop>
void expect_no_failure(const Loop& loop, std::mt19937& random) {
    const auto up_to = [&](std::uint64_t most) {
        return std::uniform_int_distribution<std::uint64_t>(1, most)(random);
    };
    const measure::schedule schedule{up_to(6), {{up_to(8), 1}, {up_to(4), up_to(3)}}};
    measure::interval_probe probe(clock::monotonic_clock{}, schedule);
    const auto report = loop(probe);
    ASSERT_THAT(
        measure::failed_self_checks({probe.intervals(), probe.complete(), report}, schedule),
        ::testing::IsEmpty());
}

TEST(group_stress, many_short_loops_have_no_failure) {
    std::mt19937 random{tollgate::testing::drawn_seed()};
    for (int group = 0; group < groups && !HasFailure(); ++group) {
        const std::size_t threads = 2 + static_cast<std::size_t>(group) % 4;
        SCOPED_TRACE(std::to_string(threads) + " threads");
        expect_no_failure(meeting_loop<barrier_meetings>{threads, {}}, random);
        expect_no_failure(meeting_loop<latch_meetings>{threads, {}}, random);
        expect_no_failure(pool_post<asio_pool>{threads - 1, {}}, random);
    }
}

} // namespace
