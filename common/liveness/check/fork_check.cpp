// SPDX-License-Identifier: BSL-1.0
//
// What a child of fork() has of its parent's registries: nothing that is watched, and nothing that
// was being looked at.
#include "by_hand.hpp"
#include "forked.hpp"

#include <tollgate/faults/sanitized.hpp>
#include <tollgate/liveness/blocking_scope.hpp>
#include <tollgate/liveness/checkpoint.hpp>
#include <tollgate/liveness/detail/record_store.hpp>
#include <tollgate/liveness/detail/this_thread.hpp>
#include <tollgate/liveness/migrating_scope.hpp>
#include <tollgate/liveness/watched_scope.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <optional>
#include <thread>

// A thread sanitizer refuses threads in children of processes that have some, unless told.
extern "C" const char* __tsan_default_options();
extern "C" const char* __tsan_default_options() {
    return "die_after_fork=0";
}

namespace tollgate::liveness {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;

constexpr limits after_a_second{.timeout = 1s, .grace = 0s};

using texts = std::vector<std::string>;

/// Whether the registry has found one scope frozen, of this name and of this process's thread.
bool has_told_only_of(const by_hand& watch, std::string_view name) {
    return watch.told.size() == 1 && watch.told[0].what == event::kind::frozen &&
           watch.told[0].name == name && watch.told[0].thread_id == ::getpid();
}

TEST(a_child, has_nothing_that_is_watched_and_counts_anew) {
    std::size_t watched = 0;
    by_hand watch([&] {
        settings how;
        how.on_pulse = [&](const pulse& now) { watched = now.watched; };
        return how;
    }());
    const migrating_scope frozen(watch.in, "frozen", 1, after_a_second);
    const migrating_scope alive(watch.in, "alive", 1, {.timeout = 1h});
    const watched_scope own(watch.in, "own", 1, {.timeout = 10s});
    watch.in.add_sink([](const event&) { throw 1; });
    watch.pass_time(2s);
    EXPECT_THAT(watch.said(), ElementsAre("frozen frozen"));
    EXPECT_EQ(in_a_child([&] {
                  watch.look();
                  const statistics now = watch.in.so_far();
                  if (now.looks != 1 || now.events != 0 || now.failed_calls != 0) {
                      return 1;
                  }
                  checkpoint(2);
                  watch.pass_time(1min);
                  return watch.told.empty() && watched == 0 ? 0 : 2;
              }),
              0);
    watch.pass_time(10s);
    EXPECT_THAT(watch.said(), ElementsAre("frozen own")) << "the parent goes on";
    EXPECT_EQ(watched, 3u);
    EXPECT_EQ(watch.in.so_far().events, 2u);
}

TEST(a_child, watches_the_scopes_that_begin_in_it) {
    by_hand watch;
    const watched_scope outer(watch.in, "outer", 1, after_a_second);
    { const watched_scope leaves_a_spare_record(watch.in, "inner", 1); }
    watch.pass_time(2s);
    EXPECT_EQ(
        in_a_child([&] {
            watch.told.clear();
            watch.look();
            {
                const watched_scope begun(watch.in, "child", 7, after_a_second);
                watch.pass_time(2s);
                if (!has_told_only_of(watch, "child") || watch.told[0].episode != 1 ||
                    ids(watch.told[0]) != std::vector<std::uint32_t>{7}) {
                    return 1;
                }
            }
            watch.pass_time(2s);
            return watch.said() == texts{"frozen child", "recovered child", "frozen outer"} ? 0 : 2;
        }),
        0);
}

TEST(a_child, watches_a_scope_again_that_one_inside_it_has_left) {
    by_hand watch;
    const watched_scope outer(watch.in, "outer", 1, after_a_second);
    std::optional<watched_scope> inner(std::in_place, watch.in, "inner", 1, after_a_second);
    watch.look();
    EXPECT_EQ(in_a_child([&] {
                  inner.reset();
                  watch.pass_time(2s);
                  return has_told_only_of(watch, "outer") ? 0 : 1;
              }),
              0);
}

TEST(a_child, watches_a_scope_again_in_which_another_one_began_and_ended) {
    by_hand watch;
    const watched_scope outer(watch.in, "outer", 1, after_a_second);
    watch.look();
    const auto story = [&] {
        { const watched_scope inner(watch.in, "inner", 7); }
        watch.pass_time(900ms);
        if (!watch.told.empty()) {
            return 1;
        }
        watch.pass_time(200ms);
        return has_told_only_of(watch, "outer") && watch.told[0].timeout == 1s ? 0 : 2;
    };
    EXPECT_EQ(in_a_child(story), 0);
    EXPECT_EQ(in_a_child([&] { return in_a_child(story); }), 0) << "in a child's child";
    watch.pass_time(2s);
    EXPECT_THAT(watch.said(), ElementsAre("frozen outer")) << "the parent goes on";
}

/// Begun in the child: a wait, in which there is a scope; and only then a scope.
TEST(a_child, does_not_watch_a_scope_that_may_wait) {
    by_hand watch;
    const watched_scope outer(watch.in, "outer", 1, after_a_second);
    EXPECT_EQ(in_a_child([&] {
                  {
                      const blocking_scope waiting(2);
                      { const watched_scope inner(watch.in, "inner", 7); }
                      watch.pass_time(1h);
                  }
                  watch.pass_time(1h);
                  if (!watch.told.empty()) {
                      return 1;
                  }
                  { const watched_scope inner(watch.in, "inner", 7); }
                  watch.pass_time(2s);
                  return watch.told.size() == 1 ? 0 : 2;
              }),
              0);
}

TEST(a_child, lets_a_scope_wait_until_its_wait_is_over) {
    by_hand watch;
    const watched_scope outer(watch.in, "outer", 1, after_a_second);
    std::optional<blocking_scope> waiting(std::in_place, 2);
    EXPECT_EQ(in_a_child([&] {
                  { const watched_scope inner(watch.in, "inner", 7); }
                  watch.pass_time(1h);
                  if (!watch.told.empty()) {
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
    std::optional<watched_scope> outer(std::in_place, watch->in, "outer", 1);
    std::optional<watched_scope> inner(std::in_place, watch->in, "inner", 1);
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

/// Another thread of its parent may have taken the store's mutex, which no fork waits for any more.
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
        const std::lock_guard held(store->mutex()); // as by a thread that the child does not have
        EXPECT_EQ(in_a_child(give_both_back), 0);
    }
    give_both_back();
}

/// Waits for its own freeze in the child: its threads have been started again.
int is_found_frozen(registry& in, const std::atomic<int>& frozen_children) {
    const watched_scope child(in, "child", 1, {.timeout = 1ms, .grace = 0s});
    while (frozen_children.load() == 0) {
        std::this_thread::yield();
    }
    return 0;
}

settings that_counts_frozen_children(std::atomic<int>& frozen) {
    settings how;
    how.period = 1ms;
    how.sinks.emplace_back([&frozen](const event& told) {
        frozen += told.what == event::kind::frozen && told.name == "child" ? 1 : 0;
    });
    return how;
}

TEST(a_child, has_threads_of_its_own_when_a_scope_begins) {
    std::atomic<int> frozen{0};
    registry in(that_counts_frozen_children(frozen));
    { const watched_scope leaves_a_spare_record(in, "parent", 1); }
    if (faults::is_sanitized) {
        // A thread that begins may hold a lock of the sanitizer's allocator, for ever in the child.
        is_found_frozen(in, frozen);
        frozen = 0;
    }
    EXPECT_EQ(in_a_child([&] { return is_found_frozen(in, frozen); }), 0);
    EXPECT_EQ(frozen, 0);
    is_found_frozen(in, frozen);
}

TEST(a_child, may_be_made_while_others_register_and_are_reported) {
    if (faults::is_sanitized) {
        GTEST_SKIP() << "a sanitizer's allocator may be locked by another thread while one forks";
    }
    std::atomic<int> frozen{0};
    std::atomic<bool> over{false};
    registry in(that_counts_frozen_children(frozen));
    const auto register_in_a_loop = [&] {
        while (!over) {
            const watched_scope outer(in, "outer", 1, {.timeout = 1ns, .grace = 1ns});
            migrating_scope session(in, "session", 1, {.timeout = 1ns});
            std::thread([&] { const watched_scope short_one(in, "thread", 1); }).join();
            session.checkpoint(2);
            in.set_period(1ms);
            in.add_sink([](const event&) {});
            in.set_sinks(that_counts_frozen_children(frozen).sinks);
            const registry another;
        }
    };
    std::thread first(register_in_a_loop);
    std::thread second(register_in_a_loop);
    for (int i = 0; i < 100; ++i) {
        if (in_a_child([&] { return is_found_frozen(in, frozen); }) != 0) {
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
