// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/sourced_token.hpp>
#include <tollgate/cancel/token.hpp>
#include <tollgate/sleep/no_pthread_cancel.hpp>

#include <functional>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>

namespace tollgate::cancel {

/// A thread that is cancelled and joined by its destructor.
///
///     tollgate::cancel::thread worker(
///         [](int steps, const tollgate::cancel::token& cancellation) {
///             for (int step = 0; step < steps && cancellation; ++step) { /* do the step */ }
///         },
///         42);
///
/// - *Threads*: those of std::thread. Any thread may call `cancel()` and `get_source()`, also while
///   another thread joins, but not during a move or the destructor.
/// - *Lifetime*: the destructor cancels the thread and joins it. If the callable takes no token,
///   the destructor waits until the callable has ended by itself.
/// - *Exceptions*: an exception that leaves the callable ends the program. So does an exception
///   that a handler throws when the destructor or an assignment cancels.
class thread {
public:
    /// No thread yet.
    thread() noexcept = default;

    /// Starts a thread with a source of its own, so the destructor cancels no other thread. The
    /// callable gets its arguments, copied or moved as by std::thread, and then a `const token&` if
    /// it takes one. Its result is dropped.
    template <class Callable, class... Arguments>
        requires(!std::is_same_v<std::remove_cvref_t<Callable>, thread>)
    explicit thread(Callable&& run, Arguments&&... arguments)
        : source_(std::in_place),
          running_(call, source_->get_token(), std::forward<Callable>(run),
                   std::forward<Arguments>(arguments)...) {}

    /// The same, and the thread's source follows `leader`: the thread is cancelled with `leader`,
    /// and does not cancel it. To follow several, pass `cancellation_source::following(…)`.
    template <class Callable, class... Arguments>
    thread(cancellation_source leader, Callable&& run, Arguments&&... arguments)
        : source_(cancellation_source::following(leader)),
          running_(call, source_->get_token(), std::forward<Callable>(run),
                   std::forward<Arguments>(arguments)...) {}

    /// Takes the thread over. `other` has none afterwards.
    thread(thread&& other) noexcept
        : source_(std::exchange(other.source_, std::nullopt)),
          running_(std::move(other.running_)) {}
    /// Cancels and joins this object's thread, and takes the thread of `other` over.
    thread& operator=(thread&& other) noexcept {
        if (this != &other) {
            end();
            source_ = std::exchange(other.source_, std::nullopt);
            running_ = std::move(other.running_);
        }
        return *this;
    }
    /// Cancels and joins, if there is a thread to join.
    ~thread() { end(); }

    /// Cancels the thread's source. True for the first call, even if the thread has ended or was
    /// joined by then. False if no thread was started, or if it was cancelled before.
    bool cancel() const { return source_.has_value() && source_->cancel(); }
    /// The same as std::thread.
    void join() { running_.join(); }
    /// The same as std::thread.
    [[nodiscard]] bool joinable() const noexcept { return running_.joinable(); }
    /// The same as std::thread.
    [[nodiscard]] std::thread::id get_id() const noexcept { return running_.get_id(); }
    /// The same as std::thread.
    std::thread::native_handle_type native_handle() { return running_.native_handle(); }
    /// The thread's source. A thread must have been started and not moved away.
    [[nodiscard]] const cancellation_source& get_source() const noexcept { return *source_; }

private:
    static constexpr auto call = [](const token& own, auto run, auto... arguments) {
        if constexpr (std::is_invocable_v<decltype(run), decltype(arguments)..., const token&>) {
            static_cast<void>(std::invoke(std::move(run), std::move(arguments)..., own));
        } else {
            static_assert(std::is_invocable_v<decltype(run), decltype(arguments)...>,
                          "takes the arguments, and then a const token& or nothing");
            static_cast<void>(std::invoke(std::move(run), std::move(arguments)...));
        }
    };

    void end() {
        if (joinable()) {
            const sleep::no_pthread_cancel here;
            cancel();
            join();
        }
    }

    /// Written by constructors, moves and the destructor only: `cancel()` has no other way to know.
    std::optional<cancellation_source> source_;
    std::thread running_;
};

} // namespace tollgate::cancel
