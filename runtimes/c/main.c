// SPDX-License-Identifier: BSL-1.0
// The runtime `c`: loops of two of our own programs in C, so that the figures of a runtime can be
// compared with ours. The protocol is in docs/other_runtimes.md.
#include "batch.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct offer {
    const char* name;
    const char* text; ///< of the greeting, behind the name
    bool is_ring;
    loop_function* run;
};

static const struct offer offers[] = {
    {"condvar", "thread/condvar 2 threads:* = one hand-off: signal to return of wait", true,
     run_condvar_ring},
    {"pipe", "thread/pipe 2 threads:* = one hand-off: write to return of read", true,
     run_pipe_ring},
    {"sched_yield", "thread/sched_yield 2 threads:* = one hand-off by sched_yield()", true,
     run_sched_yield_ring},
    {"sleep",
     "sleep/timeout_lateness 1 slice_ms:2 expected_ns:2000000 = one clock_nanosleep of 2 ms", false,
     run_sleeps},
};
enum { offer_count = sizeof offers / sizeof *offers };

static void greet(void) {
#ifdef __GLIBC__
    printf("runtime 1 c %s, glibc %d.%d\n", __VERSION__, __GLIBC__, __GLIBC_MINOR__);
#else
    printf("runtime 1 c %s\n", __VERSION__);
#endif
    puts("note the loops of testThread once more in C: the same calls, the same CPUs");
    puts("note on a machine of two CPUs it cannot tell the placement free from core, and pins its "
         "threads at both");
    for (int i = 0; i < offer_count; ++i) {
        printf("case %s %s\n", offers[i].name, offers[i].text);
    }
    puts("ready");
}

/// Sums of three numbers of 18 digits fit into 63 bits.
static bool parse_number(const char* word, uint64_t* number) {
    const size_t most_digits = 18;
    const size_t length = strlen(word);
    if (length == 0 || length > most_digits || strspn(word, "0123456789") != length) {
        return false;
    }
    *number = strtoull(word, NULL, 10);
    return true;
}

/// The next word of the line as a number.
static bool read_number(char** line, uint64_t* number) {
    const char* word = strtok_r(NULL, " ", line);
    return word != NULL && parse_number(word, number);
}

/// The parameter of a ring: `threads:4`.
static bool read_members(char** line, uint64_t* members) {
    const uint64_t most = 4096;
    const char prefix[] = "threads:";
    const char* word = strtok_r(NULL, " ", line);
    if (word == NULL || strncmp(word, prefix, strlen(prefix)) != 0) {
        return false;
    }
    return parse_number(word + strlen(prefix), members) && *members >= 1 && *members <= most;
}

static void hello(char** line) {
    const char* version = strtok_r(NULL, " ", line);
    if (version != NULL && strcmp(version, "1") == 0) {
        greet();
    } else {
        puts("error this runtime speaks version 1 of the protocol");
    }
}

static const struct offer* find_offer(const char* name) {
    for (int i = 0; name != NULL && i < offer_count; ++i) {
        if (strcmp(offers[i].name, name) == 0) {
            return &offers[i];
        }
    }
    return NULL;
}

/// Answers the rest of a line that begins with `run`.
static void run(char** line) {
    const struct offer* of = find_offer(strtok_r(NULL, " ", line));
    if (of == NULL) {
        puts("error there is no such case");
        return;
    }
    struct batch asked = {0, 0, 0, 1};
    struct outcome done = {0, 0, 0, 0};
    if (!read_number(line, &asked.operations) || !read_number(line, &asked.warmup) ||
        !read_number(line, &asked.first) || (of->is_ring && !read_members(line, &asked.members)) ||
        strtok_r(NULL, " ", line) != NULL) {
        puts("error a batch is: run NAME OPERATIONS WARMUP FIRST, and threads:N for a ring");
        return;
    }
    const char* wrong = of->run(&asked, &done);
    if (wrong != NULL) {
        printf("error %s\n", wrong);
        return;
    }
    printf("ran %" PRIu64 " %" PRId64 " %" PRId64 " %" PRIu64 " %" PRIu64 "\n", asked.operations,
           done.elapsed_ns, done.cpu_ns, done.received, done.sum);
}

int main(void) {
    char* text = NULL;
    size_t size = 0;
    while (getline(&text, &size, stdin) >= 0) {
        text[strcspn(text, "\r\n")] = '\0';
        char* line = NULL;
        const char* word = strtok_r(text, " ", &line);
        if (word != NULL && strcmp(word, "hello") == 0) {
            hello(&line);
        } else if (word != NULL && strcmp(word, "run") == 0) {
            run(&line);
        } else {
            puts("error this runtime knows hello and run");
        }
        fflush(stdout);
    }
    free(text);
    return 0;
}
