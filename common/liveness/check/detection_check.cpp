// SPDX-License-Identifier: BSL-1.0
//
// The events of frozen scopes: their kinds and their number.
#include "by_hand.hpp"

#include <tollgate/liveness/checkpoint.hpp>
#include <tollgate/liveness/migrating_scope.hpp>
#include <tollgate/liveness/watched_scope.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <optional>

namespace tollgate::liveness {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::SizeIs;

TEST(a_frozen_scope, is_reported_once_and_overdue_once) {
    by_hand watch;
    const watched_scope reader(watch.watcher, "reader", 1, {.timeout = 1s, .grace = 2s});
    watch.scan();
    watch.pass_time(1s - 1ns);
    EXPECT_THAT(watch.new_reports(), ElementsAre());
    watch.pass_time(1ns);
    EXPECT_THAT(watch.new_reports(), ElementsAre("frozen reader"));
    watch.pass_time(2s - 1ns);
    EXPECT_THAT(watch.new_reports(), ElementsAre());
    watch.pass_time(1ns);
    ASSERT_THAT(watch.reported, SizeIs(1));
    EXPECT_EQ(watch.reported[0].silent_for, 3s);
    EXPECT_THAT(watch.new_reports(), ElementsAre("overdue reader"));
    watch.pass_time(1min);
    EXPECT_THAT(watch.new_reports(), ElementsAre());
}

TEST(a_frozen_scope, without_own_timeouts_has_those_of_the_registry_at_its_beginning) {
    by_hand watch([] {
        settings options;
        options.default_timeouts = {.timeout = 100ms, .grace = 50ms};
        return options;
    }());
    const watched_scope reader(watch.watcher, "reader", 1);
    const migrating_scope session(watch.watcher, "session", 1);
    watch.watcher.set_timeouts({.timeout = 3s, .grace = 0s});
    const migrating_scope after(watch.watcher, "after", 1);
    watch.scan();
    watch.pass_time(100ms);
    EXPECT_THAT(watch.new_reports(), ElementsAre("frozen reader", "frozen session"));
    watch.pass_time(50ms);
    EXPECT_THAT(watch.new_reports(), ElementsAre("overdue reader", "overdue session"));
    watch.pass_time(3s);
    EXPECT_EQ(watch.only_event().timeout, 3s);
    EXPECT_THAT(watch.new_reports(), ElementsAre("frozen after"));
}

TEST(a_frozen_scope, that_recovers_and_freezes_again_has_two_episodes) {
    by_hand watch;
    const watched_scope reader(watch.watcher, "reader", 1, {.timeout = 1s, .grace = 1s});
    watch.pass_time(1500ms);
    checkpoint(2);
    watch.pass_time(1min);
    checkpoint(3);
    watch.pass_time(500ms);
    std::vector<std::uint64_t> episodes;
    for (const event& report : watch.reported) {
        episodes.push_back(report.episode);
    }
    EXPECT_THAT(episodes, ElementsAre(1, 1, 2, 2, 2));
    EXPECT_THAT(watch.new_reports(),
                ElementsAre("frozen reader", "recovered reader", "frozen reader", "overdue reader",
                            "recovered reader"));
}

/// The next scope has its record before the next scan.
TEST(a_frozen_scope, that_is_left_for_another_scope_has_recovered) {
    by_hand watch;
    std::optional<watched_scope> reader(std::in_place, watch.watcher, "reader", 1,
                                        timeouts{.timeout = 1s, .grace = 0s});
    watch.pass_time(2s);
    reader.reset();
    const watched_scope writer(watch.watcher, "writer", 1, {.timeout = 1s});
    watch.pass_time(500ms);
    EXPECT_THAT(watch.new_reports(), ElementsAre("frozen reader", "recovered reader"));
    watch.pass_time(1s);
    EXPECT_THAT(watch.new_reports(), ElementsAre("frozen writer"));
}

TEST(a_frozen_scope, is_one_of_many_and_one_scan_finds_all) {
    constexpr std::uint32_t many = 1000;
    const auto is_frozen = [](std::uint32_t i) { return i % 125 < 8; }; // 64 of them
    by_hand watch;
    std::deque<migrating_scope> all;
    std::vector<std::string> expected;
    for (std::uint32_t i = 0; i < many; ++i) {
        all.emplace_back(watch.watcher, std::to_string(i), i, timeouts{.timeout = 1s, .grace = 0s});
        if (is_frozen(i)) {
            expected.push_back("frozen " + std::to_string(i));
        }
    }
    for (int scans = 0; scans < 400; ++scans) {
        for (std::uint32_t i = 0; i < many; ++i) {
            if (!is_frozen(i)) {
                all[i].checkpoint(i);
            }
        }
        watch.scan_after(10ms);
        ASSERT_EQ(watch.reported.size(), scans < 100 ? 0u : 64u) << "after " << scans << " scans";
    }
    EXPECT_EQ(watch.new_reports(), expected);
}

TEST(a_scope, with_the_longest_timeout_is_not_reported_in_a_year) {
    by_hand watch([] {
        settings options;
        options.period = 1h;
        return options;
    }());
    const watched_scope reader(
        watch.watcher, "reader", 1,
        {.timeout = std::chrono::nanoseconds::max(), .grace = std::chrono::nanoseconds::max()});
    watch.pass_time(24h * 366);
    EXPECT_THAT(watch.new_reports(), ElementsAre());
    EXPECT_EQ(watch.planned(), 1h);
}

TEST(a_scope, with_a_timeout_below_the_period_is_found_by_the_next_scans) {
    by_hand watch;
    const watched_scope reader(watch.watcher, "reader", 1, {.timeout = 1ns});
    watch.scan_after(10ms);
    EXPECT_THAT(watch.new_reports(), ElementsAre()) << "it may have moved just now";
    EXPECT_EQ(watch.planned(), 1250us) << "an eighth of a period";
    watch.scan_after(watch.planned());
    EXPECT_THAT(watch.new_reports(), ElementsAre("frozen reader"));
}

} // namespace
} // namespace tollgate::liveness
