// SPDX-License-Identifier: BSL-1.0
#pragma once
// Adapters from a token of the standard library to one of this library, and back.

#include <tollgate/cancel/on_cancel.hpp>
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/cancel/token.hpp>

#include <stop_token>
#include <utility>

namespace tollgate::cancel {

/// A token that is cancelled when a stop is requested of a `std::stop_token`.
///
///     const auto run = [](std::stop_token stop) {
///         const tollgate::cancel::from_stop_token cancellation(std::move(stop));
///         return cancellation.get().is_cancelled(); // or pass it on as a `const token&`
///     };
///     run(std::stop_token());
///
/// - *Threads*: those of `standalone_token`.
/// - *Lifetime*: a temporary adapter serves for one call. A guard or an `on_cancel` of its token
///   would outlive it, which ends the program with a sentence, as for every token.
/// - *Exceptions*: a handler that throws ends the program, as in a stop callback.
class from_stop_token {
public:
    /// Cancels the token at once if a stop was requested already.
    explicit from_stop_token(std::stop_token stop) : stop_(std::move(stop), request{&own_}) {}

    /// The token, so that you can pass the adapter where a `const token&` is wanted.
    // NOLINTNEXTLINE(google-explicit-constructor): it stands for the token it holds.
    operator const token&() const noexcept { return own_; }
    /// The token.
    [[nodiscard]] const token& get() const noexcept { return own_; }

private:
    struct request {
        standalone_token* target;
        void operator()() const { target->cancel(); }
    };

    standalone_token own_;
    std::stop_callback<request> stop_;
};

/// A `std::stop_token` of which a stop is requested when a token is cancelled.
///
///     const auto run = [](const tollgate::cancel::token& cancellation) {
///         const tollgate::cancel::to_stop_token stop(cancellation);
///         return stop.get().stop_requested(); // or pass on stop.get()
///     };
///     run(tollgate::cancel::dummy_token());
///
/// - *Threads*: the adapter is one registration with the token. Any thread may use the stop tokens.
/// - *Lifetime*: the token outlives the adapter. A stop is requested only while the adapter lives.
/// - *Cost*: one std::stop_source, which allocates, and one registration.
class to_stop_token {
public:
    /// Requests the stop at once if the token is cancelled already.
    explicit to_stop_token(const token& cancellation) : on_cancel_(cancellation, request{&stop_}) {}
    /// A temporary token would end before this object.
    explicit to_stop_token(const token&& cancellation) = delete;
    to_stop_token(const to_stop_token&) = delete;
    to_stop_token& operator=(const to_stop_token&) = delete;
    ~to_stop_token() = default;

    /// The stop token, to pass on.
    [[nodiscard]] std::stop_token get() const noexcept { return stop_.get_token(); }

private:
    struct request {
        std::stop_source* target;
        /// A stop callback may destroy the adapter, and with it the last owner of the stop's state.
        void operator()() const {
            const std::stop_source own = *target;
            own.request_stop();
        }
    };

    std::stop_source stop_;
    on_cancel<request> on_cancel_;
};

} // namespace tollgate::cancel
