// SPDX-License-Identifier: BSL-1.0
#include "planted.hpp"

#include <chrono>
#include <thread>

#include <pthread.h>

namespace tollgate::bill::planted {

void polling(version which) {
    std::atomic<bool> done{false};
    std::thread poller([&] {
        pthread_setname_np(pthread_self(), "poller");
        if (which == version::mended) {
            done.wait(false);
            return;
        }
        while (!done.load(std::memory_order_acquire)) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    });
    for (int period = 0; period < 30; ++period) {
        work_us(1000);
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    done = true;
    done.notify_all();
    poller.join();
}

} // namespace tollgate::bill::planted
