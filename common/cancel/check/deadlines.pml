// SPDX-License-Identifier: BSL-1.0
//
// A model of `detail::deadline_watch`: the thread, two owners of a state with a deadline each, and
// the time, in every interleaving. The lock and the parker are sequentially consistent here: every
// shared variable of the protocol is guarded by the lock, or is a read-modify-write.
//
// The model checks that no thread touches a freed state, that a state is freed once, that no state
// is cancelled before its deadline, and that every deadline comes: an owner that waits for it does
// not wait for ever. The thread ends when both owners have ended.

#define NOBODY 9
#define THREAD 2
#define AWAKE 0 /* the thread makes a pass before it sleeps */
#define NEVER 9
#define END 2 /* of the time */

byte now = 0;
byte lock_owner = NOBODY;
byte sleeps_until = AWAKE;
bool permit = false;
bool over = false; /* both owners have ended */
byte ended = 0;

byte deadline[2];
bool armed[2]; /* in the wheel */
bool due[2];   /* in the list of due deadlines */
byte references[2];
bool cancelled[2];
bool freed[2];

inline lock(me) { atomic { lock_owner == NOBODY -> lock_owner = me } }
inline unlock(me) { atomic { assert(lock_owner == me); lock_owner = NOBODY } }

proctype clock() {
    do
    :: atomic { now < END -> now++ }
    :: now == END -> break
    od
}

inline arm(s) {
    lock(s);
    atomic {
        armed[s] = true;
        is_earliest = (deadline[s] < sleeps_until);
        sleeps_until = (is_earliest -> AWAKE : sleeps_until)
    };
    unlock(s);
    if
    :: is_earliest -> permit = true
    :: !is_earliest
    fi
}

inline free(s) {
    atomic {
        assert(!freed[s] && references[s] == 0 && !armed[s] && !due[s]);
        freed[s] = true
    }
}

inline drop(me, s) {
    lock(me);
    atomic {
        assert(!freed[s]);
        armed[s] = false;
        due[s] = false
    };
    unlock(me);
    free(s)
}

inline release(me, s) {
    atomic { references[s]--; is_last = (references[s] == 0) };
    if
    :: is_last -> drop(me, s)
    :: !is_last
    fi
}

proctype owner(byte own) {
    bool is_earliest;
    bool is_last;

    atomic {
        references[own] = 1;
        if
        :: deadline[own] = 1
        :: deadline[own] = END
        fi
    };
    arm(own);
    if
    :: true -> cancelled[own]; /* it waits for the deadline */
        assert(now >= deadline[own])
    :: true
    fi;
    release(own, own);
    atomic { ended++; over = (ended == 2) };
    permit = true
}

inline pass() {
    at = now;
    lock(THREAD);
    atomic {
        state = 0;
        sleeps_until = NEVER;
        do
        :: state < 2 ->
            if
            :: armed[state] && deadline[state] <= at -> armed[state] = false; due[state] = true
            :: armed[state] && deadline[state] > at ->
                sleeps_until = (deadline[state] < sleeps_until -> deadline[state] : sleeps_until)
            :: !armed[state]
            fi;
            state++
        :: state == 2 -> break
        od;
        sleeps_until = (due[0] || due[1] -> AWAKE : sleeps_until);
        until = sleeps_until
    };
    unlock(THREAD)
}

/* Sets `state`, or NOBODY. */
inline take_due() {
    lock(THREAD);
    atomic {
        state = (due[0] -> 0 : (due[1] -> 1 : NOBODY));
        if
        :: state != NOBODY ->
            due[state] = false;
            assert(!freed[state]);
            if
            :: references[state] > 0 -> references[state]++
            :: references[state] == 0 -> state = NOBODY
            fi
        :: state == NOBODY
        fi
    };
    unlock(THREAD)
}

inline cancel() {
    atomic {
        assert(!freed[state] && now >= deadline[state]);
        cancelled[state] = true
    }
}

proctype watch() {
    byte at;
    byte state;
    byte until;
    bool is_last;

    do
    :: over -> break
    :: !over ->
        pass();
        if
        :: until == AWAKE ->
            take_due();
            if
            :: state != NOBODY -> cancel(); release(THREAD, state)
            :: state == NOBODY
            fi
        :: until != AWAKE ->
            if
            :: permit -> permit = false
            :: now >= until
            fi
        fi
    od
}

init {
    atomic {
        run clock();
        run owner(0);
        run owner(1);
        run watch()
    }
}
