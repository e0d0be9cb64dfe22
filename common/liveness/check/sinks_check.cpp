// SPDX-License-Identifier: BSL-1.0
//
// The rights of sinks and other callbacks, and events that they cannot take.
#include "by_hand.hpp"

#include <tollgate/liveness/checkpoint.hpp>
#include <tollgate/liveness/migrating_scope.hpp>
#include <tollgate/liveness/watched_scope.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <stdexcept>

namespace tollgate::liveness {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;

/// Freezes a scope and ends it: two events.
void freeze_once(by_hand& watch) {
    {
        const migrating_scope frozen(watch.watcher, "frozen", 1, {.timeout = 1s});
        watch.pass_time(2s);
    }
    watch.scan();
}

TEST(a_sink_of_a_registry, that_throws_or_is_empty_is_counted_and_others_are_called) {
    by_hand watch([] {
        settings options;
        options.sinks.emplace_back([](const event&) { throw std::runtime_error("full"); });
        return options;
    }());
    watch.watcher.add_sink([](const event&) { throw 1; });
    watch.watcher.add_sink(sink());
    int told_last = 0;
    watch.watcher.add_sink([&](const event&) { ++told_last; });
    freeze_once(watch);
    EXPECT_THAT(watch.new_reports(), ElementsAre("frozen frozen", "recovered frozen"));
    EXPECT_EQ(told_last, 2);
    EXPECT_EQ(watch.watcher.so_far().failed_calls, 6u);
    EXPECT_EQ(watch.watcher.so_far().lost, 0u);
}

TEST(a_heartbeat, whose_receiver_throws_is_counted_and_the_monitor_goes_on) {
    by_hand watch([] {
        settings options;
        options.on_heartbeat = [](const heartbeat&) { throw std::runtime_error("no socket"); };
        return options;
    }());
    freeze_once(watch);
    EXPECT_THAT(watch.new_reports(), ElementsAre("frozen frozen", "recovered frozen"));
    EXPECT_EQ(watch.watcher.so_far().failed_calls, watch.watcher.so_far().scans);
}

TEST(sinks, are_replaced) {
    by_hand watch;
    std::vector<std::string> told;
    watch.watcher.set_sinks({[&](const event& report) { told.push_back(report.name); }});
    freeze_once(watch);
    watch.watcher.set_sinks({});
    freeze_once(watch);
    EXPECT_THAT(told, ElementsAre("frozen", "frozen"));
    EXPECT_THAT(watch.new_reports(), ElementsAre());
    EXPECT_EQ(watch.watcher.so_far().events, 4u);
}

TEST(a_sink_of_a_registry, may_begin_and_end_scopes_and_registries) {
    by_hand watch;
    std::unique_ptr<migrating_scope> kept;
    watch.watcher.add_sink([&](const event& report) {
        const watched_scope sinking(watch.watcher, "sink", 1);
        checkpoint(2);
        registry other;
        const watched_scope in_other(other, "other", 1);
        const watched_scope back(watch.watcher, "back", 1);
        if (report.type == event::kind::frozen && report.name == "frozen") {
            kept = std::make_unique<migrating_scope>(watch.watcher, "kept", 1,
                                                     timeouts{.timeout = 5s});
        }
    });
    freeze_once(watch);
    watch.pass_time(10s);
    EXPECT_THAT(watch.new_reports(),
                ElementsAre("frozen frozen", "recovered frozen", "frozen kept"));
    EXPECT_EQ(watch.watcher.so_far().failed_calls, 0u);
}

TEST(a_sink_of_a_registry, may_call_the_registry) {
    by_hand watch;
    int added = 0;
    statistics counts;
    watch.watcher.add_sink([&](const event&) {
        counts = watch.watcher.so_far();
        watch.watcher.set_period(20ms);
        watch.watcher.set_timeouts({.timeout = 1h, .grace = 0s});
        watch.watcher.add_sink([&](const event&) { ++added; });
    });
    {
        const migrating_scope frozen(watch.watcher, "frozen", 1, {.timeout = 1s});
        watch.pass_time(2s);
    }
    EXPECT_EQ(counts.events, 1u);
    EXPECT_EQ(added, 0) << "in the same batch";
    watch.scan();
    EXPECT_EQ(added, 1);
    EXPECT_EQ(watch.planned(), 20ms);
}

TEST(a_sink_of_a_registry, may_replace_itself) {
    by_hand watch;
    int told = 0;
    const auto alive = std::make_shared<int>(1);
    watch.watcher.set_sinks({[&, alive](const event&) {
        watch.watcher.set_sinks({});
        ++told;
        EXPECT_EQ(*alive, 1) << "it lives until it has returned";
    }});
    freeze_once(watch);
    EXPECT_EQ(told, 1);
}

TEST(a_heartbeat, may_call_the_registry) {
    registry* watcher = nullptr;
    by_hand watch([&] {
        settings options;
        options.on_heartbeat = [&](const heartbeat&) {
            if (watcher != nullptr) {
                watcher->set_period(watcher->so_far().scans * 10ms);
                watcher->add_sink([](const event&) {});
                const watched_scope scope(*watcher, "heartbeat", 1);
            }
        };
        return options;
    }());
    watcher = &watch.watcher;
    watch.scan();
    EXPECT_EQ(watch.planned(), 20ms);
}

} // namespace
} // namespace tollgate::liveness
