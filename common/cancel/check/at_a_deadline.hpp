// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/cancel/sleep.hpp>
#include <tollgate/cancel/source_with_deadline.hpp>

#include <chrono>
#include <functional>
#include <utility>

namespace tollgate::cancel {

inline void await_cancellation(const token& cancellation) {
    sleep_until((std::chrono::steady_clock::time_point::max)(), cancellation);
}

/// Runs the function in a handler on the deadline thread, and waits for its end. Tries again if the
/// deadline passes before the handler is registered, or if the wait ends and the handler is removed
/// before the deadline thread has come to it.
inline void run_at_a_deadline(std::function<void()> function) {
    struct running final : cancellation_handler {
        explicit running(std::function<void()> function) : run(std::move(function)) {}
        ~running() = default;
        void cancel() override { run(); }
        std::function<void()> run;
    } handler(std::move(function));
    for (std::chrono::milliseconds time(1);; time *= 2) {
        const sourced_token own = source_with_deadline(time).get_token();
        cancellation_guard guard(own, handler);
        await_cancellation(own);
        if (guard.release() == release_result::ran) {
            return;
        }
    }
}

} // namespace tollgate::cancel
