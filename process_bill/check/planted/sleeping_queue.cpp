// SPDX-License-Identifier: BSL-1.0
#include "planted.hpp"

#include <tollgate/sleep/relax.hpp>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include <pthread.h>

namespace tollgate::bill::planted {

void sleeping_queue(version which) {
    constexpr int messages = 200'000;
    std::mutex mutex;
    std::condition_variable arrived;
    std::deque<int> queue;
    std::atomic<int> queued{0};
    std::thread consumer([&] {
        pthread_setname_np(pthread_self(), "consumer");
        for (int taken = 0; taken < messages; ++taken) {
            if (which == version::mended) {
                for (int spins = 0; spins < 2000 && queued.load(std::memory_order_acquire) == 0;
                     ++spins) {
                    sleep::relax();
                }
            }
            std::unique_lock lock(mutex);
            arrived.wait(lock, [&] { return !queue.empty(); });
            queue.pop_front();
            queued.fetch_sub(1, std::memory_order_relaxed);
            lock.unlock();
            work_us(0.5);
        }
    });
    for (int sent = 0; sent < messages; ++sent) {
        work_us(5);
        {
            const std::lock_guard lock(mutex);
            queue.push_back(sent);
            queued.fetch_add(1, std::memory_order_release);
        }
        arrived.notify_one();
    }
    consumer.join();
}

} // namespace tollgate::bill::planted
