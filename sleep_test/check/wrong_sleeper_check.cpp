// SPDX-License-Identifier: BSL-1.0
//
// Sleepers with a mistake, in the loops that are measured: their proofs do not hold, and the loops
// end nevertheless.
#include "channel_sleeper.hpp"
#include "condvar_sleeper.hpp"
#include "measured_with.hpp"
#include "timeout_loop.hpp"
#include "wake_cost_loop.hpp"
#include "wrong_sleepers.hpp"

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
constexpr const char* timed_out = "a wake was lost: the sleep timed out after it";

template <class Wrong>
void expect_when_woken(const std::string& failure, const patience& how_long = little) {
    for (const texts& failures : failures_when_woken<Wrong>(how_long)) {
        EXPECT_THAT(failures, Contains(failure));
    }
}

TEST(wrong_sleeper, none_in_the_wake_loop) {
    for (const texts& failures : failures_when_woken<no_mistake>(ample)) {
        EXPECT_THAT(failures, IsEmpty());
    }
}

TEST(wrong_sleeper, that_loses_every_third_wake) {
    expect_when_woken<losing_a_third>(permit_lost);
}

// Ten events, and one wake to end the loop.
TEST(wrong_sleeper, that_loses_the_last_wake) {
    expect_when_woken<losing_one<11>>(permit_lost);
}

TEST(wrong_sleeper, that_loses_a_wake_before_the_sleep) {
    expect_when_woken<losing_an_early_one>(permit_lost);
}

TEST(wrong_sleeper, that_times_out_and_takes_the_permit) {
    expect_when_woken<denying_a_permit<false>>(permit_lost);
}

// It looks like a wake that came too late, but for the time.
TEST(wrong_sleeper, that_times_out_and_leaves_the_permit) {
    expect_when_woken<denying_a_permit<true>>(timed_out, ample);
}

TEST(wrong_sleeper, that_returns_early_while_somebody_is_to_wake_it) {
    expect_when_woken<returning_early>(timed_out, ample);
}

template <class Wrong>
texts failures_when_not_woken() {
    return failures_of(timeout_loop<wrong_sleeper<Wrong>>{3ms, std::nullopt}, ten_events);
}

TEST(wrong_sleeper, none_in_the_timeout_loop) {
    EXPECT_THAT(failures_when_not_woken<no_mistake>(), IsEmpty());
}

TEST(wrong_sleeper, that_returns_early) {
    EXPECT_THAT(failures_when_not_woken<returning_early>(),
                Contains(testing::MatchesRegex("a sleep ended [0-9]+ ns early")));
}

TEST(wrong_sleeper, that_returns_woken_and_nobody_woke_it) {
    EXPECT_THAT(failures_when_not_woken<returning_woken>(),
                Contains("a sleep ended as woken, and nobody woke it"));
}

template <class Sleeper, found What>
texts failures_when_nobody_sleeps() {
    const measure::schedule asked{2, {{9, 1}, {2, 5}}};
    measure::interval_probe probe(clock::monotonic_clock{}, asked);
    const auto report = wake_cost_loop<Sleeper, What>{}(probe);
    return measure::failed_proofs({probe.intervals(), probe.complete(), report}, asked);
}

template <class Wrong>
void expect_permits_miscounted() {
    const std::string failure = "permits lost or invented";
    using sleeper = wrong_sleeper<Wrong>;
    EXPECT_THAT((failures_when_nobody_sleeps<sleeper, found::empty>()), Contains(failure));
    EXPECT_THAT((failures_when_nobody_sleeps<sleeper, found::permit>()), Contains(failure));
}

TEST(wrong_sleeper, none_in_the_wake_cost_loop) {
    EXPECT_THAT((failures_when_nobody_sleeps<wrong_sleeper<no_mistake>, found::empty>()),
                IsEmpty());
    EXPECT_THAT((failures_when_nobody_sleeps<wrong_sleeper<no_mistake>, found::permit>()),
                IsEmpty());
}

TEST(wrong_sleeper, whose_wake_leaves_no_permit) {
    expect_permits_miscounted<leaving_none>();
}

TEST(wrong_sleeper, whose_wake_leaves_two_permits) {
    expect_permits_miscounted<leaving_two>();
}

// Where each wake finds the permit of the one before, the third may be missing.
TEST(wrong_sleeper, whose_every_third_wake_leaves_no_permit) {
    EXPECT_THAT((failures_when_nobody_sleeps<wrong_sleeper<losing_a_third>, found::empty>()),
                Contains("permits lost or invented"));
}

// The moments lie before and after the deadline: the sleeper times out, the wake comes afterwards,
// and its permit is waited for.
template <class Sleeper>
class late_waker : public testing::Test {};
using sleepers_of_all_kinds = testing::Types<sleep::parker, condvar_sleeper, channel_sleeper>;
TYPED_TEST_SUITE(late_waker, sleepers_of_all_kinds);

TYPED_TEST(late_waker, repeats_the_event) {
    wake_loop<TypeParam, until::sleeper_runs> loop =
        free_wake_loop<TypeParam, until::sleeper_runs>(ample);
    loop.slice = 3ms;
    loop.when = std::make_shared<measure::moments>(0ms, 20ms, 1);
    const measure::batch done = events_of(loop, ten_events);
    EXPECT_THAT(measure::failed_event_proofs(done, ten_events), IsEmpty());
    EXPECT_GT(done.report.repeated, 0U);
}

} // namespace
