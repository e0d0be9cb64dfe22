// SPDX-License-Identifier: BSL-1.0
// Threads in a ring that hand one baton on, as in thread_test/src/baton_ring.hpp. The member that
// holds the baton owns the ring: its writes before a pass are visible after the wait. Each baton
// has a file of its own, with the ways to wait for it and to pass it.
#pragma once

#include "batch.h"

#include <stdalign.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct ring {
    /// At this number of hand-offs a clock is read. `next` and `ended` are read at every turn, and
    /// lie on lines of the cache that a hand-off does not write.
    alignas(64) uint64_t next;
    uint64_t first;
    uint64_t total;
    size_t members;
    void* baton;
    bool started;
    struct reading start;
    struct reading end;
    alignas(64) bool ended;
    alignas(64) atomic_size_t arrived;
    bool abandoned; ///< before the start: not all threads could be made
};

struct member {
    struct ring* ring;
    size_t self;
    uint64_t turns;
    uint64_t sum;
};

typedef void wait_function(void* baton, size_t member);
typedef void pass_function(void* baton, size_t to);

/// Reads the clock after the warm-up and after the last hand-off. Returns false after the last.
bool close_part(struct ring* ring, uint64_t done);

/// No thread leaves before all have come, so that none is timed while others are made. Returns
/// false if they could not be made.
bool meet_at_start(struct ring* ring);

/// `body` is the thread of each member: it calls play_member. The baton is passed to member 0
/// first.
const char* run_ring(const struct batch* asked, struct outcome* done, void* baton,
                     void* (*body)(void* member), pass_function* pass);

/// The loop that is timed. It is inlined with its two functions, as a template would be.
static inline __attribute__((always_inline)) void*
play_member(struct member* own, wait_function* wait, pass_function* pass) {
    struct ring* ring = own->ring;
    if (!meet_at_start(ring)) {
        return NULL;
    }
    const size_t self = own->self;
    const size_t next = self + 1 == ring->members ? 0 : self + 1;
    uint64_t turns = 0;
    uint64_t sum = 0;
    for (uint64_t done = self;; done += ring->members) {
        wait(ring->baton, self);
        if (ring->ended) {
            break;
        }
        ++turns;
        sum += ring->first + done - 1; // the hand-off that ended here
        if (done >= ring->next && !close_part(ring, done)) {
            ring->ended = true;
            break;
        }
        pass(ring->baton, next);
    }
    pass(ring->baton, next);
    own->turns = turns;
    own->sum = sum;
    return NULL;
}
