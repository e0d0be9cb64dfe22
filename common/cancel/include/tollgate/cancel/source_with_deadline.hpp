// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/sleep/deadline.hpp>
#include <tollgate/sleep/deadline_of.hpp>

#include <chrono>

namespace tollgate::cancel {

namespace detail {
using steady = std::chrono::steady_clock;

/// The deadline of a function that is called at `now`: a time point of the steady clock, or a
/// duration from `now` on.
template <class When>
[[nodiscard]] steady::time_point deadline_from(const When& when, steady::time_point now) {
    if constexpr (requires { sleep::nanoseconds_of(when); }) {
        return sleep::deadline_after(when, now);
    } else {
        return sleep::deadline_of<steady>(when).at();
    }
}
} // namespace detail

/// Makes a source that is cancelled at a deadline. `when` is a duration from now on, or a time
/// point of std::chrono::steady_clock, in any unit. The reason of this cancellation is
/// `reason_kind::deadline`.
///
///     const auto source = tollgate::cancel::source_with_deadline(std::chrono::seconds(5));
///     const auto part = tollgate::cancel::source_with_deadline(source, std::chrono::seconds(9));
///     const tollgate::cancel::sourced_token token = part.get_token();
///     const bool has_time = token.deadline() > std::chrono::steady_clock::now();
///
/// A deadline that has passed cancels the source before the function returns. NaN counts as passed.
/// With `max()`, or a deadline that the clock cannot represent, the source has no deadline.
///
/// The source is never cancelled before the deadline. It is cancelled when one thread of the
/// process, the *deadline thread*, has woken and has run the handlers of earlier deadlines. The
/// thread wakes as late as any sleep with a deadline, and at most 1.024 µs later.
///
/// - *Threads*: the handlers run on the deadline thread. The first source with a deadline starts
///   the thread. The thread blocks all signals except faults.
/// - *Lifetime*: the deadline does not keep the source alive.
/// - *Exceptions*: std::system_error if the system refuses the thread, and std::bad_alloc. A
///   handler that throws on the deadline thread, or ends this thread, ends the program.
/// - *Cost*: one allocation, a reading of the clock, and two short locks. A system call only if the
///   deadline is earlier than the moment until which the deadline thread sleeps.
template <class When>
[[nodiscard]] cancellation_source source_with_deadline(const When& when) {
    const auto now = detail::steady::now();
    return cancellation_source::until(detail::deadline_from(when, now), now, nullptr);
}

/// Makes a source that is cancelled at a deadline or with its leader, whichever is first. The
/// leader is a source, or a token of any kind. If the leader has an earlier deadline, this is the
/// deadline of the new source.
template <class Leader, class When>
[[nodiscard]] cancellation_source source_with_deadline(const Leader& leader, const When& when) {
    const auto now = detail::steady::now();
    return cancellation_source::until(detail::deadline_from(when, now), now,
                                      cancellation_source::leader_state(leader));
}

// Design: see common/cancel/README.md.

} // namespace tollgate::cancel
