// SPDX-License-Identifier: BSL-1.0
//
// Records are reused, kept by threads and given back. Their store lives as long as a thread has
// one.
#include "by_hand.hpp"

#include <tollgate/liveness/checkpoint.hpp>
#include <tollgate/liveness/detail/this_thread.hpp>
#include <tollgate/liveness/migrating_scope.hpp>
#include <tollgate/liveness/watched_scope.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <latch>
#include <optional>
#include <thread>

namespace tollgate::liveness {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;

constexpr std::size_t a_chunk = 64;

TEST(records, of_short_scopes_and_threads_are_reused) {
    by_hand watch;
    for (int i = 0; i < 200; ++i) {
        std::thread([&] {
            const watched_scope outer(watch.watcher, "outer", 1, {.timeout = 1ns});
            const watched_scope inner(watch.watcher, "inner", 1, {.timeout = 1ns});
            const migrating_scope session(watch.watcher, "session", 1, {.timeout = 1ns});
        }).join();
        watch.scan_after(10ms);
    }
    EXPECT_EQ(watch.watcher.so_far().records, a_chunk);
    watch.reported.clear();
    watch.pass_time(1min);
    EXPECT_THAT(watch.new_reports(), ElementsAre()) << "no scope is watched any more";
}

TEST(records, are_kept_by_the_thread_that_has_left_a_scope) {
    by_hand watch;
    { const watched_scope first(watch.watcher, "first", 1); }
    const detail::record* const kept = detail::this_thread.spare;
    ASSERT_NE(kept, nullptr);
    const watched_scope second(watch.watcher, "second", 1);
    EXPECT_EQ(detail::this_thread.current, kept);
}

TEST(records, are_added_when_more_are_in_use_at_a_time) {
    by_hand watch;
    std::deque<migrating_scope> all;
    for (std::size_t i = 0; i < 3 * a_chunk; ++i) {
        EXPECT_EQ(watch.watcher.so_far().records, (i + a_chunk - 1) / a_chunk * a_chunk);
        all.emplace_back(watch.watcher, "many", 1);
    }
    all.clear();
    for (std::size_t i = 0; i < 3 * a_chunk; ++i) {
        all.emplace_back(watch.watcher, "again", 1);
    }
    EXPECT_EQ(watch.watcher.so_far().records, 3 * a_chunk);
}

/// Each scope is reported with its own name, thread and history, also in a reused record.
TEST(records, that_are_reused_show_their_last_scope_alone) {
    by_hand watch;
    std::vector<std::int64_t> threads;
    for (std::uint32_t i = 0; i < 50; ++i) {
        std::thread([&] {
            const watched_scope reader(watch.watcher, std::to_string(i), i, {.timeout = 1s});
            watch.pass_time(2s);
        }).join();
        watch.scan();
        ASSERT_EQ(watch.reported.size(), 2u);
        EXPECT_THAT(ids(watch.reported[0]), ElementsAre(i));
        threads.push_back(watch.reported[0].thread_id);
        EXPECT_THAT(watch.new_reports(),
                    ElementsAre("frozen " + std::to_string(i), "recovered " + std::to_string(i)));
    }
    EXPECT_GT(std::unique(threads.begin(), threads.end()) - threads.begin(), 1)
        << "not the first thread's id for all";
}

TEST(a_scope, outlives_its_registry) {
    std::optional<by_hand> watch(std::in_place);
    std::optional<watched_scope> outer(std::in_place, watch->watcher, "outer", 1);
    std::optional<watched_scope> inner(std::in_place, watch->watcher, "inner", 1);
    std::optional<migrating_scope> session(std::in_place, watch->watcher, "session", 1);
    watch.reset();
    checkpoint(2);
    session->checkpoint(2);
    inner.reset();
    checkpoint(3);
    outer.reset();
    session.reset();
    checkpoint(4);
}

TEST(a_registry, may_end_while_a_thread_is_in_a_scope_and_keeps_a_spare_record) {
    std::latch used(1);
    std::latch over(1);
    std::optional<by_hand> watch(std::in_place);
    by_hand next;
    std::thread other([&] {
        const watched_scope outer(watch->watcher, "outer", 1);
        { const watched_scope leaves_a_spare_record(watch->watcher, "inner", 1); }
        used.count_down();
        over.wait();
        checkpoint(2);
        const watched_scope in_another(next.watcher, "another", 1, {.timeout = 1s});
        next.pass_time(2s);
    });
    used.wait();
    watch.reset();
    over.count_down();
    other.join();
    EXPECT_THAT(next.new_reports(), ElementsAre("frozen another"));
}

/// The next registry may have the address of the last.
TEST(registries, may_come_one_after_the_other_on_a_thread) {
    for (int i = 0; i < 1000; ++i) {
        by_hand watch;
        const watched_scope reader(watch.watcher, "reader", 1, {.timeout = 1s});
        const watched_scope inner(watch.watcher, "inner", 1, {.timeout = 1s});
        watch.pass_time(1100ms);
        ASSERT_THAT(watch.new_reports(), ElementsAre("frozen inner"));
        ASSERT_EQ(watch.watcher.so_far().records, a_chunk);
    }
}

TEST(registries, may_alternate_on_a_thread) {
    by_hand first;
    by_hand other;
    for (int i = 0; i < 10'000; ++i) {
        const watched_scope outer(first.watcher, "one", 1);
        const watched_scope inner(other.watcher, "other", 1);
        const watched_scope innermost(first.watcher, "one again", 1);
    }
    EXPECT_EQ(first.watcher.so_far().records, a_chunk);
    EXPECT_EQ(other.watcher.so_far().records, a_chunk);
}

} // namespace
} // namespace tollgate::liveness
