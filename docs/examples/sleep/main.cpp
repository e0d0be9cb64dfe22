// SPDX-License-Identifier: BSL-1.0
// A thread that does something every 10 ms, and at once when it is told to.
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
            next +=
                std::chrono::milliseconds(10); // an absolute deadline: lateness adds up to nothing
            if (parker.sleep_until(next) == outcome::woken &&
                stop.load(std::memory_order_relaxed)) {
                return; // what was written before wake() is visible here
            }
            ++periods;
        }
    });

    std::this_thread::sleep_for(std::chrono::milliseconds(105));
    stop.store(true, std::memory_order_relaxed);
    parker.wake(); // not lost, even if the planner does not sleep at this moment
    planner.join();
    std::printf("%d periods\n", periods);
    return periods > 0 && periods < 100 ? 0 : 1;
}
