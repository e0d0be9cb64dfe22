// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/detail/source_state.hpp>
#include <tollgate/cancel/token.hpp>

namespace tollgate::cancel {

class cancellation_source;

/// A token of a `cancellation_source`, which it may outlive. A copy is a token of its own: a thread
/// that has one registers at the least cost.
///
/// Cost: a copy and its end are one relaxed increment and one decrement. The first registration and
/// its undoing take the source's mutex, as do the second registration, and the end of a token that
/// had two.
class sourced_token final : public token {
public:
    explicit sourced_token(const cancellation_source& of) noexcept;
    sourced_token(const sourced_token& other) noexcept : token(other) {
        if (can_be_cancelled()) {
            shared().acquire();
        }
    }
    /// No guard may be there. Leaves a token behind that can never be cancelled.
    sourced_token(sourced_token&& other) noexcept : token(other) {
        if (can_be_cancelled()) {
            other.shared_state()->detach(other.own_slot());
            other.give_state_up();
        }
    }
    sourced_token& operator=(const sourced_token&) = delete;
    ~sourced_token() {
        if (can_be_cancelled()) {
            shared_state()->detach(own_slot());
            shared().release();
        }
    }

private:
    friend class cancellation_source;

    explicit sourced_token(detail::source_state& of) noexcept : token(&of) { of.acquire(); }

    [[nodiscard]] detail::source_state& shared() const noexcept {
        return static_cast<detail::source_state&>(*shared_state());
    }
};

} // namespace tollgate::cancel
