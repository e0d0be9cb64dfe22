// SPDX-License-Identifier: BSL-1.0
//
// Faulty sleepers in the measured loops: the self-checks fail, and the loops end nevertheless.
#include "faulty_sleepers.hpp"
#include "measured_with.hpp"
#include "timeout_loop.hpp"
#include "wake_cost_loop.hpp"

#include <tollgate/measure/interval_probe.hpp>
#include <tollgate/testing/sanitized.hpp>

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::sleep_test;
using namespace std::chrono_literals;
using ::testing::Contains;
using ::testing::IsEmpty;

using texts = std::vector<std::string>;

const measure::schedule ten_events{1, {{9, 1}}};

/// The failures of each variant of the wake loop.
template <class Fault>
std::vector<texts> failures_when_woken(const time_budget& budget) {
    using sleeper = faulty_sleeper<Fault>;
    constexpr until runs = until::sleeper_runs;
    constexpr until returns = until::wake_returns;
    return {failures_of(free_wake_loop<sleeper, runs>(budget), ten_events),
            failures_of(free_wake_loop<sleeper, returns>(budget), ten_events),
            failures_of(wake_loop_on_one_cpu<sleeper, runs>(budget), ten_events),
            failures_of(wake_loop_on_one_cpu<sleeper, returns>(budget), ten_events)};
}

constexpr const char* permit_lost = "a wake was lost: its permit was nowhere";
constexpr const char* not_woken = "a sleep ended as woken, and nobody woke it";
constexpr const char* timed_out = "a wake was lost: the sleep timed out after it";

template <class Fault>
void expect_when_woken(const std::string& failure, const time_budget& budget = brief_budget) {
    for (const texts& failures : failures_when_woken<Fault>(budget)) {
        EXPECT_THAT(failures, Contains(failure));
    }
}

TEST(faulty_sleeper, in_the_wake_loop) {
    for (const texts& failures : failures_when_woken<no_mistake>(ample_budget)) {
        EXPECT_THAT(failures, IsEmpty());
    }
    expect_when_woken<losing_a_third>(permit_lost);
    // Ten events, and one wake to end the loop.
    expect_when_woken<losing_one<11>>(permit_lost);
    expect_when_woken<denying_a_permit<false>>(permit_lost);
    // Except for the time, it is like a wake that came too late.
    expect_when_woken<denying_a_permit<true>>(timed_out, ample_budget);
    expect_when_woken<returning_early>(timed_out, ample_budget);
}

// Its threads have a data race.
TEST(faulty_sleeper, that_returns_woken_without_a_wake_in_the_wake_loop) {
    if (tollgate::testing::is_thread_sanitized) {
        GTEST_SKIP() << "a sleeper that nobody woke races with its waker";
    }
    expect_when_woken<returning_woken>(not_woken, ample_budget);
}

template <class Fault>
texts failures_when_not_woken() {
    return failures_of(timeout_loop<faulty_sleeper<Fault>>{3ms, std::nullopt}, ten_events);
}

TEST(faulty_sleeper, in_the_timeout_loop) {
    EXPECT_THAT(failures_when_not_woken<no_mistake>(), IsEmpty());
    EXPECT_THAT(failures_when_not_woken<returning_early>(),
                Contains(::testing::MatchesRegex("a sleep ended [0-9]+ ns early")));
    EXPECT_THAT(failures_when_not_woken<returning_woken>(), Contains(not_woken));
}

template <class Sleeper, found State>
texts failures_when_nobody_sleeps() {
    const measure::schedule schedule{2, {{9, 1}, {2, 5}}};
    measure::interval_probe probe(clock::monotonic_clock{}, schedule);
    const auto report = wake_cost_loop<Sleeper, State>{}(probe);
    return measure::failed_self_checks({probe.intervals(), probe.complete(), report}, schedule);
}

template <class Fault, class Expected>
void expect_when_nobody_sleeps(Expected expected) {
    using sleeper = faulty_sleeper<Fault>;
    EXPECT_THAT((failures_when_nobody_sleeps<sleeper, found::empty>()), expected);
    EXPECT_THAT((failures_when_nobody_sleeps<sleeper, found::permit>()), expected);
}

TEST(faulty_sleeper, in_the_wake_cost_loop) {
    expect_when_nobody_sleeps<no_mistake>(IsEmpty());
    expect_when_nobody_sleeps<leaving_none>(Contains("permits lost or invented"));
    expect_when_nobody_sleeps<leaving_two>(Contains("permits lost or invented"));
}

// The moments lie before and after the deadline. If the sleeper times out, the wake comes
// afterwards, and the sleeper waits for its permit.
TEST(wake_loop, repeats_an_event_whose_wake_came_too_late) {
    auto loop = free_wake_loop<sleep::parker, until::sleeper_runs>(ample_budget);
    loop.interval = 3ms;
    loop.when = std::make_shared<measure::moments>(0ms, 20ms, 1);
    const measure::batch done = events_of(loop, ten_events);
    EXPECT_THAT(measure::failed_event_self_checks(done, ten_events), IsEmpty());
    EXPECT_GT(done.report.repeated, 0U);
}

} // namespace
