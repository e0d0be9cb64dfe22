// SPDX-License-Identifier: BSL-1.0
#include "planted.hpp"

#include <mutex>
#include <thread>
#include <vector>

#include <pthread.h>
#include <unistd.h>

namespace tollgate::bill::planted {

void locked_call(version which) {
    constexpr int rounds = 4'000;
    std::mutex mutex;
    std::uint64_t total = 0;
    std::vector<std::thread> writers;
    for (int i = 0; i < 4; ++i) {
        writers.emplace_back([&] {
            pthread_setname_np(pthread_self(), "writer");
            for (int round = 0; round < rounds; ++round) {
                work_us(5);
                if (which == version::mended) {
                    usleep(50);
                }
                const std::lock_guard lock(mutex);
                ++total;
                if (which == version::wasteful) {
                    usleep(50);
                }
            }
        });
    }
    for (std::thread& writer : writers) {
        writer.join();
    }
}

} // namespace tollgate::bill::planted
