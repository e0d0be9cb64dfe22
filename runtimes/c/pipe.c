// SPDX-License-Identifier: BSL-1.0
// A pipe for each member; the baton is an int, as in thread_test/src/pipe_baton.hpp and in
// `perf bench sched pipe`.
#include "ring.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

struct ends {
    int read;
    int write;
};

/// Ends the process: the other members would wait for ever.
static void give_up(const char* call) {
    perror(call);
    _exit(EXIT_FAILURE);
}

static void wait_at(void* baton, size_t member) {
    const struct ends* own = (const struct ends*)baton + member;
    int token = 0;
    while (read(own->read, &token, sizeof token) != sizeof token) {
        if (errno != EINTR) {
            give_up("read from a pipe");
        }
    }
}

static void pass_to(void* baton, size_t to) {
    const struct ends* next = (const struct ends*)baton + to;
    const int token = 1;
    while (write(next->write, &token, sizeof token) != sizeof token) {
        if (errno != EINTR) {
            give_up("write to a pipe");
        }
    }
}

static void* play(void* member) {
    return play_member(member, wait_at, pass_to);
}

/// Raises this process's own soft limit as far as needed.
static bool may_open(size_t files) {
    const size_t others = 64; // standard streams, and the files of the library
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) {
        return false;
    }
    if (limit.rlim_cur == RLIM_INFINITY || files + others <= limit.rlim_cur) {
        return true;
    }
    limit.rlim_cur = files + others;
    return setrlimit(RLIMIT_NOFILE, &limit) == 0;
}

const char* run_pipe_ring(const struct batch* asked, struct outcome* done) {
    struct ends* pipes = calloc(asked->members, sizeof *pipes);
    if (pipes == NULL) {
        return "no memory";
    }
    const char* wrong = may_open(2 * asked->members) ? NULL : "too many open files";
    size_t made = 0;
    while (wrong == NULL && made < asked->members) {
        int both[2];
        if (pipe(both) != 0) {
            wrong = "a pipe could not be made";
        } else {
            pipes[made++] = (struct ends){both[0], both[1]};
        }
    }
    if (wrong == NULL) {
        wrong = run_ring(asked, done, pipes, play, pass_to);
    }
    while (made > 0) {
        --made;
        close(pipes[made].read);
        close(pipes[made].write);
    }
    free(pipes);
    return wrong;
}
