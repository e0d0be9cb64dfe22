// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/cancel/detail/state.hpp>
#include <tollgate/cancel/token.hpp>

#include <utility>

namespace tollgate::cancel {

/// Registers a handler with a token for as long as the guard lives.
///
///     struct nothing final : tollgate::cancel::cancellation_handler {
///         void cancel() noexcept override {}
///     } handler;
///     tollgate::cancel::dummy_token cancellation;
///     tollgate::cancel::cancellation_guard guard(cancellation, handler);
///
/// - *Threads*: the thread that makes the guard destroys it. A handler may destroy it too: its own
///   guard or another one of the same source. `token` says when a guard may go to another thread.
/// - *Lifetime*: token and handler outlive the guard. Once the guard is gone, the handler is not
///   running and will not run for this registration. You may destroy the handler then.
/// - *Cost*: that of `token`. Do not declare a guard const: then gcc (12 at least) keeps it in
///   memory, not in registers. That doubles the cost of a light registration.
class cancellation_guard {
public:
    /// If the token is cancelled already, the handler is not run, and the guard guards nothing. Use
    /// `on_cancel` if you want the handler to run then.
    [[gnu::always_inline]] cancellation_guard(const token& with,
                                              cancellation_handler& handler) noexcept
        : token_(&with), handler_(with.add(handler) ? &handler : nullptr) {}
    /// A temporary token would end before the guard.
    cancellation_guard(const token&& with, cancellation_handler& handler) = delete;
    cancellation_guard(const cancellation_guard&) = delete;
    cancellation_guard& operator=(const cancellation_guard&) = delete;

    /// Waits if the handler runs on another thread, and only for that one handler. It does not wait
    /// if the handler itself calls it. Waiting is a dead-lock if the caller holds a lock that the
    /// handler wants, or if two handlers on two threads destroy each other's guards. Use
    /// `try_release()` there.
    [[gnu::always_inline]] ~cancellation_guard() {
        if (guards()) {
            token_->remove(*handler_, detail::state::if_running::wait);
        }
    }

    /// The token was cancelled before: nothing was registered.
    [[nodiscard]] bool is_cancelled() const noexcept { return handler_ == nullptr; }

    /// Does now what the destructor does. Returns `removed` if there is nothing to release.
    release_result release() noexcept { return release(detail::state::if_running::wait); }

    /// Never waits for a handler. If the result is `running`, the guard still guards the handler,
    /// and the destructor waits.
    release_result try_release() noexcept {
        return release(detail::state::if_running::return_at_once);
    }

private:
    [[nodiscard, gnu::always_inline]] bool guards() const noexcept {
        return handler_ != nullptr && token_ != nullptr;
    }

    release_result release(detail::state::if_running action) noexcept {
        if (!guards()) {
            return release_result::removed;
        }
        // The handler may destroy this guard in its `reset()`.
        const token& with = *std::exchange(token_, nullptr);
        const release_result result = with.remove(*handler_, action);
        if (result == release_result::running) {
            token_ = &with;
        }
        return result;
    }

    const token* token_;            ///< null when released
    cancellation_handler* handler_; ///< null if refused
};

} // namespace tollgate::cancel
