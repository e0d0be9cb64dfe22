// SPDX-License-Identifier: BSL-1.0
//
// Threads that end near their timeout or during their report. Their records change while the
// scanner copies them, and the threads are gone when the reporter asks for their stacks.
#include "event_box.hpp"

#include <tollgate/liveness/registry.hpp>
#include <tollgate/liveness/watched_scope.hpp>
#include <tollgate/testing/sanitized.hpp>
#include <tollgate/testing/stress.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace tollgate::liveness {
namespace {

using namespace std::chrono_literals;

/// Each episode has a freeze and then a recovery, with the same name.
void expect_pairs(const std::vector<event>& all) {
    std::map<std::uint64_t, std::vector<event>> episodes;
    for (const event& told : all) {
        episodes[told.episode].push_back(told);
    }
    for (const auto& [number, told] : episodes) {
        ASSERT_EQ(told.size(), 2U) << "episode " << number;
        EXPECT_EQ(told[0].type, event::kind::frozen);
        EXPECT_EQ(told[1].type, event::kind::recovered);
        EXPECT_EQ(told[0].name, told[1].name);
        EXPECT_EQ(told[0].thread_id, told[1].thread_id);
    }
}

TEST(a_thread_that_ends_while_it_is_reported, is_reported_whole_or_not_at_all) {
    const testing::watchdog time_budget("ends while it is reported");
    constexpr int rounds = 400 / testing::stress_divisor;
    const event_box first;
    const event_box last;
    {
        settings options;
        options.period = 1ms;
        options.default_timeouts.timeout = 1ms;
        // The thread sanitizer of GCC 12 does not know that a timed lock locks a mutex.
        options.stacks = !testing::is_thread_sanitized;
        options.sinks = {first, [](const event&) { std::this_thread::sleep_for(300us); }, last};
        registry watcher(options);
        for (int round = 0; round < rounds; ++round) {
            std::thread([&] {
                const std::string name = std::to_string(round);
                const watched_scope watched(watcher, name, 1);
                if (round % 2 == 0) {
                    first.wait_for(event::kind::frozen, name);
                } else {
                    std::this_thread::sleep_for(800us + round % 32 * 100us);
                }
            }).join();
        }
    }
    EXPECT_GE(std::ranges::count(last.all(), event::kind::frozen, &event::type), rounds / 2);
    expect_pairs(last.all());
}

} // namespace
} // namespace tollgate::liveness
