// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/detail/state.hpp>
#include <tollgate/cancel/token.hpp>

namespace tollgate::cancel {

/// A token that you cancel yourself, with its state in place.
///
///     tollgate::cancel::standalone_token stop;
///     stop.cancel(); // on any thread
///     if (stop.is_cancelled()) {
///         stop.reset(); // for the next use, when no other thread uses the token
///     }
///
/// - *Threads*: any thread may call `cancel()` while the token exists.
/// - *Lifetime*: destroy or reset the token when all calls of `cancel()` but the first have
///   returned. The destructor and `reset()` wait for the first: no handler of the token may call
///   them. Where only one thread ever cancels, you may do both as soon as you see the cancellation.
/// - *Cost*: creation is a handful of stores. Nothing is allocated.
class standalone_token final : public token {
public:
    /// A token that is not cancelled.
    standalone_token() noexcept : token(&own_) {}
    /// Waits for a `cancel()` that is under way. No guard may be left.
    ~standalone_token() { own_.end(own_slot()); }

    /// Cancels, runs the handlers on this thread, and returns after the last of them. If the token
    /// was cancelled before, returns false at once, even while those handlers still run.
    ///
    /// If handlers throw, all handlers run, and then the first exception leaves this function.
    bool cancel() { return own_.cancel(); }

    /// Makes a new token of it: not cancelled, without an owner, and followed by no source. Waits
    /// for a `cancel()` that is under way. No guard may be left, and no other thread may use the
    /// token meanwhile. A source that follows the token does not count as a use.
    void reset() noexcept { own_.reset(own_slot()); }

    /// One acquire load, without the way through the base's pointer.
    [[nodiscard]] bool is_cancelled() const noexcept { return own_.is_cancelled(); }
    /// Whether to go on: the opposite of `is_cancelled()`.
    explicit operator bool() const noexcept { return !is_cancelled(); }

private:
    detail::state own_;
};

} // namespace tollgate::cancel
