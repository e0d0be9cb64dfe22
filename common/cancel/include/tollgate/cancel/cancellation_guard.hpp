// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/cancel/detail/state.hpp>
#include <tollgate/cancel/token.hpp>

#include <utility>

namespace tollgate::cancel {

/// Registers a handler with a token for as long as it lives. Once it is gone, the handler is not
/// running and never will for this registration, so that the handler may go too. Token and handler
/// must outlive it.
///
/// If the token is cancelled already, the handler is not run, and the guard guards nothing; whoever
/// wants to have it run uses `on_cancel`.
///
/// Threads: any thread makes it, and the same one destroys it; a handler may destroy it too, its
/// own handler or another one of the same source. When it may go to another thread: see `token`.
///
/// The destructor waits if the handler runs on another thread, and only for that one handler. If it
/// is called by the handler itself, it does not. Where the caller holds a lock that the handler
/// wants, or two handlers on two threads destroy each other's guards, waiting is a dead-lock: use
/// `try_release()`.
///
/// Do not declare it const: GCC (12 at least) keeps a constant object in memory where it keeps this
/// one in registers, which doubles the cost of a light registration.
class cancellation_guard {
public:
    [[gnu::always_inline]] cancellation_guard(const token& with,
                                              cancellation_handler& handler) noexcept
        : token_(&with), handler_(with.add(handler) ? &handler : nullptr) {}
    /// A token that would be gone before the guard.
    cancellation_guard(const token&& with, cancellation_handler& handler) = delete;
    cancellation_guard(const cancellation_guard&) = delete;
    cancellation_guard& operator=(const cancellation_guard&) = delete;
    [[gnu::always_inline]] ~cancellation_guard() {
        if (guards()) {
            token_->remove(*handler_, detail::state::patience::waits);
        }
    }

    /// The token was cancelled before: nothing was registered.
    [[nodiscard]] bool is_cancelled() const noexcept { return handler_ == nullptr; }

    /// What the destructor does, now. Nothing (`removed`) if there is nothing to release.
    release_result release() noexcept { return release(detail::state::patience::waits); }

    /// Never waits for a handler. If it is `running`, the guard still guards it, and the destructor
    /// waits.
    release_result try_release() noexcept { return release(detail::state::patience::never_waits); }

private:
    [[nodiscard, gnu::always_inline]] bool guards() const noexcept {
        return handler_ != nullptr && token_ != nullptr;
    }

    release_result release(detail::state::patience how) noexcept {
        if (!guards()) {
            return release_result::removed;
        }
        // The handler may destroy this guard in its `reset()`.
        const token& with = *std::exchange(token_, nullptr);
        const release_result result = with.remove(*handler_, how);
        if (result == release_result::running) {
            token_ = &with;
        }
        return result;
    }

    const token* token_;            ///< null when released
    cancellation_handler* handler_; ///< null if refused
};

} // namespace tollgate::cancel
