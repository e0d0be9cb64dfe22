// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/cancel/token.hpp>

#include <stop_token>

namespace tollgate::cancel {

/// A `std::stop_token` of which a stop is requested when a token is cancelled, for passing on to
/// functions that take that, while this object lives.
///
///     void run(const token& cancellation) {
///         const to_stop_token stop(cancellation);
///         condition.wait(lock, stop.get(), ready);
///     }
///
/// Threads: made and destroyed by the token's owner; the stop tokens may be used by any thread.
/// Cost: one std::stop_source, which allocates, and one registration.
class to_stop_token {
public:
    explicit to_stop_token(const token& from) : handler_(stop_), guard_(from, handler_) {
        if (guard_.is_cancelled()) {
            stop_.request_stop();
        }
    }
    explicit to_stop_token(const token&& from) = delete;
    to_stop_token(const to_stop_token&) = delete;
    to_stop_token& operator=(const to_stop_token&) = delete;
    ~to_stop_token() = default;

    [[nodiscard]] std::stop_token get() const noexcept { return stop_.get_token(); }

private:
    class request final : public cancellation_handler {
    public:
        explicit request(std::stop_source& of) noexcept : of_(&of) {}
        ~request() = default;
        /// A stop callback may destroy the adapter, and with it the last owner of the stop's state.
        void cancel() noexcept override { std::stop_source(*of_).request_stop(); }

    private:
        std::stop_source* of_;
    };

    std::stop_source stop_;
    request handler_;
    cancellation_guard guard_;
};

} // namespace tollgate::cancel
