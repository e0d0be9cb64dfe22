// SPDX-License-Identifier: BSL-1.0
#include <tollgate/sleep/brief_lock.hpp>

#include <tollgate/sleep/relax.hpp>

#include <chrono>
#include <thread>

namespace tollgate::sleep {
namespace {

/// A critical section lasts less than so many looks; if it does not, its holder is not running.
constexpr int looks_before_yielding = 200;
constexpr int looks_before_sleeping = 300;

void pause_after(int looks) {
    if (looks < looks_before_yielding) {
        relax();
    } else if (looks < looks_before_sleeping) {
        std::this_thread::yield();
    } else {
        std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
}

} // namespace

void brief_lock::lock_patiently() noexcept {
    int looks = 0;
    do {
        while (taken_.load(std::memory_order_relaxed)) {
            pause_after(looks);
            looks += looks < looks_before_sleeping ? 1 : 0;
        }
    } while (taken_.exchange(true, std::memory_order_acquire));
}

} // namespace tollgate::sleep
