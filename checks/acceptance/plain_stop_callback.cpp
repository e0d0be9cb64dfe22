// SPDX-License-Identifier: BSL-1.0
// A judge for cancel/register/impl:std: a loop that makes and destroys a std::stop_callback,
// between two readings of the clock. It shares no code with the project.
//
//   plain_stop_callback TIMES     prints nanoseconds per callback
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <stop_token>
#include <thread>

int main(int argc, char** argv) {
    if (argc != 2) {
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
    const std::stop_source source;
    const std::stop_token token = source.get_token();
    long called = 0;
    const auto start = std::chrono::steady_clock::now();
    for (long i = 0; i < times; ++i) {
        const std::stop_callback callback(token, [&called] { ++called; });
        asm volatile("" : : : "memory");
    }
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
    std::printf("%.3f\n", took.count() / static_cast<double>(times));
    return called == 0 ? 0 : 1;
}
