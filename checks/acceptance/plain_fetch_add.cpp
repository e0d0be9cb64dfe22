// SPDX-License-Identifier: BSL-1.0
// A judge for lock/counter/way:fetch_add: threads that add to one counter, each on a CPU of its
// own, between two readings of the clock. It shares no code with the project.
//
//   plain_fetch_add TIMES CPU...     prints ns for one addition of a thread
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include <sched.h>

int main(int argc, char** argv) {
    if (argc < 3) {
        return 2;
    }
    const long times = std::atol(argv[1]);
    const int threads = argc - 2;
    alignas(128) static std::atomic<long> counter{0};
    alignas(128) static std::atomic<int> waiting{0};
    std::vector<double> took_ns(static_cast<std::size_t>(threads));
    std::vector<std::thread> all;
    for (int i = 0; i < threads; ++i) {
        all.emplace_back([&, i] {
            cpu_set_t only;
            CPU_ZERO(&only);
            CPU_SET(std::atoi(argv[2 + i]), &only);
            if (sched_setaffinity(0, sizeof only, &only) != 0) {
                std::abort();
            }
            ++waiting;
            while (waiting != threads) {
            }
            const auto start = std::chrono::steady_clock::now();
            for (long k = 0; k < times; ++k) {
                counter.fetch_add(1, std::memory_order_relaxed);
            }
            const std::chrono::duration<double, std::nano> took =
                std::chrono::steady_clock::now() - start;
            took_ns[static_cast<std::size_t>(i)] = took.count() / static_cast<double>(times);
        });
    }
    double sum = 0;
    for (int i = 0; i < threads; ++i) {
        all[static_cast<std::size_t>(i)].join();
        sum += took_ns[static_cast<std::size_t>(i)];
    }
    std::printf("%.4f\n", sum / threads);
    return counter == times * threads ? 0 : 1;
}
