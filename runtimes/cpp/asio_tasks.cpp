// SPDX-License-Identifier: BSL-1.0
// Coroutines that take turns, coroutines that are made and joined, and sleeps.
#include "asio_run.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>

#include <chrono>

namespace runtime {
namespace {

struct ring {
    stopwatch watch;
    std::uint64_t first;
    std::uint64_t done = 0;
    bool ended = false;
    tally came;
};

/// One coroutine of the ring. To post itself is how a coroutine of Asio lets the others run.
awaitable<void> take_turns(ring& shared) {
    const auto executor = co_await asio::this_coro::executor;
    tally own;
    while (!shared.ended && shared.watch.turn(shared.done)) {
        const std::uint64_t number = shared.first + shared.done;
        ++shared.done;
        co_await asio::post(executor, use_awaitable);
        own.add(number);
    }
    shared.ended = true;
    shared.came += own;
}

awaitable<std::uint64_t> give_back(std::uint64_t number) {
    co_return number;
}

/// The context starts the coroutine that is made, like any other; its maker does not.
awaitable<void> make_and_join(stopwatch& watch, std::uint64_t first, tally& came) {
    const auto executor = co_await asio::this_coro::executor;
    for (std::uint64_t done = 0; watch.turn(done); ++done) {
        const std::uint64_t back =
            co_await asio::co_spawn(executor, give_back(first + done), use_awaitable);
        came.add(back);
    }
}

awaitable<void> sleep_often(stopwatch& watch, std::uint64_t first, tally& came) {
    using namespace std::chrono_literals;
    asio::steady_timer timer(co_await asio::this_coro::executor);
    for (std::uint64_t done = 0; watch.turn(done); ++done) {
        timer.expires_after(2ms);
        co_await timer.async_wait(use_awaitable);
        came.add(first + done);
    }
}

template <class Loop>
outcome run_alone(const batch& asked, Loop loop) {
    one_thread where;
    stopwatch watch(asked);
    tally came;
    where.spawn(loop(watch, asked.first, came));
    where.run();
    return watch.with(came);
}

} // namespace

outcome run_yields(const batch& asked) {
    one_thread where;
    ring shared{stopwatch(asked), asked.first, 0, false, {}};
    for (std::uint64_t i = 0; i < asked.members; ++i) {
        where.spawn(take_turns(shared));
    }
    where.run();
    return shared.watch.with(shared.came);
}

outcome run_create_joins(const batch& asked) {
    return run_alone(asked, make_and_join);
}

outcome run_timer_sleeps(const batch& asked) {
    return run_alone(asked, sleep_often);
}

} // namespace runtime
