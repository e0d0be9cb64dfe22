// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/detail/source_state.hpp>
#include <tollgate/cancel/token.hpp>

namespace tollgate::cancel {

class cancellation_source;

/// A token of a `cancellation_source`. Give each thread a copy of its own: a thread registers
/// cheapest with a token that no other thread uses.
///
///     const auto work = [](const tollgate::cancel::sourced_token& shared) {
///         const tollgate::cancel::sourced_token own(shared);
///         while (own) { /* do a step */ }
///     };
///
/// - *Threads*: those of `token`.
/// - *Lifetime*: the token may outlive its source.
/// - *Cost*: a copy is one relaxed increment, and its end is one decrement. The first registration
///   takes the source's mutex, and so do its undoing, the second registration, and the end of a
///   token that had two.
class sourced_token final : public token {
public:
    /// The same as `source.get_token()`.
    explicit sourced_token(const cancellation_source& source) noexcept;
    /// A second token of the same source, without the handlers of the first.
    sourced_token(const sourced_token& other) noexcept : token(other) {
        if (can_be_cancelled()) {
            shared().acquire();
        }
    }
    /// No guard may be left. The token that is moved from can never be cancelled.
    sourced_token(sourced_token&& other) noexcept : token(other) {
        if (can_be_cancelled()) {
            other.shared_state()->detach(other.own_slot());
            other.give_state_up();
        }
    }
    sourced_token& operator=(const sourced_token&) = delete;
    /// No guard may be left.
    ~sourced_token() {
        if (can_be_cancelled()) {
            shared_state()->detach(own_slot());
            shared().release();
        }
    }

private:
    friend class cancellation_source;

    explicit sourced_token(detail::source_state& source) noexcept : token(&source) {
        source.acquire();
    }

    [[nodiscard]] detail::source_state& shared() const noexcept {
        return static_cast<detail::source_state&>(*shared_state());
    }
};

} // namespace tollgate::cancel
