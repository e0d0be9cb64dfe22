// SPDX-License-Identifier: BSL-1.0
// Sleeps of 2 ms that end by themselves.
#include "batch.h"

#include <stddef.h>

/// Counts the sleeps that lasted to their end.
static void sleep_often(uint64_t times, uint64_t number, struct outcome* done) {
    const struct timespec slice = {0, 2000000};
    for (const uint64_t end = number + times; number != end; ++number) {
        if (clock_nanosleep(CLOCK_MONOTONIC, 0, &slice, NULL) == 0) {
            ++done->received;
            done->sum += number;
        }
    }
}

const char* run_sleeps(const struct batch* asked, struct outcome* done) {
    sleep_often(asked->warmup, asked->first, done);
    const struct reading start = read_at_start();
    sleep_often(asked->operations, asked->first + asked->warmup, done);
    const struct reading end = read_at_end();
    done->elapsed_ns = end.wall_ns - start.wall_ns;
    done->cpu_ns = end.cpu_ns - start.cpu_ns;
    return NULL;
}
