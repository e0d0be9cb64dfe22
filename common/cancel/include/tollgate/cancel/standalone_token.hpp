// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/detail/state.hpp>
#include <tollgate/cancel/token.hpp>

namespace tollgate::cancel {

/// A token with its state in place: nothing is allocated, and nothing is shared but by reference.
///
/// Threads: any may call `cancel()`, as long as the token exists. Where only one thread ever calls
/// it, the thread that has the token may destroy or reset it as soon as it sees it cancelled: both
/// wait for the end of that call, so a handler of this token must do neither. Where several do, the
/// calls that come too late must have returned first.
///
/// Cost: to create it is a handful of stores.
class standalone_token final : public token {
public:
    standalone_token() noexcept : token(&own_) {}
    ~standalone_token() { own_.end(own_slot()); }

    /// Cancels, runs the handlers on this thread, and returns when the last of them has. False, and
    /// at once, if it was cancelled before, even if those handlers still run.
    ///
    /// Throws what the first handler to throw has thrown, when all have run.
    bool cancel() { return own_.cancel(); }

    /// When no guard is left: a token as good as new, which has no owner, and which is followed by
    /// no source. Waits for the end of a `cancel()` that is under way. No other thread may use the
    /// token meanwhile; sources that follow it are no use.
    void reset() noexcept { own_.reset(own_slot()); }

    /// Without the way through the base's pointer.
    [[nodiscard]] bool is_cancelled() const noexcept { return own_.is_cancelled(); }
    explicit operator bool() const noexcept { return !is_cancelled(); }

private:
    detail::state own_;
};

} // namespace tollgate::cancel
