// SPDX-License-Identifier: BSL-1.0
// One word holds the number of the member that has the turn; the others yield the CPU that all of
// them share, as in thread_test/src/sched_yield_baton.hpp.
#include "ring.h"

#include <sched.h>

struct turn {
    alignas(64) _Atomic uint32_t of;
};

static void wait_at(void* baton, size_t member) {
    struct turn* turn = baton;
    while (atomic_load_explicit(&turn->of, memory_order_acquire) != member) {
        sched_yield();
    }
}

static void pass_to(void* baton, size_t to) {
    struct turn* turn = baton;
    atomic_store_explicit(&turn->of, (uint32_t)to, memory_order_release);
}

static void* play(void* member) {
    return play_member(member, wait_at, pass_to);
}

const char* run_sched_yield_ring(const struct batch* asked, struct outcome* done) {
    struct turn turn = {UINT32_MAX};
    return run_ring(asked, done, &turn, play, pass_to);
}
