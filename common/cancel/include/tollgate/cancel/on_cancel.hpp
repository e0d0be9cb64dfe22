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
/// The argument that you pass to an `on_cancel` whose callable may throw.
inline constexpr may_throw_t may_throw{};

/// Runs a callable once when a token is cancelled, like `std::stop_callback`.
///
///     tollgate::cancel::dummy_token cancellation;
///     bool is_shut = false;
///     tollgate::cancel::on_cancel shut(cancellation, [&] { is_shut = true; });
///
/// - *Threads*: the rules of `cancellation_guard`. The callable runs on the cancelling thread. If
///   the token is cancelled already, the callable runs in the constructor. If the object may be
///   destroyed on another thread while the token is in use, give the object its own
///   `sourced_token`.
/// - *Lifetime*: the callable does not run after the destructor of this object. If the callable
///   runs on another thread, the destructor waits for the end of the callable. The token must
///   outlive this object.
/// - *Exceptions*: a callable that throws ends the program, unless you pass `may_throw` before the
///   callable. With `may_throw`, the other handlers still run, and the exception leaves `cancel()`
///   or this constructor.
/// - *Cost*: the cost of a `cancellation_guard`.
template <class Callable, bool MayThrow = false>
class on_cancel {
public:
    /// Registers the callable. An exception that leaves the callable ends the program.
    // Here `may_throw` only selects the other constructor, and MayThrow stays as it is.
    template <class Init>
    on_cancel(const token& with,
              Init&& call) noexcept(!MayThrow && std::is_nothrow_constructible_v<Callable, Init>)
        : on_cancel(with, may_throw, std::forward<Init>(call)) {}
    /// Registers a callable that may throw.
    template <class Init>
    on_cancel(const token& with, may_throw_t, Init&& call)
        : handler_(std::in_place, std::forward<Init>(call)), guard_(with, handler_) {
        if (guard_.is_cancelled()) {
            handler_.cancel();
        }
    }
    /// Deleted, because a temporary token would end before this object.
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

/// Copies or moves the callable into the object.
template <class Callable>
on_cancel(const token&, Callable) -> on_cancel<Callable>;
/// Copies or moves a callable that may throw into the object.
template <class Callable>
on_cancel(const token&, may_throw_t, Callable) -> on_cancel<Callable, true>;

} // namespace tollgate::cancel
