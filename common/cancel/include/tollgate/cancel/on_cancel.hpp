// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/cancel/token.hpp>

#include <functional>
#include <type_traits>
#include <utility>

namespace tollgate::cancel {

/// The type of `may_throw`.
struct may_throw_t {};
/// Says that a callable may throw: see `on_cancel`.
inline constexpr may_throw_t may_throw{};

/// A callable that runs once when a token is cancelled, like `std::stop_callback`.
///
///     tollgate::cancel::dummy_token cancellation;
///     bool is_shut = false;
///     tollgate::cancel::on_cancel shut(cancellation, [&] { is_shut = true; });
///
/// - *Threads*: those of `cancellation_guard`. The callable runs on the cancelling thread, or in
///   the constructor if the token is cancelled already. If another thread destroys this object
///   while the token is in use, give it a `sourced_token` of its own.
/// - *Lifetime*: the callable does not run once this object is gone. The destructor waits if the
///   callable runs on another thread. The token outlives this object.
/// - *Exceptions*: a callable that throws ends the program, unless you pass `may_throw` before it.
///   Then the other handlers run, and its exception leaves `cancel()` or this constructor.
/// - *Cost*: that of `cancellation_guard`.
template <class Callable, bool MayThrow = false>
class on_cancel {
public:
    /// An exception that leaves the callable ends the program.
    template <class Init>
    on_cancel(const token& with,
              Init&& call) noexcept(!MayThrow && std::is_nothrow_constructible_v<Callable, Init>)
        : on_cancel(with, may_throw, std::forward<Init>(call)) {}
    /// The callable may throw.
    template <class Init>
    on_cancel(const token& with, may_throw_t, Init&& call)
        : handler_(std::in_place, std::forward<Init>(call)), guard_(with, handler_) {
        if (guard_.is_cancelled()) {
            handler_.cancel();
        }
    }
    /// A temporary token would end before this object.
    template <class... Any>
    on_cancel(const token&& with, Any&&... call) = delete;
    on_cancel(const on_cancel&) = delete;
    on_cancel& operator=(const on_cancel&) = delete;
    ~on_cancel() = default;

private:
    struct handler final : cancellation_handler {
        template <class Init>
        handler(std::in_place_t /*callable*/, Init&& call) : call_(std::forward<Init>(call)) {}
        ~handler() = default;
        void cancel() noexcept(!MayThrow) override {
            static_cast<void>(std::invoke(std::forward<Callable>(call_)));
        }

        Callable call_;
    };

    handler handler_;
    cancellation_guard guard_;
};

/// The callable is copied or moved into the object.
template <class Callable>
on_cancel(const token&, Callable) -> on_cancel<Callable>;
/// The same for a callable that may throw.
template <class Callable>
on_cancel(const token&, may_throw_t, Callable) -> on_cancel<Callable, true>;

} // namespace tollgate::cancel
