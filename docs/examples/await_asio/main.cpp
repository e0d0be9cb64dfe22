// SPDX-License-Identifier: BSL-1.0
// Coroutines of Asio take jobs from a queue that a thread fills, and use Asio's timers, too.
#include "asio_executor.hpp"

#include <tollgate/queue/async_pop.hpp>
#include <tollgate/queue/blocking_queue.hpp>
#include <tollgate/queue/status.hpp>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <chrono>
#include <cstdio>
#include <thread>

namespace asio = boost::asio;
namespace queue = tollgate::queue;

using numbers = queue::blocking_queue<long>;

asio::awaitable<void> add_up(asio_executor& here, numbers& jobs, long& sum) {
    asio::steady_timer pause(co_await asio::this_coro::executor);
    while (auto next = co_await async_await(here, queue::async_pop(jobs), asio::use_awaitable)) {
        sum += *next;
        if (*next % 50 == 0) {
            pause.expires_after(std::chrono::milliseconds(1));
            co_await pause.async_wait(asio::use_awaitable);
        }
    }
    here.finish();
}

int main() {
    asio::io_context context(1);
    asio_executor here(context.get_executor());
    numbers jobs(4);
    long sum = 0;
    asio::co_spawn(context, add_up(here, jobs, sum), asio::detached);
    std::thread producer([&] {
        for (long number = 1; number <= 100; ++number) {
            static_cast<void>(jobs.push(number)); // succeeds: nobody closes the queue before
        }
        jobs.close();
    });
    context.run();
    producer.join();
    std::printf("%ld\n", sum);
    return sum == 5050 ? 0 : 1;
}
