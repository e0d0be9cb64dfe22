// SPDX-License-Identifier: BSL-1.0
//
// A scope that goes from thread to thread.
#include "by_hand.hpp"

#include <tollgate/liveness/blocking_scope.hpp>
#include <tollgate/liveness/checkpoint.hpp>
#include <tollgate/liveness/detail/this_thread.hpp>
#include <tollgate/liveness/migrating_scope.hpp>
#include <tollgate/liveness/watched_scope.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <thread>

namespace tollgate::liveness {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;

TEST(a_migrating_scope, is_alive_by_its_own_checkpoints_alone) {
    by_hand watch;
    migrating_scope session(watch.watcher, "session", 1, {.timeout = 1s});
    for (int i = 0; i < 5; ++i) {
        checkpoint(2);
        session.checkpoint(3);
        watch.pass_time(900ms);
    }
    EXPECT_THAT(watch.new_reports(), ElementsAre());
    checkpoint(2);
    watch.pass_time(200ms);
    EXPECT_THAT(ids(watch.only_event()), ElementsAre(1, 3, 3, 3, 3, 3));
    EXPECT_THAT(watch.new_reports(), ElementsAre("frozen session"));
}

TEST(a_migrating_scope, is_reported_with_its_last_thread) {
    by_hand watch;
    auto session =
        std::make_unique<migrating_scope>(watch.watcher, "session", 1, timeouts{.timeout = 1s});
    const auto reported_thread = [&] {
        watch.reported.clear();
        watch.pass_time(2s);
        return watch.reported.back().thread_id;
    };
    EXPECT_EQ(reported_thread(), detail::this_thread_id());
    std::int64_t other_id = 0;
    std::thread([&] {
        other_id = detail::this_thread_id();
        session->checkpoint(2);
    }).join();
    EXPECT_NE(other_id, detail::this_thread_id());
    EXPECT_EQ(reported_thread(), other_id);
    session->checkpoint(3);
    EXPECT_EQ(reported_thread(), detail::this_thread_id());
    std::thread([&] { session.reset(); }).join();
    watch.reported.clear();
    watch.pass_time(2s);
    EXPECT_THAT(watch.new_reports(), ElementsAre("recovered session"));
}

TEST(a_migrating_scope, may_wait_on_one_thread_and_continue_on_another) {
    by_hand watch;
    migrating_scope session(watch.watcher, "session", 1, {.timeout = 1s});
    auto waiting = std::make_unique<blocking_scope>(session, 2);
    watch.pass_time(1h);
    EXPECT_THAT(watch.new_reports(), ElementsAre());
    std::thread([&] { waiting.reset(); }).join();
    watch.pass_time(2s);
    EXPECT_THAT(watch.new_reports(), ElementsAre("frozen session"));
}

} // namespace
} // namespace tollgate::liveness
