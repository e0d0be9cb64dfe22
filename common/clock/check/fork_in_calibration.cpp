// SPDX-License-Identifier: BSL-1.0
//
// A process that forks while another of its threads is in the middle of the first calibration, held
// there until the child has ended: the child reads the clock all the same. Ends with 0 if it did.
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

/// 0: a reading, and the same verdict as in the parent's other thread, which is not there.
int read_in_the_child() {
    using tollgate::clock::tsc_clock;
    ::alarm(20);
    const tsc_clock::time_point before = tsc_clock::now();
    return tsc_clock::now() >= before && before.time_since_epoch().count() > 0 ? 0 : 1;
}

} // namespace

// In place of the system's: what the calibration waits with.
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
    // Nor does another thread of the parent wait for the one that is held.
    const tsc_clock::time_point here = tsc_clock::now();
    const tollgate::clock::rate first = tsc_clock::measured();
    child_has_ended.count_down();
    other.join();
    const bool is_one_for_all = tsc_clock::measured().hz == first.hz && tsc_clock::now() >= here;
    std::printf("child: %d, one calibration for all: %d\n", status, is_one_for_all);
    return waited && status == 0 && is_one_for_all ? 0 : 1;
}
