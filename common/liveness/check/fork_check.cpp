// SPDX-License-Identifier: BSL-1.0
//
// A child of fork() watches nothing of its parent's registries, and continues no scan of its
// parent.
#include "by_hand.hpp"
#include "forked.hpp"

#include <tollgate/liveness/blocking_scope.hpp>
#include <tollgate/liveness/checkpoint.hpp>
#include <tollgate/liveness/detail/record_store.hpp>
#include <tollgate/liveness/detail/this_thread.hpp>
#include <tollgate/liveness/migrating_scope.hpp>
#include <tollgate/liveness/watched_scope.hpp>
#include <tollgate/testing/sanitized.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <optional>
#include <thread>

// By default a thread sanitizer refuses threads in a child of a process with threads.
extern "C" const char* __tsan_default_options();
extern "C" const char* __tsan_default_options() {
    return "die_after_fork=0";
}

namespace tollgate::liveness {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;

constexpr timeouts after_a_second{.timeout = 1s, .grace = 0s};

using texts = std::vector<std::string>;

/// Whether the registry has reported one frozen scope, with this name and this process's thread.
bool has_told_only_of(const by_hand& watch, std::string_view name) {
    return watch.reported.size() == 1 && watch.reported[0].type == event::kind::frozen &&
           watch.reported[0].name == name && watch.reported[0].thread_id == ::getpid();
}

TEST(a_child, watches_nothing_and_counts_anew) {
    std::size_t watched = 0;
    by_hand watch([&] {
        settings options;
        options.on_heartbeat = [&](const heartbeat& now) { watched = now.watched; };
        return options;
    }());
    const migrating_scope frozen(watch.watcher, "frozen", 1, after_a_second);
    const migrating_scope alive(watch.watcher, "alive", 1, {.timeout = 1h});
    const watched_scope own(watch.watcher, "own", 1, {.timeout = 10s});
    watch.watcher.add_sink([](const event&) { throw 1; });
    watch.pass_time(2s);
    EXPECT_THAT(watch.new_reports(), ElementsAre("frozen frozen"));
    EXPECT_EQ(in_a_child([&] {
                  watch.scan();
                  const statistics now = watch.watcher.so_far();
                  if (now.scans != 1 || now.events != 0 || now.failed_calls != 0) {
                      return 1;
                  }
                  checkpoint(2);
                  watch.pass_time(1min);
                  return watch.reported.empty() && watched == 0 ? 0 : 2;
              }),
              0);
    watch.pass_time(10s);
    EXPECT_THAT(watch.new_reports(), ElementsAre("frozen own")) << "the parent goes on";
    EXPECT_EQ(watched, 3u);
    EXPECT_EQ(watch.watcher.so_far().events, 2u);
}

TEST(a_child, watches_the_scopes_that_begin_in_it) {
    by_hand watch;
    const watched_scope outer(watch.watcher, "outer", 1, after_a_second);
    { const watched_scope leaves_a_spare_record(watch.watcher, "inner", 1); }
    watch.pass_time(2s);
    EXPECT_EQ(in_a_child([&] {
                  watch.reported.clear();
                  watch.scan();
                  {
                      const watched_scope begun(watch.watcher, "child", 7, after_a_second);
                      watch.pass_time(2s);
                      if (!has_told_only_of(watch, "child") || watch.reported[0].episode != 1 ||
                          ids(watch.reported[0]) != std::vector<std::uint32_t>{7}) {
                          return 1;
                      }
                  }
                  watch.pass_time(2s);
                  return watch.new_reports() ==
                                 texts{"frozen child", "recovered child", "frozen outer"}
                             ? 0
                             : 2;
              }),
              0);
}

TEST(a_child, watches_a_scope_again_when_a_scope_inside_it_has_ended) {
    by_hand watch;
    const watched_scope outer(watch.watcher, "outer", 1, after_a_second);
    std::optional<watched_scope> inner(std::in_place, watch.watcher, "inner", 1, after_a_second);
    watch.scan();
    EXPECT_EQ(in_a_child([&] {
                  inner.reset();
                  watch.pass_time(2s);
                  return has_told_only_of(watch, "outer") ? 0 : 1;
              }),
              0);
}

TEST(a_child, watches_a_scope_again_when_a_scope_of_the_child_has_ended_inside_it) {
    by_hand watch;
    const watched_scope outer(watch.watcher, "outer", 1, after_a_second);
    watch.scan();
    const auto story = [&] {
        { const watched_scope inner(watch.watcher, "inner", 7); }
        watch.pass_time(900ms);
        if (!watch.reported.empty()) {
            return 1;
        }
        watch.pass_time(200ms);
        return has_told_only_of(watch, "outer") && watch.reported[0].timeout == 1s ? 0 : 2;
    };
    EXPECT_EQ(in_a_child(story), 0);
    EXPECT_EQ(in_a_child([&] { return in_a_child(story); }), 0) << "in a child's child";
    watch.pass_time(2s);
    EXPECT_THAT(watch.new_reports(), ElementsAre("frozen outer")) << "the parent goes on";
}

/// The child begins a wait with a scope inside, and then a scope.
TEST(a_child, does_not_watch_a_scope_that_may_wait) {
    by_hand watch;
    const watched_scope outer(watch.watcher, "outer", 1, after_a_second);
    EXPECT_EQ(in_a_child([&] {
                  {
                      const blocking_scope waiting(2);
                      { const watched_scope inner(watch.watcher, "inner", 7); }
                      watch.pass_time(1h);
                  }
                  watch.pass_time(1h);
                  if (!watch.reported.empty()) {
                      return 1;
                  }
                  { const watched_scope inner(watch.watcher, "inner", 7); }
                  watch.pass_time(2s);
                  return watch.reported.size() == 1 ? 0 : 2;
              }),
              0);
}

TEST(a_child, lets_a_scope_wait_until_its_wait_is_over) {
    by_hand watch;
    const watched_scope outer(watch.watcher, "outer", 1, after_a_second);
    std::optional<blocking_scope> waiting(std::in_place, 2);
    EXPECT_EQ(in_a_child([&] {
                  { const watched_scope inner(watch.watcher, "inner", 7); }
                  watch.pass_time(1h);
                  if (!watch.reported.empty()) {
                      return 1;
                  }
                  waiting.reset();
                  watch.pass_time(2s);
                  return has_told_only_of(watch, "outer") ? 0 : 2;
              }),
              0);
}

TEST(a_child, may_end_scopes_and_registries_that_began_before) {
    std::optional<by_hand> watch(std::in_place);
    std::optional<watched_scope> outer(std::in_place, watch->watcher, "outer", 1);
    std::optional<watched_scope> inner(std::in_place, watch->watcher, "inner", 1);
    std::optional<registry> with_threads(std::in_place);
    std::optional<watched_scope> innermost(std::in_place, *with_threads, "innermost", 1);
    const auto end_all = [&] {
        innermost.reset();
        inner.reset();
        checkpoint(2);
        outer.reset();
        watch.reset();
        with_threads.reset();
        return 0;
    };
    EXPECT_EQ(in_a_child(end_all), 0);
    end_all();
}

/// Another thread of the parent may hold the store's mutex: no fork waits for that mutex any more.
TEST(a_child, may_end_scopes_that_have_outlived_their_registry) {
    auto* const store = new detail::record_store(settings{});
    detail::record* const first = store->take(1);
    detail::record* const second = store->take(2);
    store->abandon();
    const auto give_both_back = [=] {
        first->store->give_back(first);
        second->store->give_back(second);
        return 0;
    };
    {
        const std::lock_guard held(
            store->mutex()); // as if by a thread that the child does not have
        EXPECT_EQ(in_a_child(give_both_back), 0);
    }
    give_both_back();
}

/// Waits for its own freeze in the child, whose threads have started again.
int is_found_frozen(registry& watcher, const std::atomic<int>& frozen_children) {
    const watched_scope child(watcher, "child", 1, {.timeout = 1ms, .grace = 0s});
    while (frozen_children.load() == 0) {
        std::this_thread::yield();
    }
    return 0;
}

settings that_counts_frozen_children(std::atomic<int>& frozen) {
    settings options;
    options.period = 1ms;
    options.sinks.emplace_back([&frozen](const event& told) {
        frozen += told.type == event::kind::frozen && told.name == "child" ? 1 : 0;
    });
    return options;
}

TEST(a_child, has_threads_of_its_own_when_a_scope_begins) {
    std::atomic<int> frozen{0};
    registry watcher(that_counts_frozen_children(frozen));
    { const watched_scope leaves_a_spare_record(watcher, "parent", 1); }
    if (testing::is_sanitized) {
        // A thread that starts may hold a lock of the sanitizer's allocator: in the child for ever.
        is_found_frozen(watcher, frozen);
        frozen = 0;
    }
    EXPECT_EQ(in_a_child([&] { return is_found_frozen(watcher, frozen); }), 0);
    EXPECT_EQ(frozen, 0);
    is_found_frozen(watcher, frozen);
}

TEST(a_child, may_be_forked_while_threads_register_and_are_reported) {
    if (testing::is_sanitized) {
        GTEST_SKIP() << "another thread may lock the sanitizer's allocator during the fork";
    }
    std::atomic<int> frozen{0};
    std::atomic<bool> over{false};
    registry watcher(that_counts_frozen_children(frozen));
    const auto register_in_a_loop = [&] {
        while (!over) {
            const watched_scope outer(watcher, "outer", 1, {.timeout = 1ns, .grace = 1ns});
            migrating_scope session(watcher, "session", 1, {.timeout = 1ns});
            std::thread([&] { const watched_scope short_one(watcher, "thread", 1); }).join();
            session.checkpoint(2);
            watcher.set_period(1ms);
            watcher.add_sink([](const event&) {});
            watcher.set_sinks(that_counts_frozen_children(frozen).sinks);
            const registry another;
        }
    };
    std::thread first(register_in_a_loop);
    std::thread second(register_in_a_loop);
    for (int i = 0; i < 100; ++i) {
        if (in_a_child([&] { return is_found_frozen(watcher, frozen); }) != 0) {
            ADD_FAILURE() << i;
            break;
        }
    }
    over = true;
    first.join();
    second.join();
    EXPECT_EQ(frozen, 0);
}

} // namespace
} // namespace tollgate::liveness
