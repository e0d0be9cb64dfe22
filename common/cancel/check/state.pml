// SPDX-License-Identifier: BSL-1.0
//
// A model of `detail::state` and its slots: two tokens with their owners, one canceller and three
// handlers, in every interleaving and with every delay of a store (TSO). An owner's store to its
// `top` goes into the owner's buffer. A sequentially consistent store, the mutex and the heavy
// fence wait until the buffer is empty. A token is light or symmetric: the fences of its owner's
// copy of the library decide. Handlers may unregister themselves and others. The model leaves out a
// token's first registration, and the registrations of other threads than the owners: both hold
// the mutex.
//
// The model checks that no thread touches freed memory. A handler is freed as soon as it is
// unregistered. The state is freed as soon as an owner has seen the cancellation and waited for its
// end. A handler runs once at the most, and exactly if it was registered till the end. The result
// of `remove` is true. No thread waits for ever.

#define NOBODY 3 /* no handler, no thread */
#define A 0
#define B 1
#define C 2
#define CANCELLER 2

#define IDLE 0
#define CANCELLING 1
#define DELIVERING 2
#define CANCELLED 3

#define SYMMETRIC 0
#define LIGHT 1

#define NONE 0
#define LISTED 1
#define RUNNING 2
#define RAN 3

#define ROUNDS 2 /* of C */

byte phase = IDLE;
byte mutex = NOBODY;
byte light_slots = 0;
byte running = NOBODY;
byte waiter = NOBODY;
byte leaver = NOBODY;
bool under_way = false; /* there is a delivery */

byte top[2] = NOBODY;
chan buffer[2] = [2] of { byte };
byte newest[2]; /* in the buffer */
byte kind[2];
bool attached = false; /* token 1 */
byte below[3] = NOBODY;
byte progress[3] = NONE;

bool woken[3];
bool freed[3] = true;
byte runs[3];   /* since it was registered */
bool given[3];  /* to the handlers to unregister */
bool state_gone = false;
bool one_done = false; /* token 1 is gone */
bool two_done = false;

inline lock(me) {
    atomic {
        (mutex == NOBODY && (me == CANCELLER || len(buffer[me % 2]) == 0)) ->
        assert(!state_gone);
        mutex = me
    }
}

inline unlock(me) {
    atomic {
        (me == CANCELLER || len(buffer[me % 2]) == 0) ->
        assert(!state_gone && mutex == me);
        mutex = NOBODY
    }
}

/* By the owner. */
inline load_top(o, into) {
    into = (len(buffer[o]) > 0 -> newest[o] : top[o])
}

inline store_top(o, value) {
    atomic { buffer[o]!(value); newest[o] = value }
}

inline fence_if_symmetric(o) {
    (kind[o] == LIGHT || len(buffer[o]) == 0)
}

proctype memory(byte o) {
    byte value = NOBODY;

    do
    :: atomic { buffer[o]?value -> top[o] = value; value = NOBODY }
    :: atomic { one_done && two_done && len(buffer[o]) == 0 -> break }
    od
}

/* Under the mutex; at most one handler is above. */
inline unlink(o, h) {
    load_top(o, at);
    loaded = (at == h -> below[h] : at);
    store_top(o, loaded);
    atomic {
        at = (at == NOBODY -> h : at);
        assert(!freed[at]);
        below[at] = (below[at] == h -> below[h] : below[at]);
        at = NOBODY;
        loaded = IDLE
    }
}

inline settle_pushed(o, h) {
    lock(o);
    if
    :: phase < DELIVERING ->
        unlink(o, h);
        registered = false
    :: phase >= DELIVERING ->
        store_top(o, NOBODY);
        atomic {
            if
            :: progress[h] == RUNNING || progress[h] == RAN -> registered = true
            :: else -> registered = false; progress[h] = NONE
            fi
        }
    fi;
    unlock(o)
}

inline push(o, h) {
    load_top(o, at);
    below[h] = at;
    store_top(o, h)
}

inline free_if_refused(h) {
    if
    :: atomic { !registered -> assert(runs[h] == 0); freed[h] = true; at = NOBODY }
    :: atomic { registered -> at = NOBODY }
    fi
}

/* Of token 1. */
inline add_first(h) {
    freed[h] = false;
    lock(1);
    if
    :: phase == IDLE ->
        attached = true;
        if
        :: kind[1] = SYMMETRIC
        :: kind[1] = LIGHT; light_slots++
        fi;
        push(1, h);
        registered = true
    :: phase != IDLE -> registered = false
    fi;
    unlock(1);
    free_if_refused(h)
}

inline add(o, h) {
    atomic { freed[h] = false; runs[h] = 0; progress[h] = NONE };
    push(o, h);
    fence_if_symmetric(o);
    loaded = phase;
    if
    :: atomic { loaded == IDLE -> registered = true }
    :: atomic { loaded != IDLE -> loaded = IDLE }; settle_pushed(o, h)
    fi;
    free_if_refused(h)
}

inline remove_locked(o, h) {
    lock(o);
    if
    :: phase < DELIVERING -> unlink(o, h)
    :: phase >= DELIVERING ->
        store_top(o, NOBODY);
        if
        :: progress[h] == RUNNING ->
            atomic { assert(waiter == NOBODY); waiter = o; woken[o] = false };
            unlock(o);
            woken[o];
            lock(o)
        :: progress[h] != RUNNING
        fi;
        progress[h] = NONE
    fi;
    unlock(o)
}

inline free(h) {
    atomic { assert(!freed[h]); freed[h] = true; at = NOBODY }
}

/* Afterwards it is freed. */
inline remove(o, h) {
    loaded = CANCELLED;
    load_top(o, at);
    if
    :: at == h ->
        store_top(o, below[h]);
        fence_if_symmetric(o);
        loaded = phase;
    :: at != h
    fi;
    if
    :: loaded == IDLE
    :: atomic { loaded != IDLE -> loaded = IDLE }; remove_locked(o, h)
    fi;
    free(h)
}

/* By a handler: everything is collected. */
inline remove_from_handler(o, h) {
    lock(CANCELLER);
    top[o] = NOBODY;
    running = (running == h -> NOBODY : running);
    progress[h] = NONE;
    unlock(CANCELLER);
    free(h);
    handler = (handler == h -> NOBODY : handler)
}

/* Leaves it to the handlers, or waits for the end; sets `mine`. */
inline keep(h) {
    mine = true;
    if
    :: atomic { given[h] = true; mine = false }
    :: atomic { phase == CANCELLED -> assert(runs[h] == 1) }
    :: true
    fi
}

proctype owner_of_two() {
    byte at;
    byte loaded;
    bool registered;
    bool mine;
    bool a_mine = false;

    add(0, A);
    if
    :: registered ->
        if
        :: atomic { given[A] = true }
        :: a_mine = true
        fi;
        add(0, B);
        if
        :: registered && a_mine ->
            if
            :: remove_locked(0, A); free(A); a_mine = false /* not in order */
            :: true
            fi;
            keep(B);
            if
            :: mine -> remove(0, B)
            :: !mine
            fi
        :: registered && !a_mine -> remove(0, B)
        :: !registered
        fi;
        if
        :: a_mine -> remove(0, A)
        :: !a_mine
        fi
    :: !registered
    fi;
    /* The end of what holds the state, if it is cancelled and no other token is left. */
    one_done;
    if
    :: phase != IDLE && freed[A] && freed[B] && freed[C] ->
        lock(0);
        if
        :: under_way ->
            atomic { leaver = 0; woken[0] = false };
            unlock(0);
            woken[0]
        :: !under_way -> unlock(0)
        fi;
        state_gone = true
    :: true
    fi;
    two_done = true
}

proctype owner_of_one() {
    byte at;
    byte loaded;
    byte round = 0;
    bool registered;
    bool mine = true;

    do
    :: round < ROUNDS && mine ->
        if
        :: !attached -> add_first(C)
        :: attached -> add(1, C)
        fi;
        if
        :: registered ->
            keep(C);
            if
            :: mine -> remove(1, C)
            :: !mine
            fi
        :: !registered
        fi;
        round++
    :: round == ROUNDS || !mine -> break
    od;
    one_done = true
}

inline heavy_fence() {
    if
    :: len(buffer[0]) == 0 -> len(buffer[1]) == 0
    :: len(buffer[1]) == 0 -> len(buffer[0]) == 0
    fi
}

inline collect(o) {
    at = top[o];
    do
    :: at != NOBODY ->
        atomic {
            assert(!freed[at]);
            progress[at] = LISTED;
            at = below[at]
        }
    :: at == NOBODY -> break
    od;
    top[o] = NOBODY
}

inline take_from_list() {
    atomic {
        handler = NOBODY;
        if
        :: progress[A] == LISTED -> handler = A
        :: progress[B] == LISTED -> handler = B
        :: progress[C] == LISTED -> handler = C
        :: else
        fi;
        if
        :: handler != NOBODY ->
            assert(!freed[handler] && runs[handler] == 0);
            progress[handler] = RUNNING;
            running = handler
        :: else
        fi
    }
}

inline run_handler() {
    atomic { assert(!freed[handler] && runs[handler] == 0); runs[handler] = 1 };
    if
    :: atomic { given[A] -> given[A] = false };
        if
        :: top[0] == A -> top[0] = below[A] /* the owner has just popped to it */
        :: top[0] != A
        fi;
        remove_from_handler(0, A)
    :: atomic { given[B] -> given[B] = false; assert(top[0] != B) };
        remove_from_handler(0, B)
    :: atomic { given[C] -> given[C] = false; assert(top[1] != C) };
        remove_from_handler(1, C)
    :: true
    fi;
    assert(handler == NOBODY || !freed[handler])
}

proctype canceller() {
    byte at;
    byte handler;
    bool needs_fence;

    lock(CANCELLER);
    atomic { phase = CANCELLING; under_way = true; needs_fence = (light_slots > 0) };
    unlock(CANCELLER);
    if
    :: needs_fence -> heavy_fence()
    :: !needs_fence
    fi;
    lock(CANCELLER);
    collect(0);
    if
    :: attached -> collect(1)
    :: !attached
    fi;
    phase = DELIVERING;
    do
    :: take_from_list();
        if
        :: handler == NOBODY -> break
        :: handler != NOBODY
        fi;
        unlock(CANCELLER);
        run_handler();
        lock(CANCELLER);
        atomic {
            if
            :: running != NOBODY ->
                assert(!freed[running]);
                progress[running] = RAN;
                running = NOBODY
            :: else
            fi;
            if
            :: waiter != NOBODY -> woken[waiter] = true; waiter = NOBODY
            :: else
            fi
        }
    od;
    atomic { phase = CANCELLED; under_way = false; handler = leaver };
    unlock(CANCELLER);
    if
    :: handler != NOBODY -> woken[handler] = true
    :: handler == NOBODY
    fi
}

init {
    atomic {
        if
        :: kind[0] = LIGHT; light_slots++
        :: kind[0] = SYMMETRIC
        fi;
        run memory(0);
        run memory(1);
        run owner_of_two();
        run owner_of_one();
        run canceller()
    }
}
