// SPDX-License-Identifier: BSL-1.0
// The runtime `c`: loops of testThread and testSleep in C, so that the figures of a runtime can be
// compared with ours. The protocol is in docs/other_runtimes.md.
//
// Threads of a ring hand on a baton, as in thread_test/src/baton_ring.hpp. The member with the
// baton owns the ring: its writes before the pass are visible to the next member after the wait.
#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/// A request and its answer.
struct batch {
    /// The number at which a part ends, and the clocks are read. This and `ended` are read for each
    /// operation, and are in cache lines that a hand-off does not write.
    alignas(64) uint64_t boundary;
    uint64_t operations, warmup, first; ///< the number of the first operation
    size_t members;                     ///< of a ring
    bool started;
    int64_t elapsed_ns, cpu_ns; ///< of the whole process
    alignas(64) bool ended;
    alignas(64) uint64_t received, sum; ///< of the operations that arrived, and of their numbers
};

/// Ends the process after a failure, because other members would wait for ever.
static void require(bool holds, const char* call) {
    if (!holds) {
        perror(call);
        _exit(EXIT_FAILURE);
    }
}

static int64_t nanoseconds_by(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/// Reads the clocks at the end of the warm-up and at the end of the batch. Returns false at the end
/// of the batch. The CPU time needs a system call, so it is read outside of the timed part.
static bool close_part(struct batch* batch, uint64_t number) {
    const uint64_t end = batch->first + batch->warmup + batch->operations;
    if (!batch->started) {
        batch->started = true;
        batch->boundary = end;
        batch->cpu_ns = -nanoseconds_by(CLOCK_PROCESS_CPUTIME_ID);
        batch->elapsed_ns = -nanoseconds_by(CLOCK_MONOTONIC);
        if (number < end) {
            return true;
        }
    }
    batch->elapsed_ns += nanoseconds_by(CLOCK_MONOTONIC);
    batch->cpu_ns += nanoseconds_by(CLOCK_PROCESS_CPUTIME_ID);
    return false;
}

/// The place of a member: a mutex, a condition variable and a flag, as in condvar_baton.hpp, or a
/// pipe, as in descriptor_batons.hpp and in `perf bench sched pipe`.
struct place {
    alignas(64) pthread_mutex_t mutex;
    pthread_cond_t changed;
    bool full;
    int read, write;
};

static void wait_for_condition(struct place* own) {
    pthread_mutex_lock(&own->mutex);
    while (!own->full) {
        pthread_cond_wait(&own->changed, &own->mutex);
    }
    own->full = false;
    pthread_mutex_unlock(&own->mutex);
}

/// Notifies after the mutex is released.
static void pass_by_condition(struct place* next) {
    pthread_mutex_lock(&next->mutex);
    next->full = true;
    pthread_mutex_unlock(&next->mutex);
    pthread_cond_signal(&next->changed);
}

static void wait_for_pipe(struct place* own) {
    int token = 0;
    require(read(own->read, &token, sizeof token) == sizeof token, "read from a pipe");
}

static void pass_by_pipe(struct place* next) {
    const int token = 1;
    require(write(next->write, &token, sizeof token) == sizeof token, "write to a pipe");
}

struct member {
    struct batch* batch;
    struct place* places;
    size_t self;
    uint64_t received, sum;
};

/// Finds the highest CPUs of this process, at most three. Returns the number of its CPUs.
static size_t find_cpus(int found[3]) {
    cpu_set_t allowed;
    require(sched_getaffinity(0, sizeof allowed, &allowed) == 0, "sched_getaffinity");
    size_t count = 0;
    for (int cpu = CPU_SETSIZE - 1; cpu >= 0; --cpu) {
        if (CPU_ISSET((unsigned)cpu, &allowed) && count++ < 3) {
            found[count - 1] = cpu;
        }
    }
    return count;
}

/// Starts a thread on a CPU as common/cpu does. A single CPU gets all threads. Two CPUs get them as
/// a b a b, and the last thread of an odd ring gets a third CPU, so that every hand-off is between
/// two CPUs. More CPUs mean the placement `free`, without pinning.
static void start(pthread_t* thread, struct member* own, void* (*body)(void*)) {
    int cpus[3];
    const size_t count = find_cpus(cpus);
    const bool odd = own->batch->members % 2 == 1;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    if (count <= (odd ? 3 : 2)) {
        const bool third = odd && own->self + 1 == own->batch->members && count == 3;
        cpu_set_t own_cpu;
        CPU_ZERO(&own_cpu);
        CPU_SET((unsigned)cpus[third ? 2 : own->self % 2 % count], &own_cpu);
        pthread_attr_setaffinity_np(&attributes, sizeof own_cpu, &own_cpu);
    }
    require(pthread_create(thread, &attributes, body, own) == 0, "pthread_create");
    pthread_attr_destroy(&attributes);
}

/// The loop that is timed, inlined with its two functions like a template.
static inline __attribute__((always_inline)) void*
play(struct member* own, void (*wait)(struct place*), void (*pass)(struct place*)) {
    struct batch* batch = own->batch;
    struct place* place = own->places + own->self;
    struct place* next = own->self + 1 == batch->members ? own->places : place + 1;
    uint64_t received = 0, sum = 0;
    for (uint64_t number = batch->first + own->self;; number += batch->members) {
        wait(place);
        if (batch->ended) {
            break;
        }
        ++received;
        sum += number - 1; // the hand-off that ended here
        if (number >= batch->boundary && !close_part(batch, number)) {
            batch->ended = true;
            break;
        }
        pass(next);
    }
    own->received = received;
    own->sum = sum;
    pass(next);
    return NULL;
}

static void* play_by_condition(void* member) {
    return play(member, wait_for_condition, pass_by_condition);
}

static void* play_by_pipe(void* member) {
    return play(member, wait_for_pipe, pass_by_pipe);
}

/// Runs a ring. Member 0 gets the baton after all threads have started, so that starting threads is
/// not timed. That hand-off does not count.
static void run_ring(struct batch* batch, bool by_pipe) {
    struct place* places = aligned_alloc(alignof(struct place), batch->members * sizeof *places);
    struct member* all = calloc(batch->members, sizeof *all);
    pthread_t* threads = calloc(batch->members, sizeof *threads);
    require(places != NULL && all != NULL && threads != NULL, "calloc");
    for (size_t i = 0; i < batch->members; ++i) {
        int ends[2] = {-1, -1};
        require(!by_pipe || pipe(ends) == 0, "pipe");
        places[i] = (struct place){.read = ends[0], .write = ends[1]};
        pthread_mutex_init(&places[i].mutex, NULL);
        pthread_cond_init(&places[i].changed, NULL);
        all[i] = (struct member){.batch = batch, .places = places, .self = i};
        start(&threads[i], &all[i], by_pipe ? play_by_pipe : play_by_condition);
    }
    (by_pipe ? pass_by_pipe : pass_by_condition)(&places[0]);
    batch->received = (uint64_t)0 - 1;
    batch->sum = (uint64_t)0 - (batch->first - 1);
    for (size_t i = 0; i < batch->members; ++i) {
        pthread_join(threads[i], NULL);
        batch->received += all[i].received;
        batch->sum += all[i].sum;
    }
    for (size_t i = 0; by_pipe && i < batch->members; ++i) {
        close(places[i].read);
        close(places[i].write);
    }
    free(threads);
    free(all);
    free(places);
}

static void run_sleeps(struct batch* batch) {
    const struct timespec slice = {0, 2000000};
    for (uint64_t number = batch->first; number < batch->boundary || close_part(batch, number);
         ++number) {
        require(clock_nanosleep(CLOCK_MONOTONIC, 0, &slice, NULL) == 0, "clock_nanosleep");
        ++batch->received;
        batch->sum += number;
    }
}

static const char greeting[] =
    "note the loops of testThread once more in C: the same calls, the same CPUs\n"
    "note on a machine of two CPUs it cannot tell the placement free from core, and pins its "
    "threads at both\n"
    "case condvar thread/condvar 2 threads:* = one hand-off: signal to return of wait\n"
    "case pipe thread/pipe 2 threads:* = one hand-off: write to return of read\n"
    "case sleep sleep/timeout_lateness 1 interval_ms:2 expected_ns:2000000 = one clock_nanosleep "
    "of 2 "
    "ms\n"
    "ready";

int main(void) {
    struct rlimit files; // two for each pipe
    require(getrlimit(RLIMIT_NOFILE, &files) == 0, "getrlimit");
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    char line[4096], name[64];
    while (fgets(line, sizeof line, stdin) != NULL) {
        struct batch batch = {.members = 1};
        const int read =
            sscanf(line, "run %63s %" SCNu64 " %" SCNu64 " %" SCNu64 " threads:%zu", name,
                   &batch.operations, &batch.warmup, &batch.first, &batch.members);
        batch.boundary = batch.first + batch.warmup;
        if (strcmp(line, "hello 1\n") == 0) {
            printf("runtime 1 c %s\n%s\n", __VERSION__, greeting);
        } else if (read == 5 || (read == 4 && strcmp(name, "sleep") == 0)) {
            read == 4 ? run_sleeps(&batch) : run_ring(&batch, strcmp(name, "pipe") == 0);
            printf("ran %" PRIu64 " %" PRId64 " %" PRId64 " %" PRIu64 " %" PRIu64 "\n",
                   batch.operations, batch.elapsed_ns, batch.cpu_ns, batch.received, batch.sum);
        } else {
            puts("error this runtime knows hello, and run condvar, pipe or sleep");
        }
        fflush(stdout);
    }
}
