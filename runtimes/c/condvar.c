// SPDX-License-Identifier: BSL-1.0
// A mutex, a condition variable and a flag for each member, as in
// thread_test/src/condvar_baton.hpp. The notification comes after the mutex is released.
#include "ring.h"

#include <pthread.h>
#include <stdlib.h>

struct box {
    alignas(64) pthread_mutex_t mutex;
    pthread_cond_t changed;
    bool full;
};

static void wait_at(void* baton, size_t member) {
    struct box* own = (struct box*)baton + member;
    pthread_mutex_lock(&own->mutex);
    while (!own->full) {
        pthread_cond_wait(&own->changed, &own->mutex);
    }
    own->full = false;
    pthread_mutex_unlock(&own->mutex);
}

static void pass_to(void* baton, size_t to) {
    struct box* next = (struct box*)baton + to;
    pthread_mutex_lock(&next->mutex);
    next->full = true;
    pthread_mutex_unlock(&next->mutex);
    pthread_cond_signal(&next->changed);
}

static void* play(void* member) {
    return play_member(member, wait_at, pass_to);
}

const char* run_condvar_ring(const struct batch* asked, struct outcome* done) {
    struct box* boxes = aligned_alloc(alignof(struct box), asked->members * sizeof *boxes);
    if (boxes == NULL) {
        return "no memory";
    }
    for (size_t i = 0; i < asked->members; ++i) {
        pthread_mutex_init(&boxes[i].mutex, NULL);
        pthread_cond_init(&boxes[i].changed, NULL);
        boxes[i].full = false;
    }
    const char* wrong = run_ring(asked, done, boxes, play, pass_to);
    for (size_t i = 0; i < asked->members; ++i) {
        pthread_cond_destroy(&boxes[i].changed);
        pthread_mutex_destroy(&boxes[i].mutex);
    }
    free(boxes);
    return wrong;
}
