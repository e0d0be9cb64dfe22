// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/standalone_token.hpp>

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
/// Threads: as a `standalone_token` of the thread that makes it. A handler that throws ends the
/// program, because `request_stop()` is noexcept.
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

} // namespace tollgate::cancel
