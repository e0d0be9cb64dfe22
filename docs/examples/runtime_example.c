// SPDX-License-Identifier: BSL-1.0
// A whole runtime in C, beside cancel/check: is the flag set that says that one should stop?
//   cc -O2 -o my_runtime runtime_example.c && ./testCancel --runtime ./my_runtime
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

typedef unsigned long long number;

static atomic_bool cancelled;
static number received, sum;

// Each answer is counted and its number added up, so that one that was skipped is noticed.
static void ask(number first, number end) {
    number answers = 0, numbers = 0;
    for (number one = first; one != end; ++one) {
        if (!atomic_load_explicit(&cancelled, memory_order_acquire)) {
            ++answers;
            numbers += one;
        }
    }
    received += answers;
    sum += numbers;
}

static number now_ns(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return now.tv_sec * 1000000000ULL + now.tv_nsec;
}

static void run(number operations, number warmup, number first) {
    received = sum = 0;
    ask(first, first + warmup);
    number cpu = now_ns(CLOCK_PROCESS_CPUTIME_ID), start = now_ns(CLOCK_MONOTONIC);
    ask(first + warmup, first + warmup + operations);
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
