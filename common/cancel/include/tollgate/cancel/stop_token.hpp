// SPDX-License-Identifier: BSL-1.0
#pragma once
// Adapters from a token of the standard library to one of this library, and back.

#include <tollgate/cancel/on_cancel.hpp>
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/cancel/token.hpp>

#include <stop_token>
#include <utility>

namespace tollgate::cancel {

/// A token that is cancelled when a stop is requested of a `std::stop_token`: what a function that
/// was given the one passes on to functions that take the other.
///
///     void run(std::stop_token stop) {
///         const from_stop_token cancellation(stop);
///         sleep_for(1h, cancellation);
///     }
///
/// A temporary one serves for one call. A guard or `on_cancel` of its token would outlive it, which
/// ends the program with a sentence, as for every token.
///
/// Threads: as a `standalone_token`. A handler that throws ends the program, as in a stop callback.
class from_stop_token {
public:
    explicit from_stop_token(std::stop_token stop) : stop_(std::move(stop), request{&own_}) {}

    // NOLINTNEXTLINE(google-explicit-constructor): it stands for the token it holds.
    operator const token&() const noexcept { return own_; }
    [[nodiscard]] const token& get() const noexcept { return own_; }

private:
    struct request {
        standalone_token* of;
        void operator()() const { of->cancel(); }
    };

    standalone_token own_;
    std::stop_callback<request> stop_;
};

/// A `std::stop_token` of which a stop is requested when a token is cancelled, for passing on to
/// functions that take that, while this object lives.
///
///     void run(const token& cancellation) {
///         const to_stop_token stop(cancellation);
///         condition.wait(lock, stop.get(), ready);
///     }
///
/// Threads: it is one registration with the token; the stop tokens may be used by any thread.
/// Cost: one std::stop_source, which allocates, and one registration.
class to_stop_token {
public:
    explicit to_stop_token(const token& from) : on_cancel_(from, request{&stop_}) {}
    explicit to_stop_token(const token&& from) = delete;
    to_stop_token(const to_stop_token&) = delete;
    to_stop_token& operator=(const to_stop_token&) = delete;
    ~to_stop_token() = default;

    [[nodiscard]] std::stop_token get() const noexcept { return stop_.get_token(); }

private:
    struct request {
        std::stop_source* of;
        /// A stop callback may destroy the adapter, and with it the last owner of the stop's state.
        void operator()() const {
            const std::stop_source own = *of;
            own.request_stop();
        }
    };

    std::stop_source stop_;
    on_cancel<request> on_cancel_;
};

} // namespace tollgate::cancel
