// SPDX-License-Identifier: BSL-1.0
//
// Cancellations with a mistake, in the measured loop: its self-checks fail.
#include "cancelling_loop.hpp"
#include "faulty_waits.hpp"
#include "measured_with.hpp"

#include <gmock/gmock.h>

#include <stdexcept>

namespace {

using namespace tollgate;
using namespace tollgate::cancel_test;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

template <class Registered>
measure::batch cancelled(beside neighbor, std::size_t tokens = 3) {
    return events_of(cancelling_loop<Registered>{tokens, neighbor}, ten_events);
}

template <class Registered>
void expect_failed_cancelling(const char* failure) {
    for (const beside neighbor : {beside::sleeper, beside::spinner}) {
        const measure::batch done = cancelled<Registered>(neighbor);
        EXPECT_THAT(done.report.failures, ElementsAre(failure)) << "once, and no event after it";
        EXPECT_THAT(done.report.probe_calls, ElementsAre(3));
        EXPECT_FALSE(done.complete);
    }
}

template <class Registered>
void expect_no_failure() {
    for (const beside neighbor : {beside::sleeper, beside::spinner}) {
        for (const std::size_t tokens : {1, 2, 1000}) {
            EXPECT_THAT(measure::failed_event_self_checks(cancelled<Registered>(neighbor, tokens),
                                                          ten_events),
                        IsEmpty());
        }
    }
}

TEST(faulty_cancellation, none) {
    expect_no_failure<registered_tokens<1>>();
    expect_no_failure<registered_tokens<2>>();
    expect_no_failure<registered_callbacks>();
}

TEST(faulty_cancellation, that_is_not_the_first) {
    expect_failed_cancelling<faulty_cancellation<registered_tokens<1>, cancelling_twice>>(
        "a cancel() was not the first");
}

TEST(faulty_cancellation, that_runs_no_handler_or_one_twice) {
    expect_failed_cancelling<faulty_cancellation<registered_tokens<1>, running_a_handler_twice>>(
        handler_did_not_run);
    expect_failed_cancelling<faulty_cancellation<registered_callbacks, not_cancelling>>(
        handler_did_not_run);
}

TEST(faulty_cancellation, whose_tokens_cannot_be_made) {
    for (const beside neighbor : {beside::sleeper, beside::spinner}) {
        EXPECT_THROW(static_cast<void>(cancelled<refusing_tokens>(neighbor)), std::domain_error);
    }
}

} // namespace
