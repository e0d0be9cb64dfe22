// SPDX-License-Identifier: BSL-1.0
//
// One token of two threads, as a model for Spin: its owner pushes and pops without the mutex, the
// guest has its handler in a list that the mutex guards. The model state.pml has what the owner and
// the canceller do besides; here store buffers, symmetric and light tokens are as they are there.
//
// Modelled:
// - The owner registers A and then B, and unregisters them in either order: if A goes first, B is
//   moved to the list of earlier ones. While the guest has a handler registered, the owner
//   registers as the guest does.
// - The guest registers G, and unregisters it; and another thread may do the latter for it.
// - The canceller leaves `idle`, fences, collects, and runs what it has collected.
//
// Checked: nothing freed is touched, a handler runs once at the most, and exactly if its
// registration succeeded and it was there till the end; and no thread waits for ever.
//
// sharing.mutants.txt has the mistakes; each must be found out.

#define NOBODY 3 /* no handler, no thread */
#define A 0
#define B 1
#define G 2
#define OWNER 0
#define GUEST 1
#define CANCELLER 2

#define IDLE 0
#define CANCELLING 1
#define DELIVERING 2
#define CANCELLED 3

#define NONE 0
#define EARLIER 1
#define LATER 2
#define LISTED 3
#define RUNNING 4
#define RAN 5

byte phase = IDLE;
byte mutex = NOBODY;
byte top = NOBODY;
chan buffer = [3] of { byte }; /* the owner's */
byte newest;                   /* in the buffer */
bool light;
bool has_later = false;
byte below[3] = NOBODY;
byte progress[3] = NONE;
bool woken[2];
byte waiter = NOBODY;

bool freed[3] = true;
byte runs[3];
bool owner_done = false;

inline lock(me) {
    atomic { mutex == NOBODY && (me != OWNER || len(buffer) == 0) -> mutex = me }
}

inline unlock(me) {
    atomic { (me != OWNER || len(buffer) == 0) -> assert(mutex == me); mutex = NOBODY }
}

inline load_top(into) {
    into = (len(buffer) > 0 -> newest : top)
}

inline store_top(value) {
    atomic { buffer!(value); newest = value }
}

proctype memory() {
    byte value = NOBODY;

    do
    :: atomic { buffer?value -> top = value; value = NOBODY }
    :: atomic { owner_done && len(buffer) == 0 -> break }
    od
}

inline list_later(h) {
    atomic { progress[h] = LATER; has_later = true }
}

/* Under the mutex. What is later is one of the guest's, or came while the guest had one. */
inline unlist(h) {
    atomic {
        assert(!freed[h]);
        progress[h] = NONE;
        has_later = (progress[A] == LATER || progress[B] == LATER || progress[G] == LATER)
    }
}

/* By the owner, under the mutex: from the stack, from which what is above goes to the list. */
inline unstack(h) {
    load_top(at);
    rest = (at == h -> below[h] : NOBODY);
    store_top(rest);
    atomic {
        assert(!freed[at]);
        progress[at] = (at == h -> NONE : EARLIER);
        at = NOBODY;
        rest = NOBODY
    }
}

/* Of what was collected, with the mutex. */
inline settle(me, h) {
    if
    :: progress[h] == RUNNING ->
        atomic { assert(waiter == NOBODY); waiter = me; woken[me] = false };
        unlock(me);
        woken[me];
        lock(me)
    :: progress[h] != RUNNING
    fi;
    progress[h] = NONE
}

inline free(h) {
    atomic { assert(!freed[h]); freed[h] = true; at = NOBODY }
}

inline add(h) {
    atomic { freed[h] = false; runs[h] = 0; progress[h] = NONE };
    if
    :: has_later ->
        lock(OWNER);
        if
        :: atomic { phase != IDLE -> registered = false }
        :: atomic { phase == IDLE && has_later -> registered = true }; list_later(h)
        :: atomic { phase == IDLE && !has_later -> registered = true };
            load_top(at);
            below[h] = at;
            store_top(h)
        fi;
        unlock(OWNER)
    :: !has_later -> /* what it sees is old in the next moment */
        load_top(at);
        below[h] = at;
        store_top(h);
        (light || len(buffer) == 0);
        if
        :: atomic { phase == IDLE -> registered = true }
        :: phase != IDLE ->
            lock(OWNER);
            if
            :: phase < DELIVERING -> unstack(h); registered = false
            :: phase >= DELIVERING ->
                store_top(NOBODY);
                registered = (progress[h] == RUNNING || progress[h] == RAN);
                progress[h] = (registered -> progress[h] : NONE)
            fi;
            unlock(OWNER)
        fi
    fi;
    if
    :: atomic { !registered -> assert(runs[h] == 0); freed[h] = true; at = NOBODY }
    :: atomic { registered -> at = NOBODY }
    fi
}

inline remove_locked(h) {
    lock(OWNER);
    if
    :: phase < DELIVERING && !popped && progress[h] != NONE -> unlist(h)
    :: phase < DELIVERING && !popped && progress[h] == NONE -> unstack(h)
    :: phase < DELIVERING && popped
    :: phase >= DELIVERING -> store_top(NOBODY); settle(OWNER, h)
    fi;
    unlock(OWNER)
}

/* By the owner. Afterwards it is freed. */
inline remove(h) {
    if
    :: atomic { phase == CANCELLED -> assert(runs[h] == 1) }
    :: true
    fi;
    load_top(at);
    popped = (at == h); /* so it is in no list */
    if
    :: popped -> store_top(below[h]); (light || len(buffer) == 0)
    :: !popped
    fi;
    if
    :: popped && phase == IDLE
    :: !popped || phase != IDLE -> remove_locked(h)
    fi;
    free(h);
    has[h] = false
}

proctype owner() {
    byte at = NOBODY;
    byte rest = NOBODY;
    byte h = A;
    bool registered;
    bool popped;
    bool has[2];

    do
    :: h <= B -> add(h); atomic { has[h] = registered; registered = false; h++ }
    :: h > B -> break
    od;
    do
    :: has[A] || has[B] ->
        if
        :: has[A] -> h = A
        :: has[B] -> h = B
        fi;
        remove(h)
    :: !has[A] && !has[B] -> break
    od;
    owner_done = true
}

inline guest_adds() {
    freed[G] = false;
    lock(GUEST);
    if
    :: atomic { phase == IDLE -> registered = true }; list_later(G)
    :: atomic { phase != IDLE -> registered = false }
    fi;
    unlock(GUEST)
}

inline guest_removes() {
    lock(GUEST);
    if
    :: phase < DELIVERING -> unlist(G)
    :: phase >= DELIVERING ->
        settle(GUEST, G)
    fi;
    unlock(GUEST);
    free(G)
}

proctype guest() {
    byte at = NOBODY;
    bool registered;

    guest_adds();
    if
    :: registered ->
        if
        :: atomic { phase == CANCELLED -> assert(runs[G] == 1) }
        :: true
        fi;
        guest_removes()
    :: atomic { !registered -> assert(runs[G] == 0); freed[G] = true }
    fi
}

inline collect() {
    at = top;
    do
    :: at != NOBODY -> atomic { assert(!freed[at]); progress[at] = LISTED; at = below[at] }
    :: at == NOBODY -> break
    od;
    top = NOBODY;
    at = A;
    do
    :: atomic {
        at < NOBODY ->
        if
        :: progress[at] == EARLIER || progress[at] == LATER ->
            assert(!freed[at]);
            progress[at] = LISTED
        :: else
        fi;
        at++
    }
    :: at == NOBODY -> break
    od
}

inline take_from_list() {
    atomic {
        one = NOBODY;
        if
        :: progress[A] == LISTED -> one = A
        :: progress[B] == LISTED -> one = B
        :: progress[G] == LISTED -> one = G
        :: else
        fi;
        if
        :: one != NOBODY -> assert(!freed[one] && runs[one] == 0); progress[one] = RUNNING
        :: else
        fi
    }
}

proctype canceller() {
    byte at = NOBODY;
    byte one = NOBODY;

    lock(CANCELLER);
    phase = CANCELLING;
    unlock(CANCELLER);
    (!light || len(buffer) == 0); /* the heavy fence */
    lock(CANCELLER);
    collect();
    phase = DELIVERING;
    do
    :: take_from_list();
        if
        :: one == NOBODY -> break
        :: one != NOBODY
        fi;
        unlock(CANCELLER);
        atomic { assert(!freed[one] && runs[one] == 0); runs[one] = 1 };
        assert(!freed[one]);
        lock(CANCELLER);
        atomic {
            progress[one] = RAN;
            if
            :: waiter != NOBODY -> woken[waiter] = true; waiter = NOBODY
            :: else
            fi
        }
    od;
    phase = CANCELLED;
    unlock(CANCELLER)
}

init {
    atomic {
        if
        :: light = true
        :: light = false
        fi;
        run memory();
        run owner();
        run guest();
        run canceller()
    }
}
