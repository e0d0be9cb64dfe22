// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <coroutine>
#include <utility>

namespace tollgate::fiber_test {

/// A C++20 coroutine that begins suspended, and that this object destroys.
///
/// - *Threads*: one at a time.
template <class Promise>
class coroutine_of {
public:
    using promise_type = Promise;

    explicit coroutine_of(Promise& promise)
        : handle_(std::coroutine_handle<Promise>::from_promise(promise)) {}
    coroutine_of(coroutine_of&& other) noexcept : handle_(std::exchange(other.handle_, {})) {}
    coroutine_of& operator=(coroutine_of&&) = delete;
    ~coroutine_of() {
        if (handle_) {
            handle_.destroy();
        }
    }

    /// Resumes it until it suspends or ends.
    void resume() { handle_.resume(); }
    [[nodiscard]] std::coroutine_handle<> handle() const { return handle_; }
    [[nodiscard]] Promise& promise() const { return handle_.promise(); }

private:
    std::coroutine_handle<Promise> handle_;
};

/// The promise of a coroutine_of. At its end, the coroutine returns to who resumed it.
template <class Promise>
struct promise_base {
    coroutine_of<Promise> get_return_object() {
        return coroutine_of<Promise>(static_cast<Promise&>(*this));
    }
    static std::suspend_always initial_suspend() noexcept { return {}; }
    static std::suspend_always final_suspend() noexcept { return {}; }
    static void return_void() {}
    [[noreturn]] static void unhandled_exception() { throw; }
};

} // namespace tollgate::fiber_test
