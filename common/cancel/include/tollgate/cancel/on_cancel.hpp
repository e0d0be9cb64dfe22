// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/cancel/token.hpp>

#include <functional>
#include <type_traits>
#include <utility>

namespace tollgate::cancel {

/// Says that a callable may throw: see `on_cancel`.
struct may_throw_t {};
inline constexpr may_throw_t may_throw{};

/// A callable that runs once when the token is cancelled, as `std::stop_callback` does: at once and
/// in the constructor if it is cancelled already, else on the cancelling thread, and not any more
/// once this object is gone. Its destructor waits if the callable runs on another thread.
///
///     on_cancel shut(cancellation, [&] { socket.shutdown(); });
///
/// A callable that throws ends the program, unless it was passed behind `may_throw`: then the
/// others are run nevertheless, and its exception leaves the call of `cancel()`, or this
/// constructor.
///
/// Threads and cost: as of `cancellation_guard`. For one that another thread destroys while the
/// token is in use, make a `sourced_token` of its own beside it.
template <class Callable, bool MayThrow = false>
class on_cancel {
public:
    template <class Init>
    on_cancel(const token& with,
              Init&& call) noexcept(!MayThrow && std::is_nothrow_constructible_v<Callable, Init>)
        : on_cancel(with, may_throw, std::forward<Init>(call)) {}
    template <class Init>
    on_cancel(const token& with, may_throw_t, Init&& call)
        : handler_(std::in_place, std::forward<Init>(call)), guard_(with, handler_) {
        if (guard_.is_cancelled()) {
            handler_.cancel();
        }
    }
    /// A token that would be gone before this is.
    template <class... Any>
    on_cancel(const token&& with, Any&&... call) = delete;
    on_cancel(const on_cancel&) = delete;
    on_cancel& operator=(const on_cancel&) = delete;
    ~on_cancel() = default;

private:
    struct handler final : cancellation_handler {
        template <class Init>
        handler(std::in_place_t /*of what it calls*/, Init&& call)
            : call_(std::forward<Init>(call)) {}
        ~handler() = default;
        void cancel() noexcept(!MayThrow) override {
            static_cast<void>(std::invoke(std::forward<Callable>(call_)));
        }

        Callable call_;
    };

    handler handler_;
    cancellation_guard guard_;
};

template <class Callable>
on_cancel(const token&, Callable) -> on_cancel<Callable>;
template <class Callable>
on_cancel(const token&, may_throw_t, Callable) -> on_cancel<Callable, true>;

} // namespace tollgate::cancel
