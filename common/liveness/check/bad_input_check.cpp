// SPDX-License-Identifier: BSL-1.0
//
// Values out of range are refused with a message that has the value and the range. They change
// nothing.
#include "by_hand.hpp"

#include <tollgate/liveness/blocking_scope.hpp>
#include <tollgate/liveness/checkpoint.hpp>
#include <tollgate/liveness/migrating_scope.hpp>
#include <tollgate/liveness/watched_scope.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>

namespace tollgate::liveness {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;

constexpr timeouts negative_grace{.timeout = 1s, .grace = -7ns};

struct faulty_timeouts {
    timeouts given;
    const char* refusal;
};
constexpr faulty_timeouts all_faulty_timeouts[] = {
    {{.timeout = 0s, .grace = 0s}, "a timeout of 0 ns: must be more than zero"},
    {{.timeout = -1ns, .grace = 0s}, "a timeout of -1 ns: must be more than zero"},
    {negative_grace, "a grace of -7 ns: must be zero or more"}};

void refuses(const std::function<void()>& make, const std::string& refusal) {
    try {
        make();
    } catch (const std::invalid_argument& refused) {
        EXPECT_EQ(refused.what(), "tollgate::liveness: " + refusal);
        return;
    }
    ADD_FAILURE() << "was not refused: " << refusal;
}

template <class Value>
std::function<void()> making_with(Value settings::*where, Value value) {
    return [=] {
        settings options;
        options.*where = value;
        const registry made(options);
    };
}

TEST(a_registry, refuses_settings_out_of_range) {
    for (const faulty_timeouts& wrong : all_faulty_timeouts) {
        refuses(making_with(&settings::default_timeouts, wrong.given), wrong.refusal);
    }
    const auto with_period = [](std::chrono::nanoseconds period) {
        return making_with(&settings::period, period);
    };
    refuses(with_period(1ms - 1ns), "a period of 999999 ns: must be 1 ms to 1 hour");
    refuses(with_period(1h + 1ns), "a period of 3600000000001 ns: must be 1 ms to 1 hour");
    EXPECT_NO_THROW(with_period(1ms)());
    EXPECT_NO_THROW(with_period(1h)());
    const auto with_history = [](std::size_t history) {
        return making_with(&settings::history, history);
    };
    refuses(with_history(0), "a history of 0 checkpoints: must be 1 to 65535");
    refuses(with_history(65'536), "a history of 65536 checkpoints: must be 1 to 65535");
    EXPECT_NO_THROW(with_history(1)());
    EXPECT_NO_THROW(with_history(65'535)());
}

TEST(a_registry, keeps_its_old_values_when_it_refuses_new_values) {
    by_hand watch;
    watch.watcher.set_timeouts({.timeout = 1s, .grace = 1s});
    for (const faulty_timeouts& wrong : all_faulty_timeouts) {
        refuses([&] { watch.watcher.set_timeouts(wrong.given); }, wrong.refusal);
    }
    refuses([&] { watch.watcher.set_period(1us); }, "a period of 1000 ns: must be 1 ms to 1 hour");
    watch.scan();
    EXPECT_EQ(watch.planned(), 10ms);
    const watched_scope reader(watch.watcher, "reader", 1);
    watch.scan();
    watch.pass_time(2s);
    ASSERT_EQ(watch.reported.size(), 2u);
    EXPECT_EQ(watch.reported[0].timeout, 1s);
    EXPECT_THAT(watch.new_reports(), ElementsAre("frozen reader", "overdue reader"));
}

TEST(a_registry, with_own_threads_refuses_a_scan_by_hand) {
    registry watcher;
    EXPECT_THROW(watcher.scan(std::chrono::steady_clock::now()), std::logic_error);
    EXPECT_EQ(watcher.so_far().scans, 0u);
}

template <class Scope>
void refuses_timeouts(by_hand& watch) {
    for (const faulty_timeouts& wrong : all_faulty_timeouts) {
        refuses([&] { const Scope scope(watch.watcher, "refused", 1, wrong.given); },
                wrong.refusal);
    }
}

TEST(a_refused_scope, is_not_registered_and_leaves_the_outer_scope_watched) {
    by_hand watch;
    refuses_timeouts<watched_scope>(watch);
    refuses_timeouts<migrating_scope>(watch);
    EXPECT_EQ(watch.watcher.so_far().records, 0u);
    const watched_scope outer(watch.watcher, "outer", 1, {.timeout = 1s});
    migrating_scope session(watch.watcher, "session", 1, {.timeout = 1s});
    refuses_timeouts<watched_scope>(watch);
    for (const auto wrong : {0ns, -1ns}) {
        const std::string refusal =
            "a timeout of " + std::to_string(wrong.count()) + " ns: must be more than zero";
        refuses([&] { const blocking_scope waiting(2, wrong); }, refusal);
        refuses([&] { const blocking_scope waiting(session, 2, wrong); }, refusal);
    }
    checkpoint(2);
    watch.pass_time(2s);
    ASSERT_EQ(watch.reported.size(), 2u);
    EXPECT_THAT(ids(watch.reported[0]), ElementsAre(1, 2));
    EXPECT_THAT(ids(watch.reported[1]), ElementsAre(1));
    EXPECT_THAT(watch.new_reports(), ElementsAre("frozen outer", "frozen session"));
}

} // namespace
} // namespace tollgate::liveness
