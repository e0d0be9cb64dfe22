// SPDX-License-Identifier: BSL-1.0
//
// The wake-ups of basic_round_robin by other threads, as a model for Spin: two wakers, a thread
// with waiting fibers and a fiber that yields for a while, the dispatcher, and the thread's sleep.
//
// Modelled: a waker puts a fiber into Boost's list, which a lock guards, or posts a call, and
// leaves a permit; each is one step. A reading of the permit or of the calls may be stale, unless
// the permit was taken since. A fiber picks another fiber, or the dispatcher. The parker is correct
// (parker.pml).
//
// Checked: every wake-up becomes a pick, once. If the thread sleeps on in spite of a wake-up, Spin
// reports an invalid end state.

#define WAKERS 2
#define WAKES 4 /* of all wakers */
#define PICKS 2 /* between two clock checks */

byte remote = 0;   /* in Boost's list */
byte calls = 0;    /* in the list of calls */
bool permit = false;
byte ready = 0;    /* woken fibers in the ready queue */
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

/* The exchange: what was put before the permit was left is visible from now on. */
inline take_permit() {
    atomic {
        permit = false;
        sees_calls = true
    }
}

inline run_calls() {
    if
    :: atomic { ready = ready + calls; calls = 0; sees_calls = false }
    :: !sees_calls -> skip /* the reading is stale */
    fi
}

proctype scheduler() {
    byte picks = PICKS;
    byte slices = 3; /* of the fiber that yields */
    bool sees_calls = false;

fiber:
    if
    :: permit ->
        take_permit();
        goto dispatcher
    :: picks > 0 && ready > 0 -> atomic { ready--; picked++; picks-- }; goto fiber
    :: picks > 0 && slices > 0 -> slices--; picks--; goto fiber
    :: picks == 0 || (ready == 0 && slices == 0) -> goto dispatcher
    fi;

dispatcher:
    picks = PICKS;
    atomic { ready = ready + remote; remote = 0 };
    run_calls();
    if
    :: picked == WAKES -> goto over
    :: picked < WAKES && ready > 0 -> atomic { ready--; picked++; picks-- }; goto fiber
    :: picked < WAKES && ready == 0 && slices > 0 -> slices--; picks--; goto fiber
    :: picked < WAKES && ready == 0 && slices == 0
    fi;
    /* No fiber is ready. */
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
