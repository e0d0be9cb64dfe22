// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/await/executor.hpp>
#include <tollgate/await/work.hpp>
#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/cancel/detail/separate_token.hpp>
#include <tollgate/cancel/token.hpp>

#include <atomic>
#include <coroutine>
#include <optional>

namespace tollgate::cancel {

namespace detail {

/// The wait of a coroutine for a cancellation. The handler may run before the coroutine is
/// suspended. So the handler and the suspending thread both set `is_settled_`. If the handler is
/// the second of the two, it posts the coroutine. If the suspending thread is the second, the
/// coroutine is not suspended.
class wait_for_cancellation final : private cancellation_handler, private await::work {
public:
    wait_for_cancellation(const token& cancellation, await::executor_ref executor,
                          std::coroutine_handle<> owner) noexcept
        : work(&resume),
          executor_(executor),
          owner_(owner),
          token_(cancellation),
          guard_(token_, *this) {}
    wait_for_cancellation(const wait_for_cancellation&) = delete;
    wait_for_cancellation& operator=(const wait_for_cancellation&) = delete;
    ~wait_for_cancellation() = default;

    /// Returns whether the coroutine waits. If so, it may have been resumed already.
    [[nodiscard]] bool begin() noexcept { return !guard_.is_cancelled() && !is_second(); }
    /// The coroutine is destroyed while it waits. The handler has not run, or has posted the unit.
    void abandon() noexcept {
        if (guard_.release() == release_result::ran) {
            static_cast<void>(executor_.withdraw(*this));
        }
    }

private:
    [[nodiscard]] bool is_second() noexcept {
        return is_settled_.exchange(true, std::memory_order_acq_rel);
    }
    void cancel() noexcept override {
        if (is_second()) {
            executor_.post(*this);
        }
    }
    static void resume(work& posted) noexcept {
        static_cast<wait_for_cancellation&>(posted).owner_.resume();
    }

    await::executor_ref executor_;
    std::coroutine_handle<> owner_;
    std::atomic<bool> is_settled_{false};
    separate_token token_;
    cancellation_guard guard_;
};

/// Waits in a coroutine until a token is cancelled.
class cancellation_awaiter {
public:
    explicit cancellation_awaiter(const token& cancellation) noexcept
        : cancellation_(cancellation) {}
    cancellation_awaiter(const cancellation_awaiter&) = delete;
    cancellation_awaiter& operator=(const cancellation_awaiter&) = delete;
    ~cancellation_awaiter() {
        if (wait_) {
            wait_->abandon();
        }
    }

    [[nodiscard]] bool await_ready() const noexcept { return cancellation_.is_cancelled(); }
    template <await::has_executor Promise>
    [[nodiscard]] bool await_suspend(std::coroutine_handle<Promise> caller) noexcept {
        return suspend(caller, caller.promise().executor());
    }
    void await_resume() noexcept { wait_.reset(); }

    /// Not inlined: if it were, compilers might keep values of this function in the frame of the
    /// coroutine, which another thread may have destroyed meanwhile.
    [[nodiscard, gnu::noinline]] bool suspend(std::coroutine_handle<> caller,
                                              await::executor_ref executor) noexcept {
        wait_.emplace(cancellation_, executor, caller);
        return wait_->begin();
    }

private:
    const token& cancellation_;
    std::optional<wait_for_cancellation> wait_;
};

} // namespace detail

/// The result of `cancelled`: an awaitable of C++20.
class cancellation_awaitable {
public:
    /// Stores a reference to the token.
    explicit cancellation_awaitable(const token& cancellation) noexcept
        : cancellation_(cancellation) {}
    /// Begins the wait.
    [[nodiscard]] auto operator co_await() && noexcept {
        return detail::cancellation_awaiter(cancellation_);
    }

private:
    const token& cancellation_;
};

/// Lets a coroutine wait until a token is cancelled.
///
///     template <class Task>
///     Task close_at_the_end(auto& files, const tollgate::cancel::token& stop) {
///         co_await tollgate::cancel::cancelled(stop);
///         files.close();
///     }
///
/// The coroutine continues on the executor of its promise (`await::has_executor`), or on the
/// executor that `await::on` states.
///
/// - *Threads*: any coroutine, with any token that others use at the same time. The handler of the
///   wait runs on the cancelling thread, and only posts the coroutine.
/// - *Lifetime*: the token must exist until the coroutine has continued. You may destroy the
///   waiting coroutine, but not while a thread of the executor may resume it, and not in `post`.
/// - *Exceptions*: none.
/// - *Cost*: if the token is cancelled, one load. Otherwise the mutex of the token twice, and two
///   exchanges. No allocation.
[[nodiscard]] inline auto cancelled(const token& cancellation) noexcept {
    return cancellation_awaitable(cancellation);
}

} // namespace tollgate::cancel
