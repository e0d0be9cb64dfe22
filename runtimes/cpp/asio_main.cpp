// SPDX-License-Identifier: BSL-1.0
// The runtime `asio`: coroutines of C++20 on one io_context of Boost.Asio.
#include "asio_channels.hpp"
#include "asio_run.hpp"
#include "serve.hpp"

#include <boost/version.hpp>

#include <utility>

namespace runtime {
namespace {

std::string version() {
    return "Boost " + std::to_string(BOOST_VERSION / 100'000) + "." +
           std::to_string(BOOST_VERSION / 100 % 1'000) + ", " + compiler();
}

greeting describe() {
    greeting all{
        "asio",
        version(),
        {"a coroutine has no stack of its own and is not preempted; its frame and each operation "
         "come from the heap or from Asio's cache for each thread",
         "to yield is to post itself to the context; the executor is any_io_executor, the default "
         "of Asio",
         "one thread runs the context, which is told so (a concurrency hint of 1)"},
        {{"yield",
          "fiber/yield 1 fibers:* = one co_await post(use_awaitable) in a ring of "
          "coroutines",
          "fibers", run_yields},
         {"create_join", "fiber/create_join 1 = one co_spawn of a coroutine, and its result", "",
          run_create_joins},
         {"timer_sleep",
          "sleep/timeout_lateness 1 slice_ms:2 expected_ns:2000000 = one wait of 2 ms for a "
          "steady_timer",
          "", run_timer_sleeps}}};
    for (offer& one : channel_offers()) {
        all.offers.push_back(std::move(one));
    }
    return all;
}

} // namespace
} // namespace runtime

int main() {
    runtime::serve(runtime::describe());
}
