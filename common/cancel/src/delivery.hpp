// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/sleep/parker.hpp>

#include <exception>
#include <thread>

namespace tollgate::cancel::detail {

/// One call of `cancel()`, on its stack. What it shares with other threads is guarded by the mutex
/// of the state whose handler runs.
struct delivery {
    last_act run(cancellation_handler& one) noexcept {
        try {
            return one.cancel_but_for_the_last_act();
        } catch (...) {
            if (!thrown) {
                thrown = std::current_exception();
            }
            return {};
        }
    }

    void rethrow() const {
        if (thrown) {
            std::rethrow_exception(thrown);
        }
    }

    const std::thread::id canceller = std::this_thread::get_id();
    bool needs_heavy_fence = false;
    cancellation_handler* running = nullptr; ///< null too once it was unregistered by itself
    sleep::parker* waiter = nullptr;         ///< of whoever unregisters `running`
    sleep::parker* leaver = nullptr;         ///< of whoever waits for the end of all
    std::exception_ptr thrown;
};

} // namespace tollgate::cancel::detail
