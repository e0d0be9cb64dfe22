// SPDX-License-Identifier: BSL-1.0
// Workers take jobs from a queue. A worker ends when the queue is closed and empty. A cancelled
// worker finishes its current job first. At the end, two numbers are pushed and popped as a batch.
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/cancel/stop_token.hpp>
#include <tollgate/cancel/thread.hpp>
#include <tollgate/cancel/token.hpp>
#include <tollgate/queue/blocking_queue.hpp>
#include <tollgate/queue/status.hpp>
#include <tollgate/queue/while_waiting.hpp>

#include <array>
#include <chrono>
#include <cstdio>
#include <memory>
#include <span>
#include <stop_token>
#include <thread>
#include <utility>

namespace cancel = tollgate::cancel;
namespace queue = tollgate::queue;
using namespace std::chrono_literals;

using job = std::unique_ptr<long>; // moved, never copied

int main() {
    queue::blocking_queue<job> jobs(4); // push() waits while 4 jobs wait here
    queue::blocking_queue<long> sums(2);
    const auto work = [&](const cancel::token& cancellation) {
        long sum = 0;
        while (auto next = jobs.pop(cancellation)) { // until cancelled, or closed and empty
            sum += **next;
        }
        static_cast<void>(sums.push(sum)); // succeeds: nobody closes sums
    };
    cancel::thread first(work);
    std::jthread second(
        [&](std::stop_token stop) { work(cancel::from_stop_token(std::move(stop))); });
    for (long number = 1; number <= 100; ++number) {
        if (jobs.push(std::make_unique<long>(number)) != queue::status::done) {
            return 1;
        }
    }
    jobs.close(); // no more jobs will come
    const long sum = *sums.pop() + *sums.pop();
    std::printf("%ld\n", sum);

    const auto nothing = sums.pop_for(10ms);
    static_cast<void>(sums.push(7));
    cancel::standalone_token stop;
    stop.cancel();
    const auto refused = sums.pop(stop); // cancelled, although there is an element
    const auto left = sums.pop(queue::while_waiting(stop)); // the element: no wait is needed

    static_cast<void>(sums.push_all(std::array{3L, 4L})); // wakes one thread at most
    std::array<long, 8> places{};
    const auto batch = sums.pop_some(std::span(places)); // as many as there are
    return sum == 5050 && batch.count == 2 && nothing.status() == queue::status::timeout &&
                   refused.status() == queue::status::cancelled && left
               ? 0
               : 1;
}
