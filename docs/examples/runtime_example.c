// SPDX-License-Identifier: BSL-1.0
// A complete runtime in C. It measures a check of a stop flag, to compare with cancel/check.
//   cc -O2 -o my_runtime runtime_example.c && ./testCancel --runtime ./my_runtime
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

typedef unsigned long long number;

static atomic_bool cancelled;
static number received, sum;

// Counts the checks and adds up their numbers, so that a skipped check is noticed.
static void check_flag(number first, number end) {
    number checks = 0, total = 0;
    for (number i = first; i != end; ++i) {
        if (!atomic_load_explicit(&cancelled, memory_order_acquire)) {
            ++checks;
            total += i;
        }
    }
    received += checks;
    sum += total;
}

static number now_ns(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return now.tv_sec * 1000000000ULL + now.tv_nsec;
}

static void run(number operations, number warmup, number first) {
    received = sum = 0;
    check_flag(first, first + warmup);
    number cpu = now_ns(CLOCK_PROCESS_CPUTIME_ID), start = now_ns(CLOCK_MONOTONIC);
    check_flag(first + warmup, first + warmup + operations);
    number elapsed = now_ns(CLOCK_MONOTONIC) - start;
    cpu = now_ns(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    printf("ran %llu %llu %llu %llu %llu\n", operations, elapsed, cpu, received, sum);
}

int main(void) {
    number operations, warmup, first;
    for (char line[4098]; fgets(line, sizeof line, stdin) != NULL; fflush(stdout)) {
        if (strncmp(line, "hello ", 6) == 0) {
            puts("runtime 1 my_c " __VERSION__);
            puts("note the sum of the numbers is a part of the loop");
            puts("case check cancel/check 1 = one acquire load of a flag, and a test\nready");
        } else if (sscanf(line, "run check %llu %llu %llu", &operations, &warmup, &first) == 3) {
            run(operations, warmup, first);
        } else {
            puts("error this runtime knows hello, and run check");
        }
    }
}
