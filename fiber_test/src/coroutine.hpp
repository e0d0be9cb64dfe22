// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <coroutine>
#include <utility>

namespace tollgate::fiber_test {

/// Suspends a coroutine and resumes another one in its place (symmetric transfer).
struct switch_to {
    std::coroutine_handle<> next;

    static bool await_ready() noexcept { return false; }
    [[nodiscard]] std::coroutine_handle<>
    await_suspend(std::coroutine_handle<> /*suspended*/) const noexcept {
        return next;
    }
    static void await_resume() noexcept {}
};

/// A C++20 coroutine that begins suspended, and that this object destroys.
///
/// - *Threads*: one at a time.
class coroutine {
public:
    struct promise_type {
        coroutine get_return_object() {
            return coroutine(std::coroutine_handle<promise_type>::from_promise(*this));
        }
        static std::suspend_always initial_suspend() noexcept { return {}; }
        [[nodiscard]] switch_to final_suspend() const noexcept { return {after_end}; }
        static void return_void() {}
        [[noreturn]] static void unhandled_exception() { throw; }

        std::coroutine_handle<> after_end = std::noop_coroutine();
    };

    coroutine(coroutine&& other) noexcept : handle_(std::exchange(other.handle_, {})) {}
    coroutine& operator=(coroutine&&) = delete;
    ~coroutine() {
        if (handle_) {
            handle_.destroy();
        }
    }

    /// At its end it resumes this coroutine. Without this call, its end returns to who resumed it.
    void resume_at_end(std::coroutine_handle<> next) { handle_.promise().after_end = next; }
    /// Resumes it until it suspends or ends.
    void resume() { handle_.resume(); }
    [[nodiscard]] std::coroutine_handle<> handle() const { return handle_; }

private:
    explicit coroutine(std::coroutine_handle<promise_type> handle) : handle_(handle) {}

    std::coroutine_handle<promise_type> handle_;
};

} // namespace tollgate::fiber_test
