// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/await/run_loop.hpp>

#include <coroutine>
#include <exception>
#include <utility>

namespace tollgate::queue_test {

/// A coroutine that begins at once, and that this object destroys. The coroutine continues on the
/// loop that is the first parameter of its function, after the object of a lambda or of a class.
class async_task {
public:
    struct promise_type {
        template <class Object, class... Others>
        promise_type(const Object& /*unused*/, await::run_loop& first,
                     const Others&... /*unused*/) noexcept
            : loop(first) {}

        async_task get_return_object() {
            return async_task(std::coroutine_handle<promise_type>::from_promise(*this));
        }
        static std::suspend_never initial_suspend() noexcept { return {}; }
        static std::suspend_always final_suspend() noexcept { return {}; }
        static void return_void() {}
        [[noreturn]] static void unhandled_exception() { std::terminate(); }
        [[nodiscard]] await::run_loop& executor() const noexcept { return loop; }

        await::run_loop& loop;
    };

    async_task(const async_task&) = delete;
    async_task& operator=(const async_task&) = delete;
    ~async_task() { handle_.destroy(); }

    [[nodiscard]] bool is_done() const { return handle_.done(); }

private:
    explicit async_task(std::coroutine_handle<promise_type> handle) : handle_(handle) {}

    std::coroutine_handle<promise_type> handle_;
};

} // namespace tollgate::queue_test
