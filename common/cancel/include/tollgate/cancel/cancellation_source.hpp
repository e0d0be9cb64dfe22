// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_reason.hpp>
#include <tollgate/cancel/detail/source_state.hpp>
#include <tollgate/cancel/sourced_token.hpp>

#include <array>
#include <cassert>
#include <utility>

namespace tollgate::cancel {

/// A source of tokens. The source's `cancel()` cancels all its tokens. All copies of a source are
/// the same source. A source may follow other sources and tokens, its leaders: the source is
/// cancelled when one of its leaders is cancelled.
///
///     const tollgate::cancel::cancellation_source all;
///     const auto part = tollgate::cancel::cancellation_source::following(all);
///     const tollgate::cancel::sourced_token token = part.get_token();
///     all.cancel(); // cancels `part` and `token` too
///
/// - *Threads*: any number of threads may call the const functions of one object, also `cancel()`.
/// - *Lifetime*: a source keeps the sources that it follows alive, but not the standalone tokens
///   that it follows. Tokens may outlive their source.
/// - *Cost*: one allocation, and a second allocation if the source has leaders. A `cancel()`
///   executes at most one heavy fence (membarrier(2) on Linux) for the source and all its followers
///   together, and uses no recursion. In a process, only one thread at a time marks a source with
///   followers as cancelled.
class cancellation_source {
public:
    /// Makes a source that follows nothing.
    cancellation_source() : shared_(detail::source_state::make()) {}

    /// Makes a source that is cancelled when one of the leaders is cancelled. The leaders are
    /// sources, and tokens of any kind. If a leader is cancelled already, the new source is
    /// cancelled at once.
    ///
    /// Call `following` in a function that has a parameter `const token&` and starts threads: pass
    /// the token, and give tokens of the new source to the threads.
    ///
    /// The source does not keep a standalone token alive. When the standalone token is destroyed or
    /// reset, the source continues without this token. Do not destroy or reset a standalone token
    /// while another thread passes the token to `following`.
    template <class... Leaders>
        requires(sizeof...(Leaders) > 0)
    [[nodiscard]] static cancellation_source following(const Leaders&... leaders) {
        const std::array<detail::state*, sizeof...(Leaders)> states{leader_state(leaders)...};
        return cancellation_source(detail::source_state::make_following(states));
    }

    /// Makes an object that is the same source as `other`.
    cancellation_source(const cancellation_source& other) noexcept : shared_(other.shared_) {
        if (shared_ != nullptr) {
            shared_->acquire();
        }
    }
    /// Moves the source of `other` into this object. After the move, you may only destroy `other`
    /// or assign to `other`.
    cancellation_source(cancellation_source&& other) noexcept
        : shared_(std::exchange(other.shared_, nullptr)) {}
    /// Releases the source of this object. After the assignment, this object is the same source as
    /// `other`.
    cancellation_source& operator=(cancellation_source other) noexcept {
        std::swap(shared_, other.shared_);
        return *this;
    }
    ~cancellation_source() {
        if (shared_ != nullptr) {
            shared_->release_probably_last();
        }
    }

    /// Cancels this source and all its followers, their followers, and so on. Runs the handlers on
    /// this thread, and returns true after the last handler. If the source was cancelled before,
    /// returns false without a wait for handlers. A handler may destroy this object.
    ///
    /// If another thread is cancelling a follower at this moment, the handlers of the follower run
    /// on that thread. These handlers can still run when this function returns. When this function
    /// has returned true or false, all followers are cancelled. Before this function returns, it is
    /// possible for a moment that a source is cancelled and its follower is not.
    ///
    /// If handlers throw, all other handlers still run. Then the first exception leaves this
    /// function.
    ///
    /// `reason` is what `reason()` of the tokens returns from then on. The first call decides.
    /// `not_cancelled` counts as `cancelled`.
    bool cancel(cancellation_reason reason = reason_kind::cancelled) const {
        return shared().cancel(reason);
    }

    /// Returns whether the source is cancelled. Cost: one acquire load.
    [[nodiscard]] bool is_cancelled() const noexcept { return shared().is_cancelled(); }
    /// Returns a new token of this source.
    [[nodiscard]] sourced_token get_token() const noexcept { return sourced_token(shared()); }

private:
    friend class sourced_token;
    template <class When>
    friend cancellation_source source_with_deadline(const When& when);
    template <class Leader, class When>
    friend cancellation_source source_with_deadline(const Leader& leader, const When& when);

    [[nodiscard]] static cancellation_source until(detail::source_state::time_point deadline,
                                                   detail::source_state::time_point now,
                                                   detail::state* leader) {
        return cancellation_source(detail::source_state::make_until(deadline, now, leader));
    }

    [[nodiscard]] static detail::state* leader_state(const cancellation_source& source) noexcept {
        return &source.shared();
    }
    [[nodiscard]] static detail::state* leader_state(const token& leader) noexcept {
        return leader.can_be_cancelled() ? leader.state_ : nullptr;
    }

    explicit cancellation_source(detail::source_state* own) noexcept : shared_(own) {}

    [[nodiscard]] detail::source_state& shared() const noexcept {
        assert(shared_ != nullptr && "the source was moved from");
        return *shared_;
    }

    detail::source_state* shared_;
};

// Design:
//
// Followers. A source follows only sources and tokens that existed before it, so there are no
// cycles. In the whole process, only one thread at a time marks a source and its followers as
// cancelled. Handlers of several sources can run on several threads at the same time.
//
// Forks. A child of `fork()` may use the tokens and sources of its parent. The exception is an
// object that another thread of the parent was using during the `fork()`: the object may be locked
// for ever. A program with this library must not call `fork()` in a signal handler that may
// interrupt `cancel()`, another `fork()`, or the making or end of a source with a deadline.
//
// Plug-ins. A program and a plug-in may each have a copy of the library. Each copy may use the
// sources of the other copy. Two calls of `cancel()`, one in each copy, can meet the same follower
// at the same moment. Then one call can return before the followers of this follower are cancelled.
// All followers are cancelled when the two calls have returned.

inline sourced_token::sourced_token(const cancellation_source& source) noexcept
    : sourced_token(source.shared()) {}

} // namespace tollgate::cancel
