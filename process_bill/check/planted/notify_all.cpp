// SPDX-License-Identifier: BSL-1.0
#include "planted.hpp"

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include <pthread.h>
#include <unistd.h>

namespace tollgate::bill::planted {

void notify_all(version which) {
    constexpr int messages = 2'000;
    std::mutex mutex;
    std::condition_variable arrived;
    int queued = 0;
    int taken = 0;
    std::vector<std::thread> waiters;
    for (int i = 0; i < 50; ++i) {
        waiters.emplace_back([&] {
            pthread_setname_np(pthread_self(), "waiter");
            std::unique_lock lock(mutex);
            while (true) {
                arrived.wait(lock, [&] { return queued != 0 || taken == messages; });
                if (queued == 0) {
                    return;
                }
                --queued;
                ++taken;
                lock.unlock();
                work_us(20);
                lock.lock();
            }
        });
    }
    for (int sent = 0; sent < messages; ++sent) {
        usleep(1000);
        const std::lock_guard lock(mutex);
        ++queued;
        if (which == version::wasteful) {
            arrived.notify_all();
        } else {
            arrived.notify_one();
        }
    }
    while (true) {
        usleep(1000);
        const std::lock_guard lock(mutex);
        if (taken == messages) {
            break;
        }
    }
    arrived.notify_all();
    for (std::thread& waiter : waiters) {
        waiter.join();
    }
}

} // namespace tollgate::bill::planted
