// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/detail/source_state.hpp>
#include <tollgate/cancel/sourced_token.hpp>

#include <array>
#include <cassert>
#include <utility>

namespace tollgate::cancel {

/// A source of tokens, which cancels all of them. Copies are the same source. A source that follows
/// other sources or tokens is cancelled with each of them.
///
///     const tollgate::cancel::cancellation_source all;
///     const auto part = tollgate::cancel::cancellation_source::following(all);
///     const tollgate::cancel::sourced_token token = part.get_token();
///     all.cancel(); // cancels `part` and `token` too
///
/// - *Threads*: any thread may call the const functions of one object, `cancel()` included.
/// - *Lifetime*: a source keeps the sources that it follows alive, but no standalone token.
///   Tokens may outlive their source.
/// - *Cost*: one allocation, and another one for a source that follows others. Cancelling a tree
///   takes one heavy fence, and no recursion. Trees are marked one after the other in a process.
class cancellation_source {
public:
    /// A new source, which follows nothing.
    cancellation_source() : shared_(detail::source_state::make()) {}

    /// A new source, cancelled when one of these sources or tokens is; at once if one is cancelled
    /// already. The tokens may be of any kind: a function that was given a `const token&` makes
    /// tokens for the threads that it starts by this.
    ///
    /// A standalone token is not kept alive. A source follows it until the token is destroyed or
    /// reset, and then goes on without it. No call of `following` may run meanwhile.
    template <class... Leaders>
        requires(sizeof...(Leaders) > 0)
    [[nodiscard]] static cancellation_source following(const Leaders&... leaders) {
        const std::array<detail::state*, sizeof...(Leaders)> states{leader_state(leaders)...};
        return cancellation_source(detail::source_state::make_following(states));
    }

    /// The same source.
    cancellation_source(const cancellation_source& other) noexcept : shared_(other.shared_) {
        if (shared_ != nullptr) {
            shared_->acquire();
        }
    }
    /// You may only destroy and assign to an object that was moved from.
    cancellation_source(cancellation_source&& other) noexcept
        : shared_(std::exchange(other.shared_, nullptr)) {}
    /// Lets go of its source, and becomes the same source as `other`.
    cancellation_source& operator=(cancellation_source other) noexcept {
        std::swap(shared_, other.shared_);
        return *this;
    }
    ~cancellation_source() {
        if (shared_ != nullptr) {
            shared_->release_probably_last();
        }
    }

    /// Cancels this source and all that follow it, runs the handlers on this thread, and returns
    /// after the last of them. If the source was cancelled before, returns false without waiting
    /// for handlers. A handler may destroy this object.
    ///
    /// Handlers of a follower that another thread is cancelling at this moment run on that thread,
    /// and may run longer. When this function has returned, true or false, all followers are
    /// cancelled. Before that a source may be cancelled for a moment while a follower is not yet.
    ///
    /// If handlers throw, all handlers run, and then the first exception leaves this function.
    bool cancel() const { return shared().cancel(); }

    /// One acquire load.
    [[nodiscard]] bool is_cancelled() const noexcept { return shared().is_cancelled(); }
    /// A new token of this source.
    [[nodiscard]] sourced_token get_token() const noexcept { return sourced_token(shared()); }

private:
    friend class sourced_token;

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
// Trees. A source follows only what existed before it, so there are no cycles. In the whole
// process, one thread at a time marks the sources of a tree as cancelled. Handlers of several trees
// run at the same time.
//
// Forks. A child may use what its parent has made. An object that another thread of the parent was
// using at that moment is an exception: it may be locked for ever. A program with this library must
// not call `fork()` in a signal handler that may interrupt `cancel()` or another `fork()`.
//
// Plug-ins. Where a program and a plug-in have a copy of the library each, each may use the sources
// of the other. If the other copy is cancelling a follower when `cancel()` returns, then the
// sources below that follower are cancelled when both calls have returned.

inline sourced_token::sourced_token(const cancellation_source& source) noexcept
    : sourced_token(source.shared()) {}

} // namespace tollgate::cancel
