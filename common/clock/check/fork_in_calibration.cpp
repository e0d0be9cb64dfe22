// SPDX-License-Identifier: BSL-1.0
//
// A process forks while another thread is held in the middle of the first calibration. The child
// must be able to read the clock. Ends with 0 if it could.
#include <tollgate/clock/invariance.hpp>
#include <tollgate/clock/tsc_clock.hpp>

#include <atomic>
#include <cstdio>
#include <ctime>
#include <latch>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

namespace {

constinit thread_local bool is_held_in_its_sleep = false;
std::latch calibrating(1);
std::latch child_has_ended(1);

/// Returns 0 if the clock can be read.
int read_in_the_child() {
    using tollgate::clock::tsc_clock;
    ::alarm(20);
    const tsc_clock::time_point before = tsc_clock::now();
    return tsc_clock::now() >= before && before.time_since_epoch().count() > 0 ? 0 : 1;
}

} // namespace

// Replaces the system's function, with which the calibration waits.
extern "C" int nanosleep(const timespec* length, timespec* left) {
    if (is_held_in_its_sleep) {
        is_held_in_its_sleep = false;
        calibrating.count_down();
        child_has_ended.wait();
    }
    return ::clock_nanosleep(CLOCK_REALTIME, 0, length, left);
}

int main() {
    ::alarm(60);
    using tollgate::clock::tsc_clock;
    if (!tollgate::clock::judge_counter().invariant) {
        std::puts("no counter that would be calibrated");
        return 77;
    }
    std::thread other([] {
        is_held_in_its_sleep = true;
        tsc_clock::prepare();
    });
    calibrating.wait();
    const pid_t child = ::fork();
    if (child == 0) {
        ::_exit(read_in_the_child());
    }
    int status = -1;
    const bool waited = child > 0 && ::waitpid(child, &status, 0) == child;
    // Another thread of the parent must not wait for the held thread either.
    const tsc_clock::time_point here = tsc_clock::now();
    const tollgate::clock::rate first = tsc_clock::measured();
    child_has_ended.count_down();
    other.join();
    const bool is_one_for_all = tsc_clock::measured().hz == first.hz && tsc_clock::now() >= here;
    std::printf("child: %d, one calibration for all: %d\n", status, is_one_for_all);
    return waited && status == 0 && is_one_for_all ? 0 : 1;
}
