// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/await/executor.hpp>
#include <tollgate/await/work.hpp>
#include <tollgate/await/work_list.hpp>

#include <coroutine>
#include <exception>
#include <utility>

namespace tollgate::testing {

/// An executor that runs a unit when the check says so. Needs the component `await`.
///
///     testing::manual_executor later;
///     // a coroutine with this executor waits
///     EXPECT_TRUE(later.run_one());
struct manual_executor {
    /// Counts the post, and appends the unit.
    void post(await::work& unit) noexcept {
        ++posts;
        posted.push_back(unit);
    }
    /// Counts the withdrawal if the unit was posted.
    [[nodiscard]] bool withdraw(await::work& unit) noexcept {
        const bool was_posted = posted.remove(unit);
        withdrawals += was_posted ? 1 : 0;
        return was_posted;
    }
    /// Runs the first unit. Returns false if there is none.
    bool run_one() noexcept {
        await::work* const next = posted.pop_front();
        if (next != nullptr) {
            next->run();
        }
        return next != nullptr;
    }

    await::work_list posted;  ///< the units that have not run
    unsigned posts = 0;       ///< the number of posts
    unsigned withdrawals = 0; ///< the number of units that were withdrawn
};

/// A coroutine that begins at once, and that this object destroys. The first parameter of the
/// coroutine is its executor. The promise stores an exception that leaves the coroutine.
///
///     testing::coroutine wait_for(await::executor_ref executor, const cancel::token& stop);
class coroutine {
public:
    /// The promise of the coroutine.
    struct promise_type {
        /// For a function.
        template <class... Others>
        explicit promise_type(await::executor_ref first, Others&&... /*unused*/) noexcept
            : executor_(first) {}
        /// For a lambda, whose object comes first.
        template <class Lambda, class... Others>
        promise_type(const Lambda& /*unused*/, await::executor_ref first,
                     Others&&... /*unused*/) noexcept
            : executor_(first) {}

        /// For the compiler.
        coroutine get_return_object() noexcept {
            return coroutine(std::coroutine_handle<promise_type>::from_promise(*this));
        }
        /// For the compiler.
        static std::suspend_never initial_suspend() noexcept { return {}; }
        /// For the compiler.
        static std::suspend_always final_suspend() noexcept { return {}; }
        /// For the compiler.
        static void return_void() noexcept {}
        /// For the compiler.
        void unhandled_exception() noexcept { thrown = std::current_exception(); }
        /// For the awaitables.
        [[nodiscard]] await::executor_ref executor() const noexcept { return executor_; }

        std::exception_ptr thrown; ///< what left the coroutine, or null

    private:
        await::executor_ref executor_;
    };

    /// After the move, `other` has no coroutine.
    coroutine(coroutine&& other) noexcept : handle_(std::exchange(other.handle_, {})) {}
    coroutine& operator=(coroutine&&) = delete;
    ~coroutine() { destroy(); }

    /// Whether the coroutine has ended.
    [[nodiscard]] bool is_done() const noexcept { return handle_.done(); }
    /// The exception that left the coroutine, or null.
    [[nodiscard]] std::exception_ptr thrown() const noexcept { return handle_.promise().thrown; }
    /// Destroys the coroutine, perhaps while it waits.
    void destroy() noexcept {
        if (handle_) {
            std::exchange(handle_, {}).destroy();
        }
    }

private:
    explicit coroutine(std::coroutine_handle<promise_type> handle) noexcept : handle_(handle) {}

    std::coroutine_handle<promise_type> handle_;
};

} // namespace tollgate::testing
