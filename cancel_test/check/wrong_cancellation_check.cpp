// SPDX-License-Identifier: BSL-1.0
//
// Cancellations with a mistake, in the loop that is measured: its proofs do not hold.
#include "cancelling_loop.hpp"
#include "measured_with.hpp"
#include "wrong_waits.hpp"

#include <gmock/gmock.h>

#include <stdexcept>

namespace {

using namespace tollgate;
using namespace tollgate::cancel_test;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

template <class Registered>
measure::batch cancelled(beside who, std::size_t tokens = 3) {
    return events_of(cancelling_loop<Registered>{tokens, who}, ten_events);
}

template <class Registered>
void expect_failed_cancelling(const char* what) {
    for (const beside who : {beside::sleeper, beside::spinner}) {
        const measure::batch done = cancelled<Registered>(who);
        EXPECT_THAT(done.report.failures, ElementsAre(what)) << "once, and no event after it";
        EXPECT_THAT(done.report.turns, ElementsAre(3));
        EXPECT_FALSE(done.complete);
    }
}

template <class Registered>
void expect_no_failure() {
    for (const beside who : {beside::sleeper, beside::spinner}) {
        for (const std::size_t tokens : {1, 2, 1000}) {
            EXPECT_THAT(
                measure::failed_event_proofs(cancelled<Registered>(who, tokens), ten_events),
                IsEmpty());
        }
    }
}

TEST(wrong_cancellation, none) {
    expect_no_failure<registered_tokens<1>>();
    expect_no_failure<registered_tokens<2>>();
    expect_no_failure<registered_callbacks>();
}

TEST(wrong_cancellation, that_is_not_the_first) {
    expect_failed_cancelling<wrong_cancellation<registered_tokens<1>, cancelling_twice>>(
        "a cancel() was not the first");
}

TEST(wrong_cancellation, that_runs_no_handler_or_one_twice) {
    expect_failed_cancelling<wrong_cancellation<registered_tokens<1>, running_one_twice>>(
        handler_did_not_run);
    expect_failed_cancelling<wrong_cancellation<registered_callbacks, not_cancelling>>(
        handler_did_not_run);
}

TEST(wrong_cancellation, whose_tokens_cannot_be_made) {
    for (const beside who : {beside::sleeper, beside::spinner}) {
        EXPECT_THROW(static_cast<void>(cancelled<refusing_tokens>(who)), std::domain_error);
    }
}

} // namespace
