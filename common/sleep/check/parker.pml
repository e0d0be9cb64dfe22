// SPDX-License-Identifier: BSL-1.0
//
// The parker's word as a model for Spin: one sleeper, two wakers, and the kernel's wait on a word.
// Spin searches every interleaving of the steps that other threads can see.
//
// A first check of the word may read an old value and miss a permit, because the load is relaxed. A
// waker writes data before each wake, and its n-th wake stands for n. `in_word[w]` is the data of
// waker w that a thread gets which acquires from the word. Read-modify-writes by others keep it; a
// plain store drops it. `seen[w]` is the data that the sleeper has acquired. The kernel compares and
// queues under its lock. Any wait may return spuriously, but only STRAYS times, so that spurious
// returns do not hide a lost wake.
//
// Checked:
// - No wake is lost: the sleeper goes on until it has seen all data. If it slept forever, Spin would
//   report an invalid end state.
// - Permits are conserved, and a sleep returns woken exactly if it took a permit.
// - A sleep that returns woken has seen the data of all wakes that had ended when it began.

#define WAKERS 2
#define WAKES 2   /* by each waker */
#define STRAYS 2  /* spurious returns of the kernel */

#define EMPTY 0
#define SLEEPING 1
#define PERMIT 2

byte word = EMPTY;
byte in_word[WAKERS];
byte ended[WAKERS]; /* wakes that have returned */
byte seen[WAKERS];
byte left = 0;      /* permits made by wakers */
byte taken = 0;
bool queued = false; /* whether the sleeper is in the kernel's queue */
byte strays = STRAYS;

inline acquire() {
    atomic {
        seen[0] = (in_word[0] > seen[0] -> in_word[0] : seen[0]);
        seen[1] = (in_word[1] > seen[1] -> in_word[1] : seen[1])
    }
}

/* A plain store by the sleeper: it heads no release sequence. */
inline store(value) {
    atomic {
        word = value;
        in_word[0] = 0;
        in_word[1] = 0
    }
}

inline permits_are_conserved() {
    assert(left == taken + (word == PERMIT -> 1 : 0))
}

proctype waker(byte me) {
    byte found;
    byte n = 1;

    do
    :: n <= WAKES ->
        atomic {
            found = word;
            word = PERMIT;
            in_word[me] = n;
            left = left + (found == PERMIT -> 0 : 1);
            permits_are_conserved()
        };
        if
        :: found == SLEEPING -> queued = false
        :: found != SLEEPING
        fi;
        ended[me] = n;
        n++;
next:   skip
    :: n > WAKES -> break
    od
}

/* The sleeper's exchange with EMPTY; sets `woken` if there was a permit. */
inline exchange() {
    atomic {
        found = word;
        word = EMPTY;
        if
        :: found == PERMIT -> taken++; woken = true
        :: else
        fi;
        permits_are_conserved()
    }
}

/* A check, and an exchange if there is a permit. */
inline take_permit() {
    if
    :: word == PERMIT ->
        atomic {
            exchange();
            acquire()
        }
    :: true /* no permit, or an old value */
    fi
}

/* Sets `announced`. */
inline announce() {
    atomic {
        if
        :: word == EMPTY -> word = SLEEPING; announced = true
        :: else -> assert(word == PERMIT); announced = false
        fi
    }
}

/* Futex: compares and queues in one step, and then waits until the sleeper leaves the queue. */
inline kernel_wait() {
    atomic {
        if
        :: word == SLEEPING -> queued = true
        :: else
        fi
    };
    if
    :: atomic { !queued -> skip }
    :: atomic { queued && timed -> queued = false; passed = true }
    :: atomic { queued && strays > 0 -> strays--; queued = false }
    fi
}

/* At the deadline, or with a permit seen. */
inline leave() {
    atomic {
        exchange();
        acquire()
    }
}

proctype sleeper() {
    byte found;
    byte taken_before;
    byte ended_before[WAKERS];
    bool woken;
    bool announced;
    bool timed;
    bool passed;

    do
    :: atomic { seen[0] == WAKES && seen[1] == WAKES -> break }
    :: else ->
        atomic {
            ended_before[0] = ended[0];
            ended_before[1] = ended[1];
            taken_before = taken;
            woken = false;
            announced = false;
            passed = false;
            if
            :: timed = true
            :: timed = false
            fi
        };
check:  take_permit();
        if
        :: woken -> goto returned
        :: !woken && timed -> if :: passed = true; goto returned :: skip fi
        :: !woken && !timed
        fi;
        announce();
        if
        :: announced
        :: !announced && timed -> leave(); goto returned
        :: !announced && !timed -> goto check
        fi;
asleep: kernel_wait();
        if
        :: word == PERMIT
        :: timed && passed
        :: timed && !passed -> passed = true /* by the clock, not by the kernel */
        :: !passed -> goto asleep /* no permit, or an old value */
        fi;
        leave();
        /* The sleeper may spin for the rest of the time. */
        if
        :: woken || !timed
        :: !woken && timed -> take_permit()
        :: !woken && timed
        fi;
        assert(woken || timed);
returned:
        atomic {
            assert(woken == (taken == taken_before + 1));
            assert(woken || taken == taken_before);
            assert(!woken || seen[0] >= ended_before[0]);
            assert(!woken || seen[1] >= ended_before[1])
        }
    od;
    /* At most one permit is left. */
    assert(word != SLEEPING)
}

init {
    atomic {
        run waker(0);
        run waker(1);
        run sleeper()
    }
}
