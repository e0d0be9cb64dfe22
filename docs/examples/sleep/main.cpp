// SPDX-License-Identifier: BSL-1.0
// A thread that works every 10 ms, and stops at once when it is woken.
#include <tollgate/sleep/parker.hpp>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>

using tollgate::sleep::outcome;

int main() {
    tollgate::sleep::parker parker;
    std::atomic<bool> stop{false};
    int periods = 0;

    std::thread planner([&] {
        auto next = std::chrono::steady_clock::now();
        while (true) {
            next += std::chrono::milliseconds(10); // absolute deadlines: lateness does not add up
            if (parker.sleep_until(next) == outcome::woken &&
                stop.load(std::memory_order_relaxed)) {
                return; // writes before wake() are visible here
            }
            ++periods;
        }
    });

    std::this_thread::sleep_for(std::chrono::milliseconds(105));
    stop.store(true, std::memory_order_relaxed);
    parker.wake(); // not lost, even if the planner does not sleep now
    planner.join();
    std::printf("%d periods\n", periods);
    return periods > 0 && periods < 100 ? 0 : 1;
}
