// SPDX-License-Identifier: BSL-1.0
// The common part of all cases of Boost.Asio: coroutines of one io_context, which one thread runs.
#pragma once

#include "batch.hpp"

#include <utility> // before Asio, which needs it and up to Boost 1.78 does not include it

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <exception>

namespace runtime {

namespace asio = boost::asio;
using asio::awaitable;
using asio::use_awaitable;

/// A context that is told that one thread runs it, as its documentation recommends in that case.
class one_thread {
public:
    one_thread() : context_(1) {}

    asio::io_context& context() { return context_; }

    /// An exception of the coroutine is thrown by `run`.
    void spawn(awaitable<void> coroutine) {
        asio::co_spawn(context_, std::move(coroutine), [](const std::exception_ptr& thrown) {
            if (thrown) {
                std::rethrow_exception(thrown);
            }
        });
    }

    /// Until all coroutines have ended.
    void run() { context_.run(); }

private:
    asio::io_context context_;
};

outcome run_yields(const batch& asked);
outcome run_create_joins(const batch& asked);
outcome run_timer_sleeps(const batch& asked);

} // namespace runtime
