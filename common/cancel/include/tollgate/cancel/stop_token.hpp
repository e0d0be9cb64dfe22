// SPDX-License-Identifier: BSL-1.0
#pragma once
// Adapters between the stop tokens of the standard library and the tokens of this library.

#include <tollgate/cancel/on_cancel.hpp>
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/cancel/token.hpp>

#include <stop_token>
#include <utility>

namespace tollgate::cancel {

/// An adapter from a `std::stop_token` to a token. When a stop is requested from the source of the
/// `std::stop_token`, the adapter cancels the token.
///
///     const auto run = [](std::stop_token stop) {
///         const tollgate::cancel::from_stop_token cancellation(std::move(stop));
///         return cancellation.get().is_cancelled(); // or pass it on as a `const token&`
///     };
///     run(std::stop_token());
///
/// - *Threads*: the rules of `standalone_token`.
/// - *Lifetime*: you may pass a temporary adapter to a function. All guards and `on_cancel` objects
///   of the adapter's token must end before the adapter. Otherwise the program ends with a message,
///   as for every token.
/// - *Exceptions*: a handler that throws ends the program, as in a stop callback.
class from_stop_token {
public:
    /// Makes the adapter. Cancels the token at once if a stop was requested already.
    explicit from_stop_token(std::stop_token stop) : stop_(std::move(stop), request{&own_}) {}

    /// Returns the token. So you can pass the adapter to a parameter `const token&`.
    // NOLINTNEXTLINE(google-explicit-constructor): the adapter stands for its token.
    operator const token&() const noexcept { return own_; }
    /// Returns the token.
    [[nodiscard]] const token& get() const noexcept { return own_; }

private:
    struct request {
        standalone_token* target;
        void operator()() const { target->cancel(); }
    };

    standalone_token own_;
    std::stop_callback<request> stop_;
};

/// An adapter from a token to a `std::stop_token`. When the token is cancelled, the adapter
/// requests a stop: `stop_requested()` of the `std::stop_token` becomes true.
///
///     const auto run = [](const tollgate::cancel::token& cancellation) {
///         const tollgate::cancel::to_stop_token stop(cancellation);
///         return stop.get().stop_requested(); // or pass on stop.get()
///     };
///     run(tollgate::cancel::dummy_token());
///
/// - *Threads*: the adapter makes one registration with the token. Any thread may use the stop
///   tokens.
/// - *Lifetime*: the token must outlive the adapter. A stop is requested only while the adapter
///   exists.
/// - *Cost*: one std::stop_source, which allocates memory, and one registration.
class to_stop_token {
public:
    /// Makes the adapter. Requests the stop at once if the token is cancelled already.
    explicit to_stop_token(const token& cancellation) : on_cancel_(cancellation, request{&stop_}) {}
    /// Deleted, because a temporary token would end before this object.
    explicit to_stop_token(const token&& cancellation) = delete;
    to_stop_token(const to_stop_token&) = delete;
    to_stop_token& operator=(const to_stop_token&) = delete;
    ~to_stop_token() = default;

    /// Returns the stop token, to pass it on.
    [[nodiscard]] std::stop_token get() const noexcept { return stop_.get_token(); }

private:
    struct request {
        std::stop_source* target;
        /// A stop callback may destroy the adapter, whose member `stop_` may be the last reference
        /// to the data of the stop. The copy `own` keeps these data alive.
        void operator()() const {
            const std::stop_source own = *target;
            own.request_stop();
        }
    };

    std::stop_source stop_;
    on_cancel<request> on_cancel_;
};

} // namespace tollgate::cancel
