// SPDX-License-Identifier: BSL-1.0
// A judge for lock/counter/way:fetch_add: threads that add to one counter, each on a CPU of its
// own. All add from the first reading of the clock to the last one, so that no thread adds alone.
// It shares no code with the project.
//
//   plain_fetch_add SECONDS CPU...     prints ns for one addition of a thread
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
    const int threads = argc - 2;
    alignas(128) static std::atomic<long> counter{0};
    alignas(128) static std::atomic<int> running{0};
    alignas(128) static std::atomic<bool> over{false};
    std::vector<long> additions(static_cast<std::size_t>(threads));
    std::vector<std::thread> all;
    for (int i = 0; i < threads; ++i) {
        all.emplace_back([&, i] {
            cpu_set_t only;
            CPU_ZERO(&only);
            CPU_SET(std::atoi(argv[2 + i]), &only);
            if (sched_setaffinity(0, sizeof only, &only) != 0) {
                std::abort();
            }
            ++running;
            long done = 0;
            for (; !over.load(std::memory_order_relaxed); done += 1000) {
                for (int k = 0; k < 1000; ++k) {
                    counter.fetch_add(1, std::memory_order_relaxed);
                }
            }
            additions[static_cast<std::size_t>(i)] = done;
        });
    }
    while (running != threads) {
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    const auto begun = std::chrono::steady_clock::now();
    const long before = counter;
    std::this_thread::sleep_for(std::chrono::duration<double>(std::atof(argv[1])));
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begun;
    const long done = counter - before;
    over = true;
    long sum = 0;
    for (int i = 0; i < threads; ++i) {
        all[static_cast<std::size_t>(i)].join();
        sum += additions[static_cast<std::size_t>(i)];
    }
    std::printf("%.4f\n", took.count() * threads / static_cast<double>(done));
    return counter == sum ? 0 : 1;
}
