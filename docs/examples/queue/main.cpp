// SPDX-License-Identifier: BSL-1.0
// Workers that take jobs from a queue: they finish what is there when it is closed, and stop after
// the job that they have when their work is cancelled.
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/cancel/thread.hpp>
#include <tollgate/cancel/token.hpp>
#include <tollgate/queue/blocking_queue.hpp>
#include <tollgate/queue/status.hpp>
#include <tollgate/queue/while_waiting.hpp>

#include <chrono>
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

namespace cancel = tollgate::cancel;
namespace queue = tollgate::queue;
using namespace std::chrono_literals;

using job = std::unique_ptr<long>; // moved, never copied
using jobs = queue::blocking_queue<job>;

long work(jobs& todo, const cancel::token& cancellation) {
    long done = 0;
    while (auto next = todo.pop(cancellation)) { // until cancelled, or closed and empty
        done += **next;
    }
    return done;
}

int main() {
    jobs todo(4); // a producer that is faster than the workers waits
    queue::blocking_queue<long> sums(2);
    {
        std::vector<std::unique_ptr<cancel::thread>> workers;
        for (int i = 0; i < 2; ++i) {
            workers.push_back(
                std::make_unique<cancel::thread>([&](const cancel::token& cancellation) {
                    const long sum = work(todo, cancellation);
                    if (sums.push(sum) != queue::status::done) {
                        std::puts("the sums are closed");
                    }
                }));
        }
        for (long number = 1; number <= 100; ++number) {
            if (todo.push(std::make_unique<long>(number)) != queue::status::done) {
                return 1;
            }
        }
        todo.close(); // nothing more will come
        const long sum = *sums.pop() + *sums.pop();
        std::printf("%ld\n", sum);
        if (sum != 5050 || todo.push(nullptr) != queue::status::closed) {
            return 1;
        }
    } // the workers have ended; had they waited, they would have been cancelled here

    queue::blocking_queue<int> quiet(1);
    const auto nothing = quiet.pop_for(10ms);
    if (nothing.status() != queue::status::timeout || quiet.push(7) != queue::status::done) {
        return 1;
    }

    cancel::standalone_token stop;
    stop.cancel(); // the token comes first, unless it is to end waits alone
    const auto refused = quiet.pop(stop);
    const auto left = quiet.pop(queue::while_waiting(stop));
    return refused.status() == queue::status::cancelled && left ? 0 : 1;
}
