// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/await/executor.hpp>
#include <tollgate/await/on.hpp>
#include <tollgate/await/work.hpp>
#include <tollgate/await/work_list.hpp>

#include <utility> // before Asio, which up to Boost 1.78 needs it but does not include it

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>

#include <coroutine>
#include <exception>
#include <mutex>
#include <type_traits>

/// An executor of Asio, as an executor of Tollgate. The units wait in a list, and Asio gets a
/// handler for each of them. A unit that is withdrawn leaves the list, and its handler does
/// nothing. The object must exist until Asio has run or destroyed all handlers. Call `post` and
/// `withdraw` on any thread.
class asio_executor {
public:
    explicit asio_executor(const boost::asio::any_io_executor& executor)
        : executor_(boost::asio::make_work_guard(executor)) {}

    void post(tollgate::await::work& unit) noexcept {
        {
            const std::lock_guard lock(mutex_);
            posted_.push_back(unit);
        }
        boost::asio::post(executor_.get_executor(), [this] { run_one(); });
    }
    [[nodiscard]] bool withdraw(tollgate::await::work& unit) noexcept {
        const std::lock_guard lock(mutex_);
        return posted_.remove(unit);
    }

    /// Asio's `run()` returns when no handler is left. Without this call, it also waits for what
    /// may still be posted.
    void finish() { executor_.reset(); }

private:
    void run_one() noexcept {
        tollgate::await::work* next = nullptr;
        {
            const std::lock_guard lock(mutex_);
            next = posted_.pop_front();
        }
        if (next != nullptr) {
            next->run();
        }
    }

    boost::asio::executor_work_guard<boost::asio::any_io_executor> executor_;
    std::mutex mutex_;
    tollgate::await::work_list posted_;
};

/// The coroutine that awaits Tollgate's awaitable on behalf of a coroutine of Asio.
struct asio_helper {
    struct promise_type {
        asio_helper get_return_object() { return {}; }
        std::suspend_never initial_suspend() { return {}; }
        std::suspend_never final_suspend() noexcept { return {}; }
        void return_void() {}
        void unhandled_exception() { std::terminate(); }
    };
};

/// An asynchronous operation of Asio whose result is that of the awaitable. Asio's `awaitable`
/// accepts only such operations: `co_await async_await(executor, awaitable, use_awaitable)`.
template <class Awaitable, class Token>
auto async_await(asio_executor& executor, Awaitable awaitable, Token&& token) {
    using result = decltype(std::declval<Awaitable>().operator co_await().await_resume());
    const auto start = [](auto handler, asio_executor& on, Awaitable awaited) {
        const auto help = [](auto then, asio_executor& there, Awaitable inner) -> asio_helper {
            result value = co_await tollgate::await::on(there, std::move(inner));
            std::move(then)(std::move(value));
        };
        help(std::move(handler), on, std::move(awaited));
    };
    return boost::asio::async_initiate<Token, void(result)>(start, token, std::ref(executor),
                                                            std::move(awaitable));
}
