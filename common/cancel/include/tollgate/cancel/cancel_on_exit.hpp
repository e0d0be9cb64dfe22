// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <exception>
#include <memory>

namespace tollgate::cancel {

enum class cancel_when { always, if_thrown };

/// Cancels a source, a standalone token or a thread when the scope is left, in whichever way or by
/// an exception alone.
///
///     const auto helpers = cancellation_source::following(cancellation);
///     const cancel_on_exit stop(helpers, cancel_when::if_thrown);
///     start(helpers);                                     // may throw
///
/// Threads: one, which calls `cancel()`. Lifetime: what it cancels outlives it.
/// Exceptions: one that a handler throws ends the program, as in every destructor.
///
/// Fibers: the count of exceptions in flight, by which it knows, is the thread's. Where a fiber
/// gives way in a destructor while one flies, and the switch does not keep the count
/// (docs/fibers.md), use `release()` in place of `if_thrown`.
template <class Source>
class cancel_on_exit {
public:
    explicit cancel_on_exit(Source& what, cancel_when when = cancel_when::always) noexcept
        : what_(std::addressof(what)),
          in_flight_(when == cancel_when::always ? -1 : std::uncaught_exceptions()) {}
    cancel_on_exit(const cancel_on_exit&) = delete;
    cancel_on_exit& operator=(const cancel_on_exit&) = delete;
    ~cancel_on_exit() {
        if (what_ != nullptr && std::uncaught_exceptions() > in_flight_) {
            what_->cancel();
        }
    }

    /// It does not cancel any more.
    void release() noexcept { what_ = nullptr; }

private:
    Source* what_;
    int in_flight_; ///< when it was made
};

} // namespace tollgate::cancel
