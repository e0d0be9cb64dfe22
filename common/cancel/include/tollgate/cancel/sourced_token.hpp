// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/detail/source_state.hpp>
#include <tollgate/cancel/token.hpp>

namespace tollgate::cancel {

class cancellation_source;

/// A token of a `cancellation_source`. Give each thread its own copy, because a registration costs
/// least with a token that no other thread uses.
///
///     const auto work = [](const tollgate::cancel::sourced_token& shared) {
///         const tollgate::cancel::sourced_token own(shared);
///         while (own) { /* do a step */ }
///     };
///
/// - *Threads*: the rules of `token`.
/// - *Lifetime*: the token may outlive its source.
/// - *Cost*: a copy is one relaxed increment, and the end of a copy is one decrement. Four
///   operations take the mutex of the source: the first registration, its unregistration, the
///   second registration, and the destructor of a token that had two registrations.
class sourced_token final : public token {
public:
    /// Makes a token of the source, as `source.get_token()` does.
    explicit sourced_token(const cancellation_source& source) noexcept;
    /// Makes a second token of the same source, without the handlers of `other`.
    sourced_token(const sourced_token& other) noexcept : token(other) {
        if (can_be_cancelled()) {
            shared().acquire();
        }
    }
    /// Makes a token of the same source as `other`. All guards of `other` must be destroyed before.
    /// After the move, `other` can never be cancelled.
    sourced_token(sourced_token&& other) noexcept : token(other) {
        if (can_be_cancelled()) {
            other.shared_state()->detach(other.own_slot());
            other.give_state_up();
        }
    }
    sourced_token& operator=(const sourced_token&) = delete;
    /// All guards of the token must be destroyed before.
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
