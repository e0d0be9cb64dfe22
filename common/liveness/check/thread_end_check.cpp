// SPDX-License-Identifier: BSL-1.0
//
// Scopes in destructors of a thread that is ending: of its thread_local objects, and of keys. The
// library's own destructor has given the records of the thread back before.
#include "by_hand.hpp"

#include <tollgate/liveness/checkpoint.hpp>
#include <tollgate/liveness/watched_scope.hpp>
#include <tollgate/testing/sanitized.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <climits>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include <pthread.h>

namespace tollgate::liveness {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;

/// Calls a function at the very end of a thread: in the last round of the destructors of keys. A
/// key that is set later is ignored. For one thread at a time.
class last_of_all {
public:
    last_of_all() {
        // The library's own key exists before, and comes first in each round.
        by_hand watch;
        { const watched_scope first_of_all(watch.watcher, "first of all", 1); }
        ::pthread_key_create(&key_, &at_each_round);
    }
    ~last_of_all() { ::pthread_key_delete(key_); }
    last_of_all(const last_of_all&) = delete;
    last_of_all& operator=(const last_of_all&) = delete;

    /// Sets the function for the end of the calling thread.
    void call(std::function<void()> report) {
        rounds_ = 0;
        call_ = std::move(report);
        ::pthread_setspecific(key_, this);
    }

private:
    /// The sanitizer needs the last rounds itself.
    static constexpr int rounds = testing::is_thread_sanitized ? 2 : PTHREAD_DESTRUCTOR_ITERATIONS;

    static void at_each_round(void* report) {
        auto& self = *static_cast<last_of_all*>(report);
        if (++self.rounds_ < rounds) {
            ::pthread_setspecific(self.key_, report);
        } else {
            self.call_();
        }
    }

    pthread_key_t key_{};
    int rounds_ = 0;
    std::function<void()> call_;
};

struct at_end {
    std::function<void()> call;
    ~at_end() {
        if (call) {
            call();
        }
    }
};

thread_local at_end before_the_librarys_end;

void use_scopes(by_hand& watch, const std::string& name) {
    const watched_scope outer(watch.watcher, "outer", 1, {.timeout = 1s});
    { const watched_scope inner(watch.watcher, "inner", 1); }
    const watched_scope inner(watch.watcher, name, 1, {.timeout = 1s});
    checkpoint(2);
    watch.pass_time(2s);
}

TEST(a_thread_that_ends, may_begin_scopes_in_its_last_destructors) {
    by_hand watch;
    last_of_all last;
    std::thread([&] {
        last.call([&] { use_scopes(watch, "after"); });
        { const watched_scope first(watch.watcher, "first", 1); }
        before_the_librarys_end.call = [&] { use_scopes(watch, "before"); };
    }).join();
    EXPECT_THAT(watch.new_reports(),
                ElementsAre("frozen before", "recovered before", "frozen after"));
    watch.pass_time(1min);
    EXPECT_THAT(watch.new_reports(), ElementsAre("recovered after"));
}

TEST(a_thread_that_ends, keeps_no_records_of_its_last_scopes) {
    by_hand watch;
    last_of_all last;
    for (int i = 0; i < 200; ++i) {
        std::thread([&] {
            last.call([&] { use_scopes(watch, "after"); });
            const watched_scope first(watch.watcher, "first", 1);
        }).join();
    }
    EXPECT_EQ(watch.watcher.so_far().records, 64u);
}

/// The thread is the last holder of a record, and so deletes the store.
TEST(a_thread_that_ends, may_be_the_last_holder_of_records_of_a_registry) {
    std::optional<by_hand> watch(std::in_place);
    last_of_all last;
    std::thread([&] {
        last.call([] { checkpoint(9); });
        {
            const watched_scope outer(watch->watcher, "outer", 1);
            const watched_scope inner(watch->watcher, "inner", 1);
        }
        watch.reset();
    }).join();
}

TEST(a_thread_that_ends, may_leave_a_scope_in_a_thread_local_object) {
    by_hand watch;
    std::thread([&] {
        static thread_local std::optional<watched_scope> whole_life;
        whole_life.emplace(watch.watcher, "whole life", 1, timeouts{.timeout = 1s, .grace = 0s});
        watch.pass_time(2s);
    }).join();
    watch.pass_time(2s);
    EXPECT_THAT(watch.new_reports(), ElementsAre("frozen whole life", "recovered whole life"));
}

} // namespace
} // namespace tollgate::liveness
