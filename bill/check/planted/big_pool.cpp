// SPDX-License-Identifier: BSL-1.0
#include "planted.hpp"

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include <pthread.h>

namespace tollgate::bill::planted {

void big_pool(version which) {
    constexpr int jobs = 200'000;
    constexpr int most_queued = 64;
    std::mutex mutex;
    std::condition_variable not_empty;
    std::condition_variable not_full;
    int queued = 0;
    bool closed = false;
    std::vector<std::thread> pool;
    for (int i = 0; i < (which == version::wasteful ? 64 : 2); ++i) {
        pool.emplace_back([&] {
            pthread_setname_np(pthread_self(), "worker");
            while (true) {
                {
                    std::unique_lock lock(mutex);
                    not_empty.wait(lock, [&] { return queued != 0 || closed; });
                    if (queued == 0) {
                        return;
                    }
                    --queued;
                }
                not_full.notify_one();
                work_us(20);
            }
        });
    }
    for (int sent = 0; sent < jobs; ++sent) {
        {
            std::unique_lock lock(mutex);
            not_full.wait(lock, [&] { return queued < most_queued; });
            ++queued;
        }
        not_empty.notify_one();
    }
    {
        const std::lock_guard lock(mutex);
        closed = true;
    }
    not_empty.notify_all();
    for (std::thread& worker : pool) {
        worker.join();
    }
}

} // namespace tollgate::bill::planted
