// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancelled.hpp>
#include <tollgate/cancel/source_with_deadline.hpp>
#include <tollgate/cancel/sourced_token.hpp>
#include <tollgate/cancel/token.hpp>

#include <chrono>
#include <utility>

namespace tollgate::cancel {

namespace detail {
/// Waits in a coroutine until a source with a deadline is cancelled.
class sleep_awaiter : public cancellation_awaiter {
public:
    sleep_awaiter(const token& end, const token& cancellation) noexcept
        : cancellation_awaiter(end), cancellation_(cancellation) {}

    [[nodiscard]] wait_status await_resume() noexcept {
        cancellation_awaiter::await_resume();
        return cancellation_.is_cancelled() ? wait_status::cancelled : wait_status::timeout;
    }

private:
    const token& cancellation_;
};
} // namespace detail

/// The result of `async_sleep_until` and `async_sleep_for`: an awaitable of C++20.
class sleep_awaitable {
public:
    /// `end` is a token of a source with a deadline that follows `cancellation`.
    sleep_awaitable(sourced_token end, const token& cancellation) noexcept
        : end_(std::move(end)), cancellation_(cancellation) {}
    /// Begins the sleep. If the token has the earlier deadline, the coroutine waits only for the
    /// token: the other source may be cancelled before the token.
    [[nodiscard]] auto operator co_await() && noexcept {
        const bool ends_alone = end_.deadline() < cancellation_.deadline();
        return detail::sleep_awaiter(ends_alone ? end_ : cancellation_, cancellation_);
    }

private:
    sourced_token end_;
    const token& cancellation_;
};

/// Lets a coroutine sleep for at least this time, or until the token is cancelled. The time counts
/// from the call. The result of the co_await is `timeout` or `cancelled`.
///
///     template <class Task>
///     Task blink(auto& light, const tollgate::cancel::token& stop) {
///         constexpr std::chrono::milliseconds pause(5);
///         while (co_await tollgate::cancel::async_sleep_for(pause, stop) ==
///                tollgate::cancel::wait_status::timeout) { light.toggle(); }
///     }
///
/// g++ 12.2 makes wrong code of a coroutine that has no variable and awaits in the condition of a
/// loop: the example would crash without `pause`.
///
/// - *Threads*: any coroutine. The deadline thread of the process posts the coroutine, see
///   `source_with_deadline`.
/// - *Lifetime*: await the result in the expression that makes it. See `cancelled`.
/// - *Exceptions*: those of `source_with_deadline`.
/// - *Cost*: one source with a deadline, which is an allocation, and one wait of `cancelled`.
template <class Rep, class Period>
[[nodiscard]] auto async_sleep_for(const std::chrono::duration<Rep, Period>& time,
                                   const token& cancellation = dummy_token()) {
    return sleep_awaitable(source_with_deadline(cancellation, time).get_token(), cancellation);
}
/// Lets a coroutine sleep until a deadline of std::chrono::steady_clock, in any unit.
template <class Duration>
[[nodiscard]] auto
async_sleep_until(const std::chrono::time_point<std::chrono::steady_clock, Duration>& deadline,
                  const token& cancellation = dummy_token()) {
    return sleep_awaitable(source_with_deadline(cancellation, deadline).get_token(), cancellation);
}

} // namespace tollgate::cancel
