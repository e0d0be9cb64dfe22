// SPDX-License-Identifier: BSL-1.0
#include "planted.hpp"

#include <condition_variable>
#include <mutex>
#include <thread>

#include <pthread.h>
#include <unistd.h>

namespace tollgate::bill::planted {

void innocent(version) {
    constexpr int messages = 500;
    std::mutex mutex;
    std::condition_variable arrived;
    int queued = 0;
    std::thread consumer([&] {
        pthread_setname_np(pthread_self(), "consumer");
        for (int taken = 0; taken < messages; ++taken) {
            std::unique_lock lock(mutex);
            arrived.wait(lock, [&] { return queued != 0; });
            --queued;
            lock.unlock();
            work_us(2000);
        }
    });
    for (int sent = 0; sent < messages; ++sent) {
        usleep(5000);
        {
            const std::lock_guard lock(mutex);
            ++queued;
        }
        arrived.notify_one();
    }
    consumer.join();
}

} // namespace tollgate::bill::planted
