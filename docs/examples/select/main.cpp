// SPDX-License-Identifier: BSL-1.0
// A thread takes orders and commands from two queues, until it is told to stop. Then a fiber takes
// results from a channel of its thread and from a queue of other threads.
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/fiber/channel.hpp>
#include <tollgate/fiber/round_robin.hpp>
#include <tollgate/fiber/select.hpp>
#include <tollgate/queue/blocking_queue.hpp>
#include <tollgate/queue/select.hpp>
#include <tollgate/queue/source_set.hpp>
#include <tollgate/queue/spsc_queue.hpp>
#include <tollgate/queue/status.hpp>

#include <boost/fiber/fiber.hpp>

#include <chrono>
#include <cstdio>
#include <list>
#include <thread>

namespace cancel = tollgate::cancel;
namespace fiber = tollgate::fiber;
namespace queue = tollgate::queue;
using namespace std::chrono_literals;

int main() {
    queue::blocking_queue<int> orders(4);
    queue::spsc_queue<int> control(4);
    queue::blocking_queue<int> results(1);
    cancel::standalone_token stop;

    std::thread clerk([&] {
        int sum = 0;
        queue::selected last{};
        do {
            last = queue::select(queue::pop(orders, [&](int order) { sum += order; }),
                                 queue::pop(control, [&](int command) { sum *= command; }),
                                 queue::cancelled_by(stop), queue::within(10s));
        } while (last.status == queue::status::done);
        static_cast<void>(results.push(sum)); // stopped, or nothing came for 10 s
    });
    for (int i = 1; i <= 100; ++i) {
        static_cast<void>(orders.push(i));
    }
    while (orders.size() != 0) {
        std::this_thread::yield();
    }
    static_cast<void>(control.push(2));
    while (control.size() != 0) {
        std::this_thread::yield();
    }
    stop.cancel();
    clerk.join();

    boost::fibers::use_scheduling_algorithm<fiber::round_robin>();
    fiber::channel<int> own(1);
    int total = 0;
    boost::fibers::fiber sender([&] { static_cast<void>(own.push(1)); });
    boost::fibers::fiber receiver([&] {
        for (int i = 0; i < 2; ++i) { // only this fiber waits; its thread runs the others
            fiber::select(fiber::pop(own, [&](int result) { total += result; }),
                          queue::pop(results, [&](int result) { total += result; }));
        }
    });
    receiver.join();
    sender.join();

    std::list<queue::blocking_queue<int>> clients; // many sources: a set keeps them
    queue::source_set requests;
    for (int i = 0; i < 1000; ++i) {
        requests.add(queue::pop(clients.emplace_back(1), [&](int request) { total += request; }));
    }
    static_cast<void>(clients.back().push(1));
    const auto first = queue::select(requests, queue::within(10s)); // pops from the last client
    const auto none = queue::select(requests, queue::within(1ms));
    std::printf("%d\n", total);
    return total == 10102 && first.index == 0 && none.status == queue::status::timeout ? 0 : 1;
}
