// SPDX-License-Identifier: BSL-1.0
#include <tollgate/sleep/pause.hpp>

#include <tollgate/sleep/no_pthread_cancel.hpp>

#include <chrono>
#include <thread>

namespace tollgate::sleep {

void pause::yield_or_sleep() noexcept {
    if (calls_ < calls_before_sleeping) {
        std::this_thread::yield();
    } else {
        const no_pthread_cancel guard;
        calls_ = calls_before_sleeping;
        std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
}

} // namespace tollgate::sleep
