// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/sourced_token.hpp>
#include <tollgate/cancel/token.hpp>

#include <functional>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>

namespace tollgate::cancel {

/// A thread that is cancelled and joined when its owner lets go of it.
///
///     thread worker([](int number, const token& cancellation) { … }, 42);
///
/// The callable gets its arguments, copied or moved as by std::thread, and a token of its own after
/// them; what it returns is dropped. An exception that leaves it ends the program, and so does one
/// that a handler throws when the destructor or an assignment cancels.
///
/// Threads: as std::thread; `cancel()` may be called by any thread that does not race with a move
/// or the destructor.
class thread {
public:
    /// None yet.
    thread() noexcept = default;

    template <class Callable, class... Arguments>
        requires(!std::is_same_v<std::remove_cvref_t<Callable>, thread>)
    explicit thread(Callable&& run, Arguments&&... arguments)
        : thread(cancellation_source(), std::forward<Callable>(run),
                 std::forward<Arguments>(arguments)...) {}

    /// Cancelled with a source of the caller's; to have a thread's source follow another one, pass
    /// `cancellation_source::following(other)`.
    template <class Callable, class... Arguments>
    thread(cancellation_source by, Callable&& run, Arguments&&... arguments)
        : source_(std::move(by)),
          running_(
              [](const sourced_token& cancellation, auto call, auto... with) {
                  std::invoke(std::move(call), std::move(with)...,
                              static_cast<const token&>(cancellation));
              },
              source_->get_token(), std::forward<Callable>(run),
              std::forward<Arguments>(arguments)...) {}

    thread(thread&&) noexcept = default;
    thread& operator=(thread&& other) noexcept {
        if (this != &other) {
            end();
            source_ = std::move(other.source_);
            running_ = std::move(other.running_);
        }
        return *this;
    }
    ~thread() { end(); }

    /// False if there is no thread, or it was cancelled before.
    bool cancel() const { return joinable() && source_->cancel(); }
    void join() { running_.join(); }
    [[nodiscard]] bool joinable() const noexcept { return running_.joinable(); }
    [[nodiscard]] std::thread::id get_id() const noexcept { return running_.get_id(); }
    std::thread::native_handle_type native_handle() { return running_.native_handle(); }
    /// Of a thread that was started, and not moved from.
    [[nodiscard]] const cancellation_source& get_source() const noexcept { return *source_; }

private:
    void end() {
        if (joinable()) {
            cancel();
            join();
        }
    }

    std::optional<cancellation_source> source_;
    std::thread running_;
};

} // namespace tollgate::cancel
