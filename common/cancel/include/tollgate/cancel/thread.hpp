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

/// A thread that is cancelled and joined when its owner lets go of it.
///
///     thread worker([](int number, const token& cancellation) { … }, 42);
///
/// The callable gets its arguments, copied or moved as by std::thread, and a token of its own after
/// them, if it takes one; what it returns is dropped. One that takes none is waited for until it
/// has ended by itself. An exception that leaves it ends the program, and so does one
/// that a handler throws when the destructor or an assignment cancels.
///
/// Its source is its own, so the destructor stops no other thread. A thread that is given a source
/// follows it: it is cancelled with the source, and does not cancel it.
///
/// Threads: as std::thread. Any thread may call `cancel()` and `get_source()`, also while another
/// one joins; only a move and the destructor must not happen at the same time.
class thread {
public:
    /// None yet.
    thread() noexcept = default;

    template <class Callable, class... Arguments>
        requires(!std::is_same_v<std::remove_cvref_t<Callable>, thread>)
    explicit thread(Callable&& run, Arguments&&... arguments)
        : source_(std::in_place),
          running_(call, source_->get_token(), std::forward<Callable>(run),
                   std::forward<Arguments>(arguments)...) {}

    /// Cancelled with a source of the caller's, or by itself; one that follows several takes
    /// `cancellation_source::following(one, other)`.
    template <class Callable, class... Arguments>
    thread(cancellation_source by, Callable&& run, Arguments&&... arguments)
        : source_(cancellation_source::following(by)),
          running_(call, source_->get_token(), std::forward<Callable>(run),
                   std::forward<Arguments>(arguments)...) {}

    thread(thread&& other) noexcept
        : source_(std::exchange(other.source_, std::nullopt)),
          running_(std::move(other.running_)) {}
    thread& operator=(thread&& other) noexcept {
        if (this != &other) {
            end();
            source_ = std::exchange(other.source_, std::nullopt);
            running_ = std::move(other.running_);
        }
        return *this;
    }
    ~thread() { end(); }

    /// False if no thread was started, and if it was cancelled before. True for the first call,
    /// even if the thread has ended or was joined by then: only its source is looked at.
    bool cancel() const { return source_.has_value() && source_->cancel(); }
    void join() { running_.join(); }
    [[nodiscard]] bool joinable() const noexcept { return running_.joinable(); }
    [[nodiscard]] std::thread::id get_id() const noexcept { return running_.get_id(); }
    std::thread::native_handle_type native_handle() { return running_.native_handle(); }
    /// The thread's own, if one was started and not moved from.
    [[nodiscard]] const cancellation_source& get_source() const noexcept { return *source_; }

private:
    static constexpr auto call = [](const token& own, auto run, auto... with) {
        if constexpr (std::is_invocable_v<decltype(run), decltype(with)..., const token&>) {
            static_cast<void>(std::invoke(std::move(run), std::move(with)..., own));
        } else {
            static_assert(std::is_invocable_v<decltype(run), decltype(with)...>,
                          "takes the arguments, and then a const token& or nothing");
            static_cast<void>(std::invoke(std::move(run), std::move(with)...));
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
