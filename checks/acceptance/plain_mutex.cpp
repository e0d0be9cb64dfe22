// SPDX-License-Identifier: BSL-1.0
// A judge for lock/exclusive/impl:std_mutex with one thread: a loop that locks a mutex, counts, and
// unlocks it, between two readings of the clock. It shares no code with the project.
//
//   plain_mutex TIMES CPU     prints ns for one locked addition
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <stop_token>
#include <thread>

#include <sched.h>

int main(int argc, char** argv) {
    if (argc != 3) {
        return 2;
    }
    const long times = std::atol(argv[1]);
    // In a process with a single thread, the C library uses cheaper operations.
    std::jthread other([](const std::stop_token& stop) {
        std::mutex mutex;
        std::condition_variable_any condition;
        std::unique_lock lock(mutex);
        condition.wait(lock, stop, [] { return false; });
    });
    cpu_set_t only;
    CPU_ZERO(&only);
    CPU_SET(std::atoi(argv[2]), &only);
    if (sched_setaffinity(0, sizeof only, &only) != 0) {
        return 3;
    }
    static std::mutex mutex;
    static long counter = 0;
    const auto start = std::chrono::steady_clock::now();
    for (long i = 0; i < times; ++i) {
        const std::lock_guard locked(mutex);
        ++counter;
    }
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
    std::printf("%.4f\n", took.count() / static_cast<double>(times));
    return counter == times ? 0 : 1;
}
