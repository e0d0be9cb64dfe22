// SPDX-License-Identifier: BSL-1.0
#include "planted.hpp"

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include <pthread.h>
#include <unistd.h>

namespace tollgate::bill::planted {

void big_pool(version which) {
    constexpr int bursts = 1'500;
    constexpr int jobs_a_burst = 100;
    std::mutex mutex;
    std::condition_variable not_empty;
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
                work_us(10);
            }
        });
    }
    for (int burst = 0; burst < bursts; ++burst) {
        usleep(1000);
        for (int job = 0; job < jobs_a_burst; ++job) {
            {
                const std::lock_guard lock(mutex);
                ++queued;
            }
            not_empty.notify_one();
        }
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
