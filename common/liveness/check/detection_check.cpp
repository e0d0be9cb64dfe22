// SPDX-License-Identifier: BSL-1.0
//
// Who is reported, as what, how often.
#include "by_hand.hpp"

#include <tollgate/liveness/checkpoint.hpp>
#include <tollgate/liveness/migrating_scope.hpp>
#include <tollgate/liveness/watched_scope.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <optional>
#include <set>

namespace tollgate::liveness {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::SizeIs;

TEST(a_frozen_scope, is_reported_once) {
    by_hand watch;
    const watched_scope reader(watch.in, "reader", 1, {.timeout = 1s});
    watch.pass_time(999ms);
    EXPECT_THAT(watch.said(), ElementsAre());
    watch.pass_time(1h);
    EXPECT_THAT(watch.said(), ElementsAre("frozen reader"));
    EXPECT_EQ(watch.in.so_far().events, 1u);
}

TEST(a_frozen_scope, is_overdue_after_the_grace_and_once) {
    by_hand watch;
    const watched_scope reader(watch.in, "reader", 1, {.timeout = 1s, .grace = 2s});
    watch.look();
    watch.pass_time(1s);
    EXPECT_THAT(watch.said(), ElementsAre("frozen reader"));
    watch.pass_time(2s - 1ns);
    EXPECT_THAT(watch.said(), ElementsAre());
    watch.pass_time(1ns);
    ASSERT_THAT(watch.told, SizeIs(1));
    EXPECT_EQ(watch.told[0].silent_for, 3s);
    EXPECT_THAT(watch.said(), ElementsAre("overdue reader"));
    watch.pass_time(1min);
    EXPECT_THAT(watch.said(), ElementsAre());
}

TEST(a_frozen_scope, has_the_limits_of_the_registry_if_none_of_its_own) {
    by_hand watch([] {
        settings how;
        how.of_scopes = {.timeout = 100ms, .grace = 50ms};
        return how;
    }());
    const watched_scope reader(watch.in, "reader", 1);
    const migrating_scope session(watch.in, "session", 1);
    watch.look();
    watch.pass_time(100ms);
    EXPECT_THAT(watch.said(), ElementsAre("frozen reader", "frozen session"));
    watch.pass_time(50ms);
    EXPECT_THAT(watch.said(), ElementsAre("overdue reader", "overdue session"));
}

TEST(a_frozen_scope, has_the_limits_that_were_set_when_it_began) {
    by_hand watch;
    watch.in.set_limits({.timeout = 1s, .grace = 0s});
    const migrating_scope before(watch.in, "before", 1);
    watch.in.set_limits({.timeout = 3s, .grace = 0s});
    const migrating_scope after(watch.in, "after", 1);
    watch.pass_time(2s);
    EXPECT_THAT(watch.said(), ElementsAre("frozen before"));
    watch.pass_time(2s);
    ASSERT_THAT(watch.told, SizeIs(1));
    EXPECT_EQ(watch.told[0].timeout, 3s);
    EXPECT_THAT(watch.said(), ElementsAre("frozen after"));
}

TEST(a_frozen_scope, that_recovers_and_freezes_again_has_two_episodes) {
    by_hand watch;
    const watched_scope reader(watch.in, "reader", 1, {.timeout = 1s, .grace = 1s});
    watch.pass_time(1500ms);
    checkpoint(2);
    watch.pass_time(1min);
    checkpoint(3);
    watch.pass_time(500ms);
    std::vector<std::uint64_t> episodes;
    for (const event& what : watch.told) {
        episodes.push_back(what.episode);
    }
    EXPECT_THAT(episodes, ElementsAre(1, 1, 2, 2, 2));
    EXPECT_THAT(watch.said(), ElementsAre("frozen reader", "recovered reader", "frozen reader",
                                          "overdue reader", "recovered reader"));
}

TEST(a_frozen_scope, that_is_left_has_recovered) {
    by_hand watch;
    std::optional<watched_scope> reader(std::in_place, watch.in, "reader", 1,
                                        limits{.timeout = 1s, .grace = 0s});
    watch.pass_time(2s);
    reader.reset();
    watch.pass_time(1min);
    EXPECT_THAT(watch.said(), ElementsAre("frozen reader", "recovered reader"));
}

/// Its record is the next one's before anybody has looked.
TEST(a_frozen_scope, that_is_left_for_another_has_recovered) {
    by_hand watch;
    std::optional<watched_scope> reader(std::in_place, watch.in, "reader", 1,
                                        limits{.timeout = 1s, .grace = 0s});
    watch.pass_time(2s);
    reader.reset();
    const watched_scope writer(watch.in, "writer", 1, {.timeout = 1s});
    watch.pass_time(500ms);
    EXPECT_THAT(watch.said(), ElementsAre("frozen reader", "recovered reader"));
    watch.pass_time(1s);
    EXPECT_THAT(watch.said(), ElementsAre("frozen writer"));
}

TEST(a_frozen_scope, is_one_of_many_and_all_are_found_in_one_look) {
    by_hand watch;
    std::deque<migrating_scope> all;
    for (std::uint32_t i = 0; i < 1000; ++i) {
        all.emplace_back(watch.in, std::to_string(i), i, limits{.timeout = 1s, .grace = 0s});
    }
    const auto is_frozen = [](std::uint32_t i) { return i % 125 < 8; }; // 64 of them
    std::multiset<std::string> expected;
    for (std::uint32_t i = 0; i < 1000; ++i) {
        if (is_frozen(i)) {
            expected.insert(std::to_string(i));
        }
    }
    ASSERT_THAT(expected, SizeIs(64));
    const auto a_period_later = [&] {
        for (std::uint32_t i = 0; i < 1000; ++i) {
            if (!is_frozen(i)) {
                all[i].checkpoint(i);
            }
        }
        watch.look_after(10ms);
        return watch.told.size();
    };
    std::size_t found = 0;
    for (int looks = 0; looks <= 100; ++looks) {
        ASSERT_EQ(found, 0u) << "after " << looks << " looks";
        found = a_period_later();
    }
    EXPECT_EQ(found, 64u) << "in the look in which the timeout is over";
    for (int looks = 0; looks < 300; ++looks) {
        a_period_later();
    }
    std::multiset<std::string> names;
    for (const event& what : watch.told) {
        EXPECT_EQ(what.what, event::kind::frozen);
        names.insert(what.name);
    }
    EXPECT_EQ(names, expected);
}

TEST(a_scope, that_passes_checkpoints_is_never_reported) {
    by_hand watch;
    const watched_scope reader(watch.in, "reader", 1, {.timeout = 25ms});
    for (int i = 0; i < 1000; ++i) {
        checkpoint(1);
        watch.pass_time(20ms);
    }
    EXPECT_THAT(watch.said(), ElementsAre());
}

TEST(a_scope, with_the_longest_of_timeouts_is_not_reported_in_a_year) {
    by_hand watch([] {
        settings how;
        how.period = 1h;
        return how;
    }());
    const watched_scope reader(
        watch.in, "reader", 1,
        {.timeout = std::chrono::nanoseconds::max(), .grace = std::chrono::nanoseconds::max()});
    watch.pass_time(24h * 366);
    EXPECT_THAT(watch.said(), ElementsAre());
    EXPECT_EQ(watch.planned(), 1h);
}

TEST(a_scope, whose_timeout_is_shorter_than_the_period_is_found_by_the_next_looks) {
    by_hand watch;
    const watched_scope reader(watch.in, "reader", 1, {.timeout = 1ns});
    watch.look_after(10ms);
    EXPECT_THAT(watch.said(), ElementsAre()) << "it may have moved just now";
    EXPECT_EQ(watch.planned(), 1250us) << "an eighth of a period";
    watch.look_after(watch.planned());
    EXPECT_THAT(watch.said(), ElementsAre("frozen reader"));
}

} // namespace
} // namespace tollgate::liveness
