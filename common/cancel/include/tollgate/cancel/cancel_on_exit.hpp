// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <exception>
#include <memory>

namespace tollgate::cancel {

/// When a `cancel_on_exit` cancels.
enum class cancel_when {
    always,    ///< in whichever way the scope is left
    if_thrown, ///< only if an exception leaves the scope
};

/// Cancels a source, a standalone token or a thread when the scope is left.
///
///     const auto work = [](const auto& source) {
///         const tollgate::cancel::cancel_on_exit stop(source,
///                                                     tollgate::cancel::cancel_when::if_thrown);
///         // start threads that follow the source: this may throw
///     };
///
/// - *Threads*: one thread makes it and destroys it. That thread calls `cancel()`.
/// - *Lifetime*: the object that it cancels outlives it.
/// - *Exceptions*: an exception that a handler throws ends the program, as in every destructor.
template <class Source>
class cancel_on_exit {
public:
    /// Will call `source.cancel()`.
    explicit cancel_on_exit(Source& source, cancel_when when = cancel_when::always) noexcept
        : source_(std::addressof(source)),
          in_flight_(when == cancel_when::always ? -1 : std::uncaught_exceptions()) {}
    cancel_on_exit(const cancel_on_exit&) = delete;
    cancel_on_exit& operator=(const cancel_on_exit&) = delete;
    ~cancel_on_exit() {
        if (source_ != nullptr && std::uncaught_exceptions() > in_flight_) {
            source_->cancel();
        }
    }

    /// It does not cancel any more.
    void release() noexcept { source_ = nullptr; }

private:
    Source* source_;
    int in_flight_; ///< exceptions, when this object was made; -1 to cancel always
};

// Design:
//
// Fibers. The count of exceptions in flight belongs to the thread. It is wrong where a fiber yields
// in a destructor while an exception flies, and the switch does not keep the count
// (docs/fibers.md). Use `release()` there in place of `if_thrown`.

} // namespace tollgate::cancel
