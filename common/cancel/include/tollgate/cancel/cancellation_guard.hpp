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
/// - *Threads*: the thread that makes a guard must destroy it. A running handler may also destroy
///   guards: its own guard, and other guards of the same source. "Design" in token.hpp defines when
///   a guard may move to another thread.
/// - *Lifetime*: the token and the handler must outlive the guard. After the destructor of the
///   guard, the handler is not running, and will not run for this registration. Then you may
///   destroy the handler.
/// - *Cost*: a registration, see `token`. Do not declare a guard const: gcc (at least gcc 12) keeps
///   a const guard in memory, not in registers. This doubles the cost of a registration by the
///   owner of the token.
class cancellation_guard {
public:
    /// Registers the handler. If the token is cancelled already, the handler does not run, and the
    /// guard guards nothing. Use `on_cancel` if a callable must run in this case.
    [[gnu::always_inline]] cancellation_guard(const token& with,
                                              cancellation_handler& handler) noexcept
        : token_(&with), handler_(with.add(handler) ? &handler : nullptr) {}
    /// Deleted, because a temporary token would end before the guard.
    cancellation_guard(const token&& with, cancellation_handler& handler) = delete;
    cancellation_guard(const cancellation_guard&) = delete;
    cancellation_guard& operator=(const cancellation_guard&) = delete;

    /// Unregisters the handler. If the handler runs on another thread, the destructor waits for
    /// this handler, and for nothing else. If the handler itself calls the destructor, the
    /// destructor does not wait. The wait is a deadlock in two cases: the caller holds a lock that
    /// the handler needs, or two handlers on two threads destroy each other's guards. Use
    /// `try_release()` in these cases.
    [[gnu::always_inline]] ~cancellation_guard() {
        if (guards()) {
            token_->remove(*handler_, detail::state::if_running::wait);
        }
    }

    /// Returns whether the token was cancelled before the guard was made. If the result is true,
    /// the guard has registered nothing.
    [[nodiscard]] bool is_cancelled() const noexcept { return handler_ == nullptr; }

    /// Does what the destructor does, and returns whether the handler has run. Returns `removed` if
    /// there is nothing to release.
    release_result release() noexcept { return release(detail::state::if_running::wait); }

    /// Like `release()`, but never waits for a handler. If the handler runs on another thread,
    /// returns `running`. Then the handler is still registered, and the destructor will wait for
    /// it.
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

    const token* token_;            ///< null after the release
    cancellation_handler* handler_; ///< null if the token was cancelled already
};

} // namespace tollgate::cancel
