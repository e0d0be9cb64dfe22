// SPDX-License-Identifier: BSL-1.0
//
// Sleepers with a mistake, in the loops that are measured: their proofs do not hold, and the loops
// end nevertheless.
#include "measured_with.hpp"
#include "timeout_loop.hpp"
#include "wake_cost_loop.hpp"
#include "wrong_sleepers.hpp"

#include <tollgate/faults/sanitized.hpp>
#include <tollgate/measure/interval_probe.hpp>

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

/// What the proofs say of the wake loop, in all its ways.
template <class Wrong>
std::vector<texts> failures_when_woken(const patience& how_long) {
    using sleeper = wrong_sleeper<Wrong>;
    constexpr until runs = until::sleeper_runs;
    constexpr until returns = until::wake_returns;
    return {failures_of(free_wake_loop<sleeper, runs>(how_long), ten_events),
            failures_of(free_wake_loop<sleeper, returns>(how_long), ten_events),
            failures_of(wake_loop_on_one_cpu<sleeper, runs>(how_long), ten_events),
            failures_of(wake_loop_on_one_cpu<sleeper, returns>(how_long), ten_events)};
}

constexpr const char* permit_lost = "a wake was lost: its permit was nowhere";
constexpr const char* not_woken = "a sleep ended as woken, and nobody woke it";
constexpr const char* timed_out = "a wake was lost: the sleep timed out after it";

template <class Wrong>
void expect_when_woken(const std::string& failure, const patience& how_long = little) {
    for (const texts& failures : failures_when_woken<Wrong>(how_long)) {
        EXPECT_THAT(failures, Contains(failure));
    }
}

TEST(wrong_sleeper, in_the_wake_loop) {
    for (const texts& failures : failures_when_woken<no_mistake>(ample)) {
        EXPECT_THAT(failures, IsEmpty());
    }
    expect_when_woken<losing_a_third>(permit_lost);
    // Ten events, and one wake to end the loop.
    expect_when_woken<losing_one<11>>(permit_lost);
    expect_when_woken<denying_a_permit<false>>(permit_lost);
    // It looks like a wake that came too late, but for the time.
    expect_when_woken<denying_a_permit<true>>(timed_out, ample);
    expect_when_woken<returning_early>(timed_out, ample);
}

// Its threads then race by their plain data.
TEST(wrong_sleeper, that_says_it_was_woken_in_the_wake_loop) {
    if (faults::is_thread_sanitized) {
        GTEST_SKIP() << "a sleeper that nobody woke races with its waker";
    }
    expect_when_woken<returning_woken>(not_woken, ample);
}

template <class Wrong>
texts failures_when_not_woken() {
    return failures_of(timeout_loop<wrong_sleeper<Wrong>>{3ms, std::nullopt}, ten_events);
}

TEST(wrong_sleeper, in_the_timeout_loop) {
    EXPECT_THAT(failures_when_not_woken<no_mistake>(), IsEmpty());
    EXPECT_THAT(failures_when_not_woken<returning_early>(),
                Contains(testing::MatchesRegex("a sleep ended [0-9]+ ns early")));
    EXPECT_THAT(failures_when_not_woken<returning_woken>(), Contains(not_woken));
}

template <class Sleeper, found What>
texts failures_when_nobody_sleeps() {
    const measure::schedule asked{2, {{9, 1}, {2, 5}}};
    measure::interval_probe probe(clock::monotonic_clock{}, asked);
    const auto report = wake_cost_loop<Sleeper, What>{}(probe);
    return measure::failed_proofs({probe.intervals(), probe.complete(), report}, asked);
}

template <class Wrong, class Expected>
void expect_when_nobody_sleeps(Expected expected) {
    using sleeper = wrong_sleeper<Wrong>;
    EXPECT_THAT((failures_when_nobody_sleeps<sleeper, found::empty>()), expected);
    EXPECT_THAT((failures_when_nobody_sleeps<sleeper, found::permit>()), expected);
}

TEST(wrong_sleeper, in_the_wake_cost_loop) {
    expect_when_nobody_sleeps<no_mistake>(IsEmpty());
    expect_when_nobody_sleeps<leaving_none>(Contains("permits lost or invented"));
    expect_when_nobody_sleeps<leaving_two>(Contains("permits lost or invented"));
}

// The moments lie before and after the deadline: the sleeper times out, the wake comes afterwards,
// and its permit is waited for.
TEST(wake_loop, repeats_an_event_whose_wake_came_too_late) {
    auto loop = free_wake_loop<sleep::parker, until::sleeper_runs>(ample);
    loop.slice = 3ms;
    loop.when = std::make_shared<measure::moments>(0ms, 20ms, 1);
    const measure::batch done = events_of(loop, ten_events);
    EXPECT_THAT(measure::failed_event_proofs(done, ten_events), IsEmpty());
    EXPECT_GT(done.report.repeated, 0U);
}

} // namespace
