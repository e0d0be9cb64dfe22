// SPDX-License-Identifier: BSL-1.0
//
// Threads that freeze again and again, and some that are gone before their report is.
#include "listener.hpp"

#include <tollgate/faults/sanitized.hpp>
#include <tollgate/faults/stress_scale.hpp>
#include <tollgate/faults/watchdog.hpp>
#include <tollgate/liveness/registry.hpp>
#include <tollgate/liveness/watched_scope.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace tollgate::liveness {
namespace {

using namespace std::chrono_literals;

settings impatient(std::chrono::nanoseconds timeout) {
    settings how;
    how.period = 1ms;
    how.of_scopes.timeout = timeout;
    return how;
}

TEST(a_thread_that_freezes_again, is_reported_again_and_each_time_once) {
    const faults::watchdog patience("episodes");
    constexpr std::size_t threads_count = 4;
    constexpr std::size_t episodes_count = 60;
    listener heard;
    {
        settings how = impatient(4ms);
        how.sinks.push_back(heard.ear());
        registry one(how);
        std::vector<std::thread> threads;
        for (std::size_t number = 0; number < threads_count; ++number) {
            threads.emplace_back([&, name = "again " + std::to_string(number)] {
                const watched_scope watched(one, name, 1);
                for (std::size_t episode = 1; episode <= episodes_count; ++episode) {
                    heard.wait_for(episode, event::kind::frozen, name);
                    checkpoint(2);
                }
            });
        }
        for (std::thread& each : threads) {
            each.join();
        }
    }
    for (std::size_t number = 0; number < threads_count; ++number) {
        const std::string name = "again " + std::to_string(number);
        const std::size_t frozen = heard.count(event::kind::frozen, name);
        // The last checkpoint may have been followed by one more, before the scope's end.
        EXPECT_GE(frozen, episodes_count);
        EXPECT_LE(frozen, episodes_count + 1);
        EXPECT_EQ(heard.count(event::kind::recovered, name), frozen);
    }
}

/// Freezes and recoveries in turns, by episode, under one name.
void expect_pairs(const std::vector<event>& all) {
    std::map<std::uint64_t, std::vector<event>> episodes;
    for (const event& one : all) {
        episodes[one.episode].push_back(one);
    }
    for (const auto& [number, told] : episodes) {
        ASSERT_EQ(told.size(), 2U) << "episode " << number;
        EXPECT_EQ(told[0].what, event::kind::frozen);
        EXPECT_EQ(told[1].what, event::kind::recovered);
        EXPECT_EQ(told[0].name, told[1].name);
        EXPECT_EQ(told[0].thread_id, told[1].thread_id);
    }
}

TEST(a_thread_that_ends_during_its_report, is_reported_and_harms_nobody) {
    const faults::watchdog patience("ends during its report");
    listener first;
    listener last;
    {
        settings how = impatient(3ms);
        how.sinks.push_back(first.ear());
        how.sinks.emplace_back([](const event&) { std::this_thread::sleep_for(300us); });
        how.sinks.push_back(last.ear());
        registry one(how);
        for (int round = 0; round < 60; ++round) {
            std::vector<std::thread> threads;
            for (int number = 0; number < 4; ++number) {
                threads.emplace_back(
                    [&, name = std::to_string(round) + "." + std::to_string(number)] {
                        const watched_scope watched(one, name, 1);
                        first.wait_for(1, event::kind::frozen, name);
                    });
            }
            for (std::thread& each : threads) {
                each.join();
            }
        }
    }
    EXPECT_EQ(last.count(event::kind::frozen), 240U);
    expect_pairs(last.heard());
}

// Ends at any time around its timeout: the scanner finds it changed while it copies.
TEST(a_thread_that_ends_at_its_timeout, is_reported_whole_or_not_at_all) {
    const faults::watchdog patience("ends at its timeout");
    listener heard;
    constexpr std::size_t most = 400 / faults::stress_divisor;
    std::size_t rounds = 0;
    {
        settings how = impatient(1ms);
        how.sinks.push_back(heard.ear());
        // Of GCC 12, the thread sanitizer does not know how a mutex is locked with a time limit.
        how.stacks = !faults::is_thread_sanitized;
        registry one(how);
        for (; rounds < most; ++rounds) {
            std::thread([&, rounds] {
                const watched_scope watched(one, "brief", 1);
                std::this_thread::sleep_for(800us + rounds % 32 * 100us);
            }).join();
        }
    }
    EXPECT_LE(heard.count(event::kind::frozen), rounds);
    expect_pairs(heard.heard());
}

} // namespace
} // namespace tollgate::liveness
