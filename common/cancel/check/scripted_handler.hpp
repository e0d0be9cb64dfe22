// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_handler.hpp>

#include <functional>
#include <utility>

namespace tollgate::cancel {

/// Counts its calls and runs a check's functions in them. The counts are plain: the library
/// promises to make them visible.
class scripted_handler final : public cancellation_handler {
public:
    scripted_handler() = default;
    explicit scripted_handler(std::function<void()> when_cancelled)
        : at_cancel(std::move(when_cancelled)) {}
    scripted_handler(std::function<void()> when_cancelled, std::function<void()> when_reset)
        : at_cancel(std::move(when_cancelled)), at_reset(std::move(when_reset)) {}
    ~scripted_handler() = default;

    /// The function may destroy this handler, so it is called last and from a copy.
    void cancel() override {
        ++cancels;
        run(at_cancel);
    }
    void reset() noexcept override {
        ++resets;
        run(at_reset);
    }

    std::function<void()> at_cancel;
    std::function<void()> at_reset;
    int cancels = 0;
    int resets = 0;

private:
    static void run(std::function<void()> action) {
        if (action) {
            action();
        }
    }
};

} // namespace tollgate::cancel
