// SPDX-License-Identifier: BSL-1.0
//
// Why a token is cancelled.
#include "cancellable.hpp"
#include "scripted_handler.hpp"

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_reason.hpp>
#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/on_cancel.hpp>
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/cancel/token.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <type_traits>

namespace tollgate::cancel {
namespace {

enum class stop : std::int8_t { overload = -3, shutdown = 4 };

static_assert(std::is_trivially_copyable_v<cancellation_reason>);
static_assert(cancellation_reason(stop::overload).value<stop>() == stop::overload);
static_assert(cancellation_reason(stop::overload) != cancellation_reason(stop::shutdown));
static_assert(cancellation_reason((std::numeric_limits<std::uint64_t>::max)()).value() ==
              (std::numeric_limits<std::uint64_t>::max)());
static_assert(cancellation_reason(reason_kind::deadline).value() == 0);
static_assert(cancellation_reason(0) != reason_kind::cancelled);
static_assert(to_string(reason_kind::not_cancelled) == "not_cancelled" &&
              to_string(reason_kind::cancelled) == "cancelled" &&
              to_string(reason_kind::deadline) == "deadline" &&
              to_string(reason_kind::value) == "value");
static_assert(to_string(wait_status::notified) == "notified" &&
              to_string(wait_status::timeout) == "timeout" &&
              to_string(wait_status::cancelled) == "cancelled");

using the_reason = every_token;

INSTANTIATE_TEST_SUITE_P(of, the_reason, ::testing::ValuesIn(all_token_cases()), token_case_name);

TEST_P(the_reason, is_not_cancelled_and_then_cancelled) {
    EXPECT_EQ(subject.get().reason(), reason_kind::not_cancelled);
    subject.cancel();
    EXPECT_EQ(subject.get().reason(), reason_kind::cancelled);
    EXPECT_EQ(subject.second().reason(), reason_kind::cancelled);
}

TEST(a_reason, is_known_to_handlers) {
    standalone_token cancellation;
    cancellation_reason in_handler;
    const on_cancel handler(cancellation, [&] { in_handler = cancellation.reason(); });
    cancellation.cancel(stop::shutdown);
    EXPECT_EQ(in_handler, stop::shutdown);
}

TEST(a_reason, is_that_of_the_first_cancellation) {
    const cancellation_source source;
    source.cancel(stop::overload);
    source.cancel(stop::shutdown);
    EXPECT_EQ(source.get_token().reason().value<stop>(), stop::overload);
}

TEST(a_reason, is_inherited_from_a_leader_that_is_cancelled_already) {
    const cancellation_source idle;
    standalone_token cancelled;
    cancelled.cancel(stop::shutdown);
    const auto follower = cancellation_source::following(idle, cancelled);
    EXPECT_EQ(follower.get_token().reason(), stop::shutdown);
}

TEST(a_reason, may_be_passed_on_before_there_is_one) {
    const standalone_token idle;
    standalone_token cancelled;
    cancelled.cancel(idle.reason());
    EXPECT_EQ(cancelled.reason(), reason_kind::cancelled);
}

TEST(a_reason, is_gone_after_a_reset) {
    standalone_token cancellation;
    cancellation.cancel(stop::overload);
    cancellation.reset();
    EXPECT_EQ(cancellation.reason(), reason_kind::not_cancelled);
    cancellation.cancel();
    EXPECT_EQ(cancellation.reason(), reason_kind::cancelled);
}

} // namespace
} // namespace tollgate::cancel
