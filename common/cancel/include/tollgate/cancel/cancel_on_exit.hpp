// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <exception>
#include <memory>

namespace tollgate::cancel {

/// The cases in which a `cancel_on_exit` cancels.
enum class cancel_when {
    always,    ///< whenever the scope is left
    if_thrown, ///< only if an exception leaves the scope
};

/// Cancels a source, a standalone token or a thread when the scope of this object is left.
///
///     const auto work = [](const auto& source) {
///         const tollgate::cancel::cancel_on_exit stop(source,
///                                                     tollgate::cancel::cancel_when::if_thrown);
///         // start threads that follow the source: this may throw
///     };
///
/// - *Threads*: the thread that makes this object must destroy it. So this thread also calls
///   `cancel()`.
/// - *Lifetime*: the source, token or thread must outlive this object.
/// - *Exceptions*: an exception that a handler throws ends the program, as in every destructor.
template <class Source>
class cancel_on_exit {
public:
    /// Makes an object whose destructor calls `source.cancel()`.
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

    /// After this call, the destructor does not cancel.
    void release() noexcept { source_ = nullptr; }

private:
    Source* source_;
    int in_flight_; ///< exceptions in flight when this object was made; -1: cancel always
};

// Design:
//
// Fibers. With `if_thrown`, the constructor and the destructor read the thread's count of
// exceptions in flight, and the destructor cancels if the count has grown. A fiber may yield in a
// destructor while an exception is in flight. If the switch to another fiber does not save the
// count (see docs/fibers.md), the count is wrong after the switch. In this case, use `always` in
// place of `if_thrown`, and call `release()` at the normal end of the scope.

} // namespace tollgate::cancel
