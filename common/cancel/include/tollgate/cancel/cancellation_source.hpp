// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/detail/source_state.hpp>
#include <tollgate/cancel/sourced_token.hpp>

#include <array>
#include <cassert>
#include <utility>

namespace tollgate::cancel {

/// What `sourced_token`s are taken from, and cancelled by. Copies are the same source.
///
/// Sources form trees, and more: one that follows others is cancelled with each of them. A source
/// follows only what was there before it, so there are no cycles. Its leaders live as long as it,
/// but for standalone tokens, which are no sources.
///
/// Threads: any may call the const functions and `cancel()` of one object.
///
/// Cost: one allocation, and another one for a source that follows others. A whole tree is
/// cancelled with one heavy fence, and without recursion. What is followed is marked as cancelled
/// one tree after the other in the whole process; handlers run at the same time.
///
/// Forks: a child may use what its parent has made, unless another thread of the parent was using
/// that at the same moment: it may be locked for ever. With this library in it a program does not
/// call `fork()` in a signal handler that may interrupt `cancel()` or another `fork()`.
///
/// Plug-ins: where a program and a plug-in have a copy of the library each, each may use the
/// sources of the other.
class cancellation_source {
public:
    cancellation_source() : shared_(detail::source_state::make()) {}

    /// A new source, cancelled when one of these sources or tokens is; at once if one is. The
    /// tokens may be of any kind, so a function that was given a `const token&` makes tokens by it
    /// for the threads that it starts.
    ///
    /// A standalone token is not held alive: a source follows it until the token is destroyed or
    /// reset, and then goes on without it. No call of this may run meanwhile.
    template <class... Leaders>
        requires(sizeof...(Leaders) > 0)
    [[nodiscard]] static cancellation_source following(const Leaders&... leaders) {
        const std::array<detail::state*, sizeof...(Leaders)> all{leader_of(leaders)...};
        return cancellation_source(detail::source_state::make_following(all));
    }

    cancellation_source(const cancellation_source& other) noexcept : shared_(other.shared_) {
        if (shared_ != nullptr) {
            shared_->acquire();
        }
    }
    /// What is moved from may only be destroyed and assigned to.
    cancellation_source(cancellation_source&& other) noexcept
        : shared_(std::exchange(other.shared_, nullptr)) {}
    cancellation_source& operator=(cancellation_source other) noexcept {
        std::swap(shared_, other.shared_);
        return *this;
    }
    ~cancellation_source() {
        if (shared_ != nullptr) {
            shared_->release_probably_last();
        }
    }

    /// Cancels, with all that follow, runs the handlers on this thread, and returns when the last
    /// of them has; those of followers that another thread is cancelling at this moment run there,
    /// and may run longer. A handler may destroy this object. False, without waiting for handlers,
    /// if it was cancelled before.
    ///
    /// When it has returned, true or false, all that follow are cancelled. Before that a source may
    /// be cancelled for a moment, and what follows it not yet. (Another copy of the library may be
    /// cancelling a follower at that moment: what is below that one is cancelled when both calls
    /// have returned.)
    ///
    /// Throws what the first handler to throw has thrown, when all have run.
    bool cancel() const { return shared().cancel(); }

    [[nodiscard]] bool is_cancelled() const noexcept { return shared().is_cancelled(); }
    [[nodiscard]] sourced_token get_token() const noexcept { return sourced_token(shared()); }

private:
    friend class sourced_token;

    [[nodiscard]] static detail::state* leader_of(const cancellation_source& source) noexcept {
        return &source.shared();
    }
    [[nodiscard]] static detail::state* leader_of(const token& leader) noexcept {
        return leader.can_be_cancelled() ? leader.state_ : nullptr;
    }

    explicit cancellation_source(detail::source_state* own) noexcept : shared_(own) {}

    [[nodiscard]] detail::source_state& shared() const noexcept {
        assert(shared_ != nullptr && "the source was moved from");
        return *shared_;
    }

    detail::source_state* shared_;
};

inline sourced_token::sourced_token(const cancellation_source& of) noexcept
    : sourced_token(of.shared()) {}

} // namespace tollgate::cancel
