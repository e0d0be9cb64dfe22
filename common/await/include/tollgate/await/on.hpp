// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/await/executor.hpp>

#include <coroutine>
#include <utility>

namespace tollgate::await {

namespace detail {
/// An awaiter whose coroutine continues on this executor.
template <class Awaiter>
class awaiter_on {
public:
    template <class Awaitable>
    awaiter_on(executor_ref executor, Awaitable&& awaitable) noexcept
        : awaiter_(std::forward<Awaitable>(awaitable).operator co_await()), executor_(executor) {}

    [[nodiscard]] bool await_ready() noexcept { return awaiter_.await_ready(); }
    [[nodiscard]] bool await_suspend(std::coroutine_handle<> caller) {
        return awaiter_.suspend(caller, executor_);
    }
    decltype(auto) await_resume() { return awaiter_.await_resume(); }

private:
    Awaiter awaiter_;
    executor_ref executor_;
};
} // namespace detail

/// An awaitable of Tollgate, with the executor on which the coroutine continues. Made by `on`.
template <class Awaitable>
class awaitable_on {
    using awaiter = decltype(std::declval<Awaitable>().operator co_await());

public:
    /// Stores a reference to the executor, and the awaitable.
    awaitable_on(executor_ref executor, Awaitable&& awaitable)
        : executor_(executor), awaitable_(std::move(awaitable)) {}

    /// Begins the wait.
    [[nodiscard]] auto operator co_await() && noexcept {
        return detail::awaiter_on<awaiter>(executor_, std::move(awaitable_));
    }

private:
    executor_ref executor_;
    Awaitable awaitable_;
};

/// States the executor on which a coroutine continues after a wait. A coroutine whose promise has a
/// function `executor()` needs this function only to continue on another executor.
///
///     template <class Task>
///     Task work_there(tollgate::await::run_loop& loop, auto& jobs) {
///         auto job = co_await tollgate::await::on(loop, tollgate::queue::async_pop(jobs));
///         job->run(); // on a thread of the loop, if there was a wait
///     }
///
/// - *Threads*: a coroutine that does not have to wait continues on its thread.
/// - *Lifetime*: the executor must exist until the coroutine has continued.
/// - *Cost*: nothing.
template <class Awaitable>
[[nodiscard]] auto on(executor_ref executor, Awaitable awaitable) {
    return awaitable_on<Awaitable>(executor, std::move(awaitable));
}

} // namespace tollgate::await
