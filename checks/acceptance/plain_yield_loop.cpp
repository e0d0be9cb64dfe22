// SPDX-License-Identifier: BSL-1.0
//
// A judge for ./testFiber: fibers that yield in a plain loop, between two readings of the clock. It
// shares no code with the program.
//
//   plain_yield_loop FIBERS MILLISECONDS CPU THREAD     prints nanoseconds per yield
//
// THREAD is `main` or `other`. It matters with many fibers: for another thread's fibers, malloc
// places the stacks in another arena, and so in other sets of the caches.
#include <boost/fiber/fiber.hpp>
#include <boost/fiber/operations.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#include <sched.h>

namespace {

using steady = std::chrono::steady_clock;

/// Returns the nanoseconds that `laps` yields of each of `fibers` fibers take, from the first
/// fiber's first yield to the end of its last.
double time_laps(int fibers, long laps) {
    steady::time_point start;
    steady::time_point stop;
    std::vector<boost::fibers::fiber> ring;
    for (int i = 0; i < fibers; ++i) {
        ring.emplace_back(boost::fibers::launch::post, [&, i] {
            boost::this_fiber::yield();
            if (i == 0) {
                start = steady::now();
            }
            for (long lap = 0; lap < laps; ++lap) {
                boost::this_fiber::yield();
            }
            if (i == 0) {
                stop = steady::now();
            }
        });
    }
    for (boost::fibers::fiber& fiber : ring) {
        fiber.join();
    }
    return std::chrono::duration<double, std::nano>(stop - start).count();
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 5) {
        std::fputs("usage: plain_yield_loop FIBERS MILLISECONDS CPU main|other\n", stderr);
        return 2;
    }
    const int fibers = std::atoi(argv[1]);
    const double wanted_ns = 1e6 * std::atof(argv[2]);
    cpu_set_t only;
    CPU_ZERO(&only);
    CPU_SET(static_cast<unsigned>(std::atoi(argv[3])), &only);
    if (sched_setaffinity(0, sizeof only, &only) != 0) {
        std::perror("sched_setaffinity");
        return 3;
    }
    const auto measure = [&] {
        long laps = 16;
        double took_ns = time_laps(fibers, laps);
        while (took_ns < wanted_ns) {
            laps *= 2;
            took_ns = time_laps(fibers, laps);
        }
        std::printf("%.3f\n", took_ns / (static_cast<double>(laps) * fibers));
    };
    if (std::strcmp(argv[4], "other") == 0) {
        std::thread(measure).join();
    } else {
        measure();
    }
    return 0;
}
