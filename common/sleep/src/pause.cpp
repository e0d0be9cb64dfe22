// SPDX-License-Identifier: BSL-1.0
#include <tollgate/sleep/pause.hpp>

#include <tollgate/sleep/no_pthread_cancel.hpp>

#include <chrono>
#include <thread>

namespace tollgate::sleep {

void pause::give_away() noexcept {
    if (looks_ < looks_before_sleeping) {
        std::this_thread::yield();
    } else {
        const no_pthread_cancel here;
        looks_ = looks_before_sleeping;
        std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
}

} // namespace tollgate::sleep
