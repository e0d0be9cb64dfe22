// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_reason.hpp>
#include <tollgate/cancel/detail/state.hpp>
#include <tollgate/cancel/token.hpp>

namespace tollgate::cancel {

/// A token without a source: you cancel the token itself. The token contains its state.
///
///     tollgate::cancel::standalone_token stop;
///     stop.cancel(); // on any thread
///     if (stop.is_cancelled()) {
///         stop.reset(); // for the next use, when no other thread uses the token
///     }
///
/// - *Threads*: any thread may call `cancel()` while the token exists.
/// - *Lifetime*: before you destroy or reset the token, all calls of `cancel()` except the first
///   call must have returned. The destructor and `reset()` wait for the first call. So a handler of
///   the token must not destroy or reset the token. If only one thread ever cancels the token, you
///   may destroy or reset the token as soon as you see the cancellation.
/// - *Cost*: the constructor executes a few stores. Nothing is allocated.
class standalone_token final : public token {
public:
    /// Makes a token that is not cancelled.
    standalone_token() noexcept : token(&own_) {}
    /// Waits for the end of a running `cancel()`. All guards of the token must be destroyed before.
    ~standalone_token() { own_.end(own_slot()); }

    /// Cancels the token, and runs the handlers on this thread. Returns true after the last
    /// handler. If the token was cancelled before, returns false at once, even while handlers of
    /// the first call still run.
    ///
    /// If handlers throw, all other handlers still run. Then the first exception leaves this
    /// function.
    ///
    /// `reason` is what `reason()` returns until `reset()`. `not_cancelled` counts as `cancelled`.
    bool cancel(cancellation_reason reason = reason_kind::cancelled) { return own_.cancel(reason); }

    /// Makes the token as new: not cancelled, without an owner (see `token`), and followed by no
    /// source. Waits for the end of a running `cancel()`. All guards of the token must be destroyed
    /// before. During this call, no other thread may use the token. A source that follows the token
    /// does not count as a use.
    void reset() noexcept { own_.reset(own_slot()); }

    /// Returns whether the token is cancelled. Cost: one acquire load. The function of the base
    /// class also loads a pointer.
    [[nodiscard]] bool is_cancelled() const noexcept { return own_.is_cancelled(); }
    /// Returns whether to continue the work: the opposite of `is_cancelled()`.
    explicit operator bool() const noexcept { return !is_cancelled(); }

private:
    detail::state own_;
};

} // namespace tollgate::cancel
