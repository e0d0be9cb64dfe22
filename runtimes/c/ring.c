// SPDX-License-Identifier: BSL-1.0
// The common part of all rings: their threads, the CPUs of these, and the readings of the clock.
#include "ring.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

bool close_part(struct ring* ring, uint64_t done) {
    if (!ring->started) {
        ring->started = true;
        ring->next = ring->total;
        ring->start = read_at_start();
        if (done < ring->total) {
            return true;
        }
    }
    ring->end = read_at_end();
    return false;
}

bool meet_at_start(struct ring* ring) {
    atomic_fetch_add_explicit(&ring->arrived, 1, memory_order_acq_rel);
    while (atomic_load_explicit(&ring->arrived, memory_order_acquire) < ring->members) {
        sched_yield();
    }
    return !ring->abandoned;
}

struct places {
    int cpus[CPU_SETSIZE]; ///< the highest first
    size_t count;
};

/// The CPUs that this process was put on.
static bool find_places(struct places* found) {
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) {
        return false;
    }
    found->count = 0;
    for (int cpu = CPU_SETSIZE - 1; cpu >= 0; --cpu) {
        if (CPU_ISSET((unsigned)cpu, &allowed)) {
            found->cpus[found->count++] = cpu;
        }
    }
    return found->count > 0;
}

/// Puts a thread on a CPU as common/cpu does. One CPU has all threads; two have them as a b a b,
/// and the last thread of an odd ring has a third, so that every hand-off crosses. More CPUs than
/// that are the placement `free`, in which no thread is pinned.
static int place(pthread_attr_t* thread, const struct places* on, size_t self, size_t members) {
    const bool odd = members % 2 == 1;
    if (on->count > (odd ? 3 : 2)) {
        return 0;
    }
    const bool third = odd && self + 1 == members && on->count == 3;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET((unsigned)on->cpus[third ? 2 : self % 2 % on->count], &one);
    return pthread_attr_setaffinity_np(thread, sizeof one, &one);
}

static int start_member(pthread_t* thread, const struct places* on, struct member* own,
                        void* (*body)(void*)) {
    pthread_attr_t how;
    int error = pthread_attr_init(&how);
    if (error != 0) {
        return error;
    }
    error = place(&how, on, own->self, own->ring->members);
    if (error == 0) {
        error = pthread_create(thread, &how, body, own);
    }
    pthread_attr_destroy(&how);
    return error;
}

/// Member 0 was given the baton before the first hand-off: that turn does not count.
static void add_up(const struct ring* ring, const struct member* all, struct outcome* done) {
    done->received = (uint64_t)0 - 1;
    done->sum = (uint64_t)0 - (ring->first - 1);
    for (size_t i = 0; i < ring->members; ++i) {
        done->received += all[i].turns;
        done->sum += all[i].sum;
    }
    done->elapsed_ns = ring->end.wall_ns - ring->start.wall_ns;
    done->cpu_ns = ring->end.cpu_ns - ring->start.cpu_ns;
}

/// Runs all members until they have ended. Returns an error number.
static int run_members(struct ring* ring, struct member* all, pthread_t* threads,
                       void* (*body)(void*)) {
    struct places on;
    int error = find_places(&on) ? 0 : EXIT_FAILURE;
    size_t made = 0;
    while (error == 0 && made < ring->members) {
        all[made] = (struct member){ring, made, 0, 0};
        error = start_member(&threads[made], &on, &all[made], body);
        made += error == 0 ? 1 : 0;
    }
    if (error != 0) {
        ring->abandoned = true;
        atomic_fetch_add_explicit(&ring->arrived, ring->members, memory_order_acq_rel);
    }
    for (size_t i = 0; i < made; ++i) {
        pthread_join(threads[i], NULL);
    }
    return error;
}

const char* run_ring(const struct batch* asked, struct outcome* done, void* baton,
                     void* (*body)(void*), pass_function* pass) {
    struct ring ring = {.next = asked->warmup,
                        .first = asked->first,
                        .total = asked->warmup + asked->operations,
                        .members = asked->members,
                        .baton = baton};
    struct member* all = calloc(ring.members, sizeof *all);
    pthread_t* threads = calloc(ring.members, sizeof *threads);
    const char* wrong = "no memory";
    if (all != NULL && threads != NULL) {
        pass(baton, 0);
        wrong = run_members(&ring, all, threads, body) == 0 ? NULL : "a thread could not be made";
        add_up(&ring, all, done);
    }
    free(threads);
    free(all);
    return wrong;
}
