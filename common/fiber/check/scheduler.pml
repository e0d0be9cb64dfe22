// SPDX-License-Identifier: BSL-1.0
//
// How basic_round_robin hears of other threads, as a model for Spin: two wakers, a thread with
// fibers that wait and one that gives way for a while, the dispatcher, and the thread's sleep.
//
// Modelled: a waker puts a fiber into Boost's list, which a lock guards, or posts a call, and leaves
// a permit; each is one step. A look at the permit or at the calls may be old, unless the permit was
// taken since. A fiber picks another one, or the dispatcher. The parker is right (parker.pml).
//
// Checked: every wake becomes a pick, once. If the thread sleeps on in spite of a wake, Spin reports
// an invalid end state.

#define WAKERS 2
#define WAKES 4 /* by all of them */
#define PICKS 2 /* between two looks */

byte remote = 0;   /* in Boost's list */
byte calls = 0;    /* in that of calls */
bool permit = false;
byte ready = 0;    /* fibers that were woken and wait for their turn */
byte picked = 0;

inline put() {
    if
    :: remote++
    :: calls++
    fi
}

proctype waker() {
    byte n = 0;
    do
    :: n < WAKES / WAKERS ->
        put();
        permit = true;
        n++
    :: n == WAKES / WAKERS -> break
    od
}

/* The exchange: what was put before the permit was left is seen from now on. */
inline take_permit() {
    atomic {
        permit = false;
        sees_calls = true
    }
}

inline run_calls() {
    if
    :: atomic { ready = ready + calls; calls = 0; sees_calls = false }
    :: !sees_calls -> skip /* the look is old */
    fi
}

proctype scheduler() {
    byte picks = PICKS;
    byte turns = 3; /* of the fiber that gives way */
    bool sees_calls = false;

fiber:
    if
    :: permit ->
        take_permit();
        goto dispatcher
    :: picks > 0 && ready > 0 -> atomic { ready--; picked++; picks-- }; goto fiber
    :: picks > 0 && turns > 0 -> turns--; picks--; goto fiber
    :: picks == 0 || (ready == 0 && turns == 0) -> goto dispatcher
    fi;

dispatcher:
    picks = PICKS;
    atomic { ready = ready + remote; remote = 0 };
    run_calls();
    if
    :: picked == WAKES -> goto over
    :: picked < WAKES && ready > 0 -> atomic { ready--; picked++; picks-- }; goto fiber
    :: picked < WAKES && ready == 0 && turns > 0 -> turns--; picks--; goto fiber
    :: picked < WAKES && ready == 0 && turns == 0
    fi;
    /* Nobody is ready. */
    atomic { permit -> take_permit() };
    goto dispatcher;

over:
    assert(remote == 0 && calls == 0 && ready == 0)
}

init {
    atomic {
        run waker();
        run waker();
        run scheduler()
    }
}
