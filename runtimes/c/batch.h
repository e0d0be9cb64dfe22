// SPDX-License-Identifier: BSL-1.0
// The request of one line, its answer, and the clocks that a loop reads in between.
#pragma once

#include <stdint.h>
#include <time.h>

struct batch {
    uint64_t operations;
    uint64_t warmup;
    uint64_t first;   ///< the number of the first operation
    uint64_t members; ///< of a ring
};

struct outcome {
    int64_t elapsed_ns;
    int64_t cpu_ns; ///< of the whole process
    uint64_t received;
    uint64_t sum;
};

/// Does one batch. Returns null, or the reason why it failed.
typedef const char* loop_function(const struct batch* asked, struct outcome* done);

struct reading {
    int64_t wall_ns;
    int64_t cpu_ns;
};

static inline int64_t nanoseconds_by(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/// The CPU time takes a system call to read, so the wall clock is read after it at the beginning,
/// and before it at the end.
static inline struct reading read_at_start(void) {
    struct reading now;
    now.cpu_ns = nanoseconds_by(CLOCK_PROCESS_CPUTIME_ID);
    now.wall_ns = nanoseconds_by(CLOCK_MONOTONIC);
    return now;
}

static inline struct reading read_at_end(void) {
    struct reading now;
    now.wall_ns = nanoseconds_by(CLOCK_MONOTONIC);
    now.cpu_ns = nanoseconds_by(CLOCK_PROCESS_CPUTIME_ID);
    return now;
}

loop_function run_condvar_ring;
loop_function run_pipe_ring;
loop_function run_sched_yield_ring;
loop_function run_sleeps;
