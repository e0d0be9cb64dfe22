// SPDX-License-Identifier: BSL-1.0
#include "planted.hpp"

#include <thread>

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

namespace tollgate::bill::planted {

void yielding(version which) {
    constexpr int messages = 1'500;
    std::atomic<int> sent{0};
    std::thread consumer([&] {
        pthread_setname_np(pthread_self(), "yielder");
        for (int taken = 0; taken < messages; ++taken) {
            if (which == version::mended) {
                sent.wait(taken, std::memory_order_acquire);
            }
            while (sent.load(std::memory_order_acquire) == taken) {
                sched_yield();
            }
            work_us(20);
        }
    });
    for (int i = 0; i < messages; ++i) {
        usleep(1000);
        sent.fetch_add(1, std::memory_order_release);
        sent.notify_one();
    }
    consumer.join();
}

} // namespace tollgate::bill::planted
