// SPDX-License-Identifier: BSL-1.0
// Two workers: one waits for work, as it may, the other one gets stuck, is found, and goes on.
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
    std::promise<void> lock; // of somebody who will not let go of it
    std::atomic<int> frozen{0};

    liveness::settings how;
    how.of_scopes.timeout = 100ms;
    how.sinks = {liveness::text_sink(STDOUT_FILENO), [&](const liveness::event& seen) {
                     if (seen.what == liveness::event::kind::frozen) {
                         ++frozen;
                         lock.set_value(); // what a real program cannot do so easily
                     }
                 }};
    liveness::registry watch(how);

    std::thread patient([&] {
        const liveness::watched_scope watched(watch, "patient", begun);
        const liveness::blocking_scope waiting(waits_for_work); // may take as long as it likes
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
