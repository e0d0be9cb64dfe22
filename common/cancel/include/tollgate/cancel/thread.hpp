// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/detail/call_with_token.hpp>
#include <tollgate/cancel/sourced_token.hpp>
#include <tollgate/cancel/token.hpp>
#include <tollgate/sleep/no_pthread_cancel.hpp>

#include <optional>
#include <thread>
#include <type_traits>
#include <utility>

namespace tollgate::cancel {

/// A thread whose destructor cancels and joins the thread.
///
///     tollgate::cancel::thread worker(
///         [](int steps, const tollgate::cancel::token& cancellation) {
///             for (int step = 0; step < steps && cancellation; ++step) { /* do the step */ }
///         },
///         42);
///
/// - *Threads*: the rules of std::thread. Any thread may call `cancel()` and `get_source()`, also
///   while another thread joins. No thread may call these functions during a move or the
///   destructor.
/// - *Lifetime*: the destructor cancels the thread and joins it. If the callable takes no token,
///   the destructor waits until the callable returns by itself.
/// - *Exceptions*: an exception that leaves the callable ends the program. The program also ends if
///   a handler throws while the destructor or an assignment cancels the thread.
class thread {
public:
    /// Makes an object without a thread.
    thread() noexcept = default;

    /// Starts a thread with its own source, so the destructor cancels no other thread. The
    /// arguments are copied or moved, as by std::thread. The callable gets these arguments, and
    /// then a `const token&` if it takes a token. The result of the callable is ignored.
    template <class Callable, class... Arguments>
        requires(!std::is_same_v<std::remove_cvref_t<Callable>, thread>)
    explicit thread(Callable&& run, Arguments&&... arguments)
        : source_(std::in_place),
          running_(detail::call_with_token, source_->get_token(), std::forward<Callable>(run),
                   std::forward<Arguments>(arguments)...) {}

    /// Starts a thread in the same way, but the source of the thread follows `leader`. So the
    /// thread is cancelled when `leader` is cancelled. The thread does not cancel `leader`. To
    /// follow several sources, pass `cancellation_source::following(…)`.
    template <class Callable, class... Arguments>
    thread(cancellation_source leader, Callable&& run, Arguments&&... arguments)
        : source_(cancellation_source::following(leader)),
          running_(detail::call_with_token, source_->get_token(), std::forward<Callable>(run),
                   std::forward<Arguments>(arguments)...) {}

    /// Moves the thread of `other` into this object. Then `other` has no thread.
    thread(thread&& other) noexcept
        : source_(std::exchange(other.source_, std::nullopt)),
          running_(std::move(other.running_)) {}
    /// Cancels and joins the thread of this object. Then moves the thread of `other` into this
    /// object.
    thread& operator=(thread&& other) noexcept {
        if (this != &other) {
            end();
            source_ = std::exchange(other.source_, std::nullopt);
            running_ = std::move(other.running_);
        }
        return *this;
    }
    /// Cancels and joins the thread, if it is joinable.
    ~thread() { end(); }

    /// Cancels the source of the thread. Returns true for the first call, even if the thread has
    /// already ended or was joined. Returns false if no thread was started, or if the source was
    /// cancelled before.
    bool cancel() const { return source_.has_value() && source_->cancel(); }
    /// The same as in std::thread.
    void join() { running_.join(); }
    /// The same as in std::thread.
    [[nodiscard]] bool joinable() const noexcept { return running_.joinable(); }
    /// The same as in std::thread.
    [[nodiscard]] std::thread::id get_id() const noexcept { return running_.get_id(); }
    /// The same as in std::thread.
    std::thread::native_handle_type native_handle() { return running_.native_handle(); }
    /// Returns the source of the thread. A thread must have been started, and not moved to another
    /// object.
    [[nodiscard]] const cancellation_source& get_source() const noexcept { return *source_; }

private:
    void end() {
        if (joinable()) {
            const sleep::no_pthread_cancel here;
            cancel();
            join();
        }
    }

    /// Empty if no thread was started. `cancel()` reads this member and not `running_`, because
    /// another thread may change `running_` by a join. Only constructors, moves and the destructor
    /// write to `source_`.
    std::optional<cancellation_source> source_;
    std::thread running_;
};

} // namespace tollgate::cancel
