// SPDX-License-Identifier: BSL-1.0
// Four coroutines share one thread. Two of them and another thread take jobs from one queue.
#include <tollgate/await/run_loop.hpp>
#include <tollgate/cancel/cancelled.hpp>
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/cancel/token.hpp>
#include <tollgate/queue/async_pop.hpp>
#include <tollgate/queue/async_select.hpp>
#include <tollgate/queue/blocking_queue.hpp>
#include <tollgate/queue/select.hpp>

#include <coroutine>
#include <cstdio>
#include <exception>
#include <thread>

namespace await = tollgate::await;
namespace cancel = tollgate::cancel;
namespace queue = tollgate::queue;

// A coroutine that begins at once, and that nobody waits for. Its first parameter is its executor.
struct task {
    struct promise_type {
        template <class... Others>
        explicit promise_type(await::run_loop& loop, Others&&... /*others*/) : own_loop(loop) {}
        await::run_loop& executor() const { return own_loop; } // where the coroutine continues

        task get_return_object() { return {}; }
        std::suspend_never initial_suspend() { return {}; }
        std::suspend_never final_suspend() noexcept { return {}; }
        void return_void() {}
        void unhandled_exception() { std::terminate(); }

        await::run_loop& own_loop;
    };
};

using numbers = queue::blocking_queue<long>;

task add_up(await::run_loop&, numbers& jobs, numbers& sums) {
    long sum = 0;
    while (auto next = co_await queue::async_pop(jobs)) { // until closed and empty
        sum += *next;
    }
    co_await queue::async_push(sums, sum);
}

// Three sums arrive, unless the token is cancelled before.
task collect(await::run_loop& loop, numbers& sums, long& total, cancel::standalone_token& stop) {
    for (int missing = 3; missing > 0; --missing) {
        co_await queue::async_select(queue::pop(sums, [&](long sum) { total += sum; }),
                                     queue::cancelled_by(stop, [&] { missing = 0; }));
    }
    stop.cancel();
    loop.finish();
}

task say_goodbye(await::run_loop&, const cancel::token& stop) {
    co_await cancel::cancelled(stop);
    std::puts("stopped");
}

int main() {
    numbers jobs(4);
    numbers sums(4);
    cancel::standalone_token stop;
    await::run_loop loop;

    long total = 0;
    add_up(loop, jobs, sums); // each call returns when the coroutine has to wait
    add_up(loop, jobs, sums);
    collect(loop, sums, total, stop);
    say_goodbye(loop, stop);
    std::thread coroutines([&] { loop.run(); });
    std::thread plain([&] {
        long sum = 0;
        while (auto next = jobs.pop()) {
            sum += *next;
        }
        static_cast<void>(sums.push(sum)); // succeeds: nobody closes sums
    });

    for (long number = 1; number <= 100; ++number) {
        static_cast<void>(jobs.push(number)); // succeeds: the queue is closed later
    }
    jobs.close();
    plain.join();
    coroutines.join();
    std::printf("%ld\n", total);
    return total == 5050 ? 0 : 1;
}
