// SPDX-License-Identifier: BSL-1.0
// Fibers that work until one of them fails, and a fiber that reports each 2 ms.
#include <tollgate/cancel/token.hpp>
#include <tollgate/fiber/round_robin.hpp>
#include <tollgate/fiber/sleep.hpp>
#include <tollgate/fiber/task_group.hpp>
#include <tollgate/fiber/ticker.hpp>
#include <tollgate/timer/tick_schedule.hpp>

#include <boost/fiber/operations.hpp>

#include <chrono>
#include <cstdio>
#include <stdexcept>

namespace cancel = tollgate::cancel;
namespace fiber = tollgate::fiber;
using namespace std::chrono_literals;

int main() {
    boost::fibers::use_scheduling_algorithm<fiber::round_robin>();
    int done = 0;
    fiber::task_group jobs;
    jobs.start([&](const cancel::token& own) { // a periodic report
        fiber::ticker ticks(2ms, tollgate::timer::missed_ticks::delay);
        while (ticks.wait(own)) {
            std::printf("%d jobs done\n", done);
        }
    });
    for (int job = 1; job <= 10; ++job) {
        jobs.start([&, job](const cancel::token& own) {
            fiber::sleep_for(job * 1ms, own);
            if (job == 5) {
                throw std::runtime_error("job 5 has failed");
            }
            done += own.is_cancelled() ? 0 : 1;
        });
    }
    try {
        jobs.wait(); // only this fiber waits
    } catch (const std::runtime_error& error) {
        std::printf("%s\n", error.what());
    }
    return done == 4 ? 0 : 1;
}
