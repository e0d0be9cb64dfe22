// SPDX-License-Identifier: BSL-1.0
//
// The checkpoints in a report.
#include "by_hand.hpp"

#include <tollgate/liveness/blocking_scope.hpp>
#include <tollgate/liveness/checkpoint.hpp>
#include <tollgate/liveness/detail/record.hpp>
#include <tollgate/liveness/migrating_scope.hpp>
#include <tollgate/liveness/watched_scope.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <numeric>

namespace tollgate::liveness {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::SizeIs;

constexpr timeouts for_a_second{.timeout = 1s, .grace = 0s};

settings that_keeps(std::size_t history) {
    settings options;
    options.history = history;
    return options;
}

std::vector<std::int64_t> ages_ms(const event& of) {
    std::vector<std::int64_t> all;
    for (const passed_checkpoint& passed : of.history) {
        all.push_back(passed.age.count());
    }
    return all;
}

TEST(a_checkpoint, without_a_scope_does_nothing_and_a_wait_neither) {
    by_hand watch;
    checkpoint(1);
    { const blocking_scope waiting(1, 1s); }
    EXPECT_EQ(watch.watcher.so_far().records, 0u);
    { const watched_scope over(watch.watcher, "over", 1, for_a_second); }
    checkpoint(2);
    watch.pass_time(1min);
    EXPECT_THAT(watch.new_reports(), ElementsAre());
}

TEST(a_checkpoint, may_have_any_number) {
    by_hand watch;
    const watched_scope reader(watch.watcher, "reader", 0, for_a_second);
    checkpoint(0xffff'ffff);
    checkpoint(0x8000'0000);
    watch.pass_time(2s);
    EXPECT_THAT(ids(watch.only_event()), ElementsAre(0u, 0xffff'ffffu, 0x8000'0000u));
}

TEST(a_checkpoint, has_the_age_that_the_monitor_has_seen) {
    by_hand watch;
    watch.scan_after(10ms);
    const watched_scope reader(watch.watcher, "reader", 1, for_a_second);
    watch.scan_after(10ms);
    checkpoint(2);
    checkpoint(3);
    watch.scan_after(10ms);
    checkpoint(4);
    watch.scan_after(10ms);
    while (watch.reported.empty()) {
        watch.scan_after(10ms);
    }
    const event& found = watch.reported.front();
    EXPECT_THAT(ids(found), ElementsAre(1, 2, 3, 4));
    EXPECT_EQ(found.silent_for, 1s);
    EXPECT_THAT(ages_ms(found), ElementsAre(1030, 1020, 1020, 1010));
    EXPECT_EQ(found.history[3].ticks, 0u) << "stamps::coarse";
}

TEST(a_checkpoint, is_older_when_its_scope_is_reported_again) {
    by_hand watch;
    const watched_scope reader(watch.watcher, "reader", 1, {.timeout = 1s, .grace = 500ms});
    watch.scan(); // this scan sees its head
    watch.pass_time(1500ms);
    checkpoint(2);
    watch.pass_time(10ms);
    ASSERT_THAT(watch.reported, SizeIs(3));
    EXPECT_THAT(ages_ms(watch.reported[0]), ElementsAre(1000));
    EXPECT_THAT(ages_ms(watch.reported[1]), ElementsAre(1500));
    EXPECT_THAT(ages_ms(watch.reported[2]), ElementsAre(1510));
    EXPECT_THAT(ids(watch.reported[2]), ElementsAre(1))
        << "the freeze's history, not the recovery's";
}

/// Fewer than the ring keeps, as many, one more, and many more.
TEST(a_history, has_the_last_checkpoints_in_order) {
    for (const std::size_t asked : {1u, 2u, 3u, 4u, 7u, 8u, 15u, 16u, 100u}) {
        const std::size_t kept = std::bit_ceil(asked + 1) - 1;
        for (const std::size_t passed : {std::size_t{1}, kept - (kept > 1), kept, kept + 1,
                                         kept + 2, 2 * kept, 1000 * kept + 1}) {
            by_hand watch(that_keeps(asked));
            const watched_scope reader(watch.watcher, "reader", 1, for_a_second);
            for (std::uint32_t id = 2; id <= passed; ++id) {
                checkpoint(id);
            }
            watch.pass_time(2s);
            const event found = watch.only_event();
            std::vector<std::uint32_t> last(std::min(kept, passed));
            std::iota(last.begin(), last.end(),
                      static_cast<std::uint32_t>(passed - last.size() + 1));
            EXPECT_EQ(ids(found), last) << asked << " requested, " << passed << " passed";
            EXPECT_EQ(found.checkpoints, passed) << asked;
        }
    }
}

TEST(a_history, of_65535_is_kept) {
    by_hand watch(that_keeps(65'535));
    const watched_scope reader(watch.watcher, "reader", 1, for_a_second);
    for (std::uint32_t id = 2; id <= 70'000; ++id) {
        checkpoint(id);
    }
    watch.pass_time(2s);
    const std::vector<std::uint32_t> kept = ids(watch.only_event());
    ASSERT_THAT(kept, SizeIs(65'535));
    EXPECT_EQ(kept.front(), 70'000u - 65'535 + 1);
}

TEST(a_history, has_nothing_of_an_earlier_scope_of_the_record) {
    by_hand watch;
    for (std::uint32_t id = 100; id < 110; ++id) {
        const watched_scope earlier(watch.watcher, "earlier", id, for_a_second);
        checkpoint(id + 100);
    }
    const watched_scope reader(watch.watcher, "reader", 1, for_a_second);
    checkpoint(2);
    watch.pass_time(2s);
    const event found = watch.only_event();
    EXPECT_THAT(ids(found), ElementsAre(1, 2));
    EXPECT_EQ(found.checkpoints, 2u);
    EXPECT_EQ(found.name, "reader");
}

TEST(a_stamp, of_the_counter_is_not_less_than_the_stamp_before) {
    settings options;
    options.history = 7;
    options.stamp = stamps::counter;
    by_hand watch(options);
    const watched_scope reader(watch.watcher, "reader", 1, {.timeout = 1s});
    for (std::uint32_t id = 2; id <= 20; ++id) {
        checkpoint(id);
    }
    watch.pass_time(2s);
    const event found = watch.only_event();
    ASSERT_THAT(found.history, SizeIs(7));
    const bool counts = detail::read_counter() != 0;
    for (std::size_t i = 0; i < found.history.size(); ++i) {
        EXPECT_EQ(found.history[i].ticks != 0, counts) << i;
        EXPECT_GE(found.history[i].ticks, found.history[i == 0 ? 0 : i - 1].ticks) << i;
    }
}

TEST(a_stamp, of_the_counter_belongs_to_its_record) {
    settings options;
    options.stamp = stamps::counter;
    by_hand watch(options);
    const migrating_scope first(watch.watcher, "first", 1, {.timeout = 1s});
    const std::uint64_t between = detail::read_counter();
    const migrating_scope second(watch.watcher, "second", 1, {.timeout = 1s});
    watch.pass_time(2s);
    ASSERT_THAT(watch.reported, SizeIs(2));
    EXPECT_LE(watch.reported[0].history.at(0).ticks, between);
    EXPECT_GE(watch.reported[1].history.at(0).ticks, between);
}

} // namespace
} // namespace tollgate::liveness
