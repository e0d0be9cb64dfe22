// SPDX-License-Identifier: BSL-1.0
// The thread that pops an element sees all writes before its push.
#include "scenarios.hpp"
#include "shared_data.hpp"

#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/queue/blocking_queue.hpp>
#include <tollgate/queue/spsc_queue.hpp>

#include <atomic>
#include <cstddef>
#include <memory>
#include <thread>
#include <vector>

namespace user {

namespace cancel = tollgate::cancel;
namespace queue = tollgate::queue;

namespace {

template <class Queue>
void use_queue(Queue& items, int producers, int consumers) {
    constexpr int each = 2'000;
    const cancel::cancellation_source stop;
    std::atomic<int> received{0};
    std::vector<std::thread> others;
    for (int n = 0; n < producers; ++n) {
        others.push_back(start([&] {
            for (int i = 0; i < each; ++i) {
                auto item = std::make_unique<data>();
                write(*item, i);
                require(items.push(std::move(item)) == queue::status::done, "a push");
            }
        }));
    }
    data at_the_end;
    for (int n = 0; n < consumers; ++n) {
        others.push_back(start([&, mine = stop.get_token()] {
            while (auto item = items.pop(mine)) {
                expect(**item, (*item)->number);
                received.fetch_add(1, std::memory_order_relaxed);
            }
            expect(at_the_end, 9);
        }));
    }
    while (received.load(std::memory_order_relaxed) < producers * each) {
        std::this_thread::yield();
    }
    write(at_the_end, 9);
    if (consumers == 1) {
        items.close();
    }
    stop.cancel();
    for (std::thread& thread : others) {
        thread.join();
    }
}

} // namespace

void queues() {
    for (const std::size_t capacity : {1U, 4U, 256U}) {
        queue::spsc_queue<std::unique_ptr<data>> two_threads(capacity);
        use_queue(two_threads, 1, 1);
        queue::blocking_queue<std::unique_ptr<data>> many_consumers(capacity);
        use_queue(many_consumers, 2, 2);
        queue::blocking_queue<std::unique_ptr<data>> one_consumer(capacity);
        use_queue(one_consumer, 3, 1);
    }
}

} // namespace user
