// SPDX-License-Identifier: BSL-1.0
// An element is visible to the thread that gets it.
#include "scenes.hpp"
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
    std::atomic<int> got{0};
    std::vector<std::thread> others;
    for (int n = 0; n < producers; ++n) {
        others.push_back(start([&] {
            for (int i = 0; i < each; ++i) {
                auto one = std::make_unique<data>();
                write(*one, i);
                require(items.push(std::move(one)) == queue::status::done, "a push");
            }
        }));
    }
    data at_the_end;
    for (int n = 0; n < consumers; ++n) {
        others.push_back(start([&, mine = stop.get_token()] {
            while (auto one = items.pop(mine)) {
                expect(**one, (*one)->number);
                got.fetch_add(1, std::memory_order_relaxed);
            }
            expect(at_the_end, 9);
        }));
    }
    while (got.load(std::memory_order_relaxed) < producers * each) {
        std::this_thread::yield();
    }
    write(at_the_end, 9);
    if (consumers == 1) {
        items.close();
    }
    stop.cancel();
    for (std::thread& one : others) {
        one.join();
    }
}

} // namespace

void queues() {
    for (const std::size_t capacity : {1U, 4U, 256U}) {
        queue::spsc_queue<std::unique_ptr<data>> between_two(capacity);
        use_queue(between_two, 1, 1);
        queue::blocking_queue<std::unique_ptr<data>> of_many(capacity);
        use_queue(of_many, 2, 2);
        queue::blocking_queue<std::unique_ptr<data>> of_one(capacity);
        use_queue(of_one, 3, 1);
    }
}

} // namespace user
