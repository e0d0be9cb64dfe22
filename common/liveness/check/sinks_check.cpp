// SPDX-License-Identifier: BSL-1.0
//
// What sinks and other callbacks may do, and what becomes of what they cannot take.
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
using testing::ElementsAre;

/// Freezes a scope and ends it: two events.
void freeze_once(by_hand& watch) {
    {
        const migrating_scope frozen(watch.in, "frozen", 1, {.timeout = 1s});
        watch.pass_time(2s);
    }
    watch.look();
}

TEST(a_sink_of_a_registry, that_throws_or_is_none_is_counted_and_the_others_are_told) {
    by_hand watch([] {
        settings how;
        how.sinks.emplace_back([](const event&) { throw std::runtime_error("full"); });
        return how;
    }());
    watch.in.add_sink([](const event&) { throw 1; });
    watch.in.add_sink(sink());
    int told_last = 0;
    watch.in.add_sink([&](const event&) { ++told_last; });
    freeze_once(watch);
    EXPECT_THAT(watch.said(), ElementsAre("frozen frozen", "recovered frozen"));
    EXPECT_EQ(told_last, 2);
    EXPECT_EQ(watch.in.so_far().failed_calls, 6u);
    EXPECT_EQ(watch.in.so_far().lost, 0u);
}

TEST(a_pulse, whose_receiver_throws_is_counted_and_the_monitor_goes_on) {
    by_hand watch([] {
        settings how;
        how.on_pulse = [](const pulse&) { throw std::runtime_error("no socket"); };
        return how;
    }());
    freeze_once(watch);
    EXPECT_THAT(watch.said(), ElementsAre("frozen frozen", "recovered frozen"));
    EXPECT_EQ(watch.in.so_far().failed_calls, watch.in.so_far().looks);
}

TEST(sinks, are_replaced_by_others) {
    by_hand watch;
    std::vector<std::string> told;
    watch.in.set_sinks({[&](const event& what) { told.push_back(what.name); }});
    freeze_once(watch);
    watch.in.set_sinks({});
    freeze_once(watch);
    EXPECT_THAT(told, ElementsAre("frozen", "frozen"));
    EXPECT_THAT(watch.said(), ElementsAre());
    EXPECT_EQ(watch.in.so_far().events, 4u);
}

TEST(a_sink_of_a_registry, may_begin_and_end_scopes_and_registries) {
    by_hand watch;
    std::unique_ptr<migrating_scope> kept;
    watch.in.add_sink([&](const event& what) {
        const watched_scope sinking(watch.in, "sink", 1);
        checkpoint(2);
        registry other;
        const watched_scope in_other(other, "other", 1);
        const watched_scope back(watch.in, "back", 1);
        if (what.what == event::kind::frozen && what.name == "frozen") {
            kept = std::make_unique<migrating_scope>(watch.in, "kept", 1, limits{.timeout = 5s});
        }
    });
    freeze_once(watch);
    watch.pass_time(10s);
    EXPECT_THAT(watch.said(), ElementsAre("frozen frozen", "recovered frozen", "frozen kept"));
    EXPECT_EQ(watch.in.so_far().failed_calls, 0u);
}

TEST(a_sink_of_a_registry, may_call_the_registry) {
    by_hand watch;
    int added = 0;
    statistics seen;
    watch.in.add_sink([&](const event&) {
        seen = watch.in.so_far();
        watch.in.set_period(20ms);
        watch.in.set_limits({.timeout = 1h, .grace = 0s});
        watch.in.add_sink([&](const event&) { ++added; });
    });
    {
        const migrating_scope frozen(watch.in, "frozen", 1, {.timeout = 1s});
        watch.pass_time(2s);
    }
    EXPECT_EQ(seen.events, 1u);
    EXPECT_EQ(added, 0) << "of the same batch";
    watch.look();
    EXPECT_EQ(added, 1);
    EXPECT_EQ(watch.planned(), 20ms);
}

TEST(a_sink_of_a_registry, may_replace_itself) {
    by_hand watch;
    int told = 0;
    const auto alive = std::make_shared<int>(1);
    watch.in.set_sinks({[&, alive](const event&) {
        watch.in.set_sinks({});
        ++told;
        EXPECT_EQ(*alive, 1) << "it lives until it has returned";
    }});
    freeze_once(watch);
    EXPECT_EQ(told, 1);
}

TEST(a_pulse, may_call_the_registry) {
    registry* in = nullptr;
    by_hand watch([&] {
        settings how;
        how.on_pulse = [&](const pulse&) {
            if (in != nullptr) {
                in->set_period(in->so_far().looks * 10ms);
                in->add_sink([](const event&) {});
                const watched_scope scope(*in, "pulse", 1);
            }
        };
        return how;
    }());
    in = &watch.in;
    watch.look();
    EXPECT_EQ(watch.planned(), 20ms);
}

} // namespace
} // namespace tollgate::liveness
