// SPDX-License-Identifier: BSL-1.0
// Two workers: one waits for work, which is allowed; the other gets stuck, is reported, and goes
// on.
#include <tollgate/liveness/blocking_scope.hpp>
#include <tollgate/liveness/checkpoint.hpp>
#include <tollgate/liveness/text_sink.hpp>
#include <tollgate/liveness/watched_scope.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <future>
#include <thread>
#include <vector>

#include <unistd.h>

namespace liveness = tollgate::liveness;
using namespace std::chrono_literals;

enum place : std::uint32_t { begun = 1, waits_for_work = 2, works = 3 };

int main() {
    std::promise<void> work;
    std::promise<void> lock; // stands for a lock that another thread holds
    std::atomic<int> frozen{0};

    liveness::settings settings;
    settings.default_timeouts.timeout = 100ms;
    settings.sinks = {liveness::text_sink(STDOUT_FILENO), [&](const liveness::event& event) {
                          if (event.type == liveness::event::kind::frozen) {
                              ++frozen;
                              lock.set_value(); // only in this example: releases the stuck thread
                          }
                      }};
    liveness::registry watch(settings);

    std::thread patient([&] {
        const liveness::watched_scope watched(watch, "patient", begun);
        const liveness::blocking_scope waiting(waits_for_work); // may take any time
        work.get_future().wait();
    });
    std::thread stuck([&] {
        const liveness::watched_scope watched(watch, "stuck", begun);
        liveness::checkpoint(works);
        lock.get_future().wait();
        liveness::checkpoint(works);
    });
    stuck.join();
    work.set_value();
    patient.join();
    return frozen == 1 ? 0 : 1;
}
