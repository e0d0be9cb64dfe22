// SPDX-License-Identifier: BSL-1.0
//
// How threads wait in a `detail::wait_queue` and are woken, as a model for Spin: two publishers, two
// waiters, and a barger that takes an item without waiting. Spin searches every interleaving: 5.4
// million states.
//
// Each step that other threads can see is one step here. A critical section is one step, too, if
// others see no more of it than the state word. Publishing, taking, the state word and the lock are
// sequentially consistent: spsc_order.pml is about delayed stores. Items are counted by two reads,
// first of those published, then of those taken. The parker is a permit. An impatient waiter may
// give up at any time, by a deadline or a cancellation, with an attempt or without.
//
// Checked: when all threads are at rest, none sleeps while there is an item, and after close() none
// sleeps. Each notification under way belongs to one waiter, and in the end there is none. No
// thread touches a parker whose waiter is gone.

#define WAITERS 2
#define NOBODY WAITERS
#define ENOUGH 255 /* notifications: no waiter is woken */

byte published = 0;
byte taken = 0;
bool closed = false;

bool locked = false; /* by a thread that notifies */
chan waiters = [WAITERS] of { byte };
byte notifications = 0;
bool notified[WAITERS];
bool permit[WAITERS];
bool gone[WAITERS]; /* with its parker */

/* One item, or a batch. Nothing if the queue is closed. */
inline publish() {
    atomic {
        if
        :: n--; published = (closed -> published : published + 1)
        :: n > 1 -> published = (closed -> published : published + n); n = 0
        fi
    }
}

inline leave_permit() {
    assert(!gone[woken]);
    permit[woken] = true;
    woken = NOBODY
}

/* With the lock, which it releases. */
inline wake_first() {
    atomic {
        waiters?woken;
        assert(!gone[woken] && !notified[woken]);
        notified[woken] = true;
        notifications++
    };
    atomic { leave_permit(); locked = false }
}

/* One load of the state word. */
inline read_state() {
    atomic {
        state = (len(waiters) == 0 -> ENOUGH : notifications)
    }
}

/* `items` holds what was published: that was read first. */
inline count() {
    items = (items > taken -> items - taken : 0)
}

inline notify_if_needed() {
    if
    :: state != ENOUGH ->
        items = published;
        atomic { count(); state = (state < items -> 0 : ENOUGH); items = 0 };
        if
        :: atomic { state != ENOUGH && !locked -> locked = true; state = ENOUGH; items = published };
            count();
            if
            :: atomic { len(waiters) > 0 && notifications < items -> items = 0 };
                wake_first()
            :: atomic { len(waiters) == 0 || notifications >= items -> items = 0; locked = false }
            fi
        :: state == ENOUGH
        fi
    :: state == ENOUGH
    fi
}

inline notify() {
    read_state();
    notify_if_needed()
}

proctype publisher(byte n) {
    byte state = ENOUGH;
    byte items = 0;
    byte woken = NOBODY;

    do
    :: n > 0 && !closed ->
        publish();
        notify()
    :: n == 0 || closed -> break
    od
}

proctype barger() {
    if
    :: atomic { published > taken -> taken++ }
    :: true
    fi
}

inline attempt() {
    atomic {
        if
        :: published > taken -> taken++; over = true
        :: published > taken + 1 -> taken = published; over = true /* a batch */
        :: published == taken -> over = closed
        fi
    }
}

/* To the front of the wait queue if it was notified in vain. */
inline enter() {
    atomic {
        !locked ->
        if
        :: notified[me] ->
            notified[me] = false;
            notifications--;
            waiters!me;
            do
            :: waiters?[eval(me)] -> break
            :: else -> waiters?other; waiters!other
            od;
            other = NOBODY
        :: !notified[me] -> waiters!me
        fi
    }
}

inline leave() {
    atomic {
        !locked ->
        if
        :: waiters??[eval(me)] -> waiters??eval(me); assert(!notified[me])
        :: else
        fi;
        owes = notified[me];
        passes_on = passes_on || owes
    }
}

proctype waiter(byte me; bool impatient) {
    byte state = ENOUGH;
    byte items = 0;
    byte woken = NOBODY;
    byte other = NOBODY;
    bool over = false;
    bool expired = false;
    bool owes = false;      /* it has to acknowledge */
    bool passes_on = false; /* others may have counted on it */

    do
    ::
        enter();
        if
        :: attempt()
        :: impatient -> over = true /* cancelled */
        fi;
        if
        :: over
        :: atomic { !over && permit[me] -> permit[me] = false }
        :: atomic { !over && impatient -> expired = true }
        fi;
        leave();
        if
        :: over ->
            break
        :: !over ->
            if
            :: attempt()
            :: impatient /* cancelled */
            fi;
            if
            :: over || impatient -> break
            :: !over && !expired
            fi
        fi
    od;
    atomic { over = false; expired = false; impatient = false };
    if
    :: atomic { owes && !locked -> notified[me] = false; notifications--; owes = false }
    :: !owes
    fi;
    if
    :: passes_on -> notify()
    :: !passes_on
    fi;
    atomic { gone[me] = true; permit[me] = false; passes_on = false }
}

init {
    byte woken = NOBODY;
    bool at_rest = false; /* closed when all are at rest, otherwise at any time */

    atomic {
        if
        :: run publisher(2); run barger(); at_rest = true
        :: run publisher(2); run publisher(1); run barger(); at_rest = true
        :: run publisher(1)
        fi;
        if
        :: run waiter(0, true)
        :: run waiter(0, false)
        fi;
        run waiter(1, false)
    };
    if
    :: at_rest ->
        timeout; /* each thread is done or sleeps */
        assert(published == taken || len(waiters) == 0);
        assert(notifications == 0)
    :: !at_rest
    fi;
    closed = true;
    do
    :: atomic { !locked -> locked = true };
        if
        :: len(waiters) > 0 -> wake_first()
        :: atomic { len(waiters) == 0 -> locked = false; break }
        fi
    od;
    _nr_pr == 1;
    assert(notifications == 0 && len(waiters) == 0)
}
