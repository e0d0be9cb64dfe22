// SPDX-License-Identifier: BSL-1.0
// A judge for ./testQueue: round trips between two threads on one CPU, through two queues with
// mutex and condition variables, between two readings of the clock. It shares no code with the
// programs.
//
//   plain_queue_round_trips CPU ROUND_TRIPS      prints ns for one hand-off, half a round trip
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <thread>

#include <sched.h>

struct blocking_queue {
    std::mutex mutex;
    std::condition_variable filled;
    std::condition_variable emptied;
    std::deque<long> messages;

    void push(long message) {
        {
            std::unique_lock lock(mutex);
            emptied.wait(lock, [this] { return messages.size() < 64; });
            messages.push_back(message);
        }
        filled.notify_one();
    }
    long pop() {
        long message = 0;
        {
            std::unique_lock lock(mutex);
            filled.wait(lock, [this] { return !messages.empty(); });
            message = messages.front();
            messages.pop_front();
        }
        emptied.notify_one();
        return message;
    }
};

int main(int argc, char** argv) {
    if (argc != 3) {
        return 2;
    }
    cpu_set_t only;
    CPU_ZERO(&only);
    CPU_SET(std::atoi(argv[1]), &only);
    if (sched_setaffinity(0, sizeof only, &only) != 0) {
        return 3;
    }
    const long trips = std::atol(argv[2]);
    const long warm_up = trips / 10;
    blocking_queue there;
    blocking_queue back;
    std::thread other([&] {
        for (long i = 0; i < warm_up + trips; ++i) {
            back.push(there.pop() + 1);
        }
    });
    std::chrono::steady_clock::time_point start;
    bool is_correct = true;
    for (long i = 0; i < warm_up + trips; ++i) {
        if (i == warm_up) {
            start = std::chrono::steady_clock::now();
        }
        there.push(i);
        is_correct = is_correct && back.pop() == i + 1;
    }
    const auto took = std::chrono::steady_clock::now() - start;
    other.join();
    std::printf("%.2f\n", std::chrono::duration<double, std::nano>(took).count() /
                              static_cast<double>(2 * trips));
    return is_correct ? 0 : 1;
}
