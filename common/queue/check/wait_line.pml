// SPDX-License-Identifier: BSL-1.0
//
// How threads wait in a `detail::wait_line` and are woken, as a model for Spin: two publishers, two
// waiters, and a barger that takes a thing without waiting. Every interleaving is looked at: 4.1
// million states.
//
// Each step that other threads can see is one step here; what is done with the lock is one, too, if
// others see no more of it than the state word. Publishing, taking, the state word and the lock are
// sequentially consistent: delayed stores are the matter of spsc_order.pml. Things are counted by
// two reads, of what was published and then of what was taken. The parker is a permit; an impatient
// waiter may give up at any time, by a deadline or a cancellation, with a look or without.
//
// Checked: when everybody is at rest, nobody sleeps while a thing lies there, and after close()
// nobody sleeps; each notice under way is of one waiter, and in the end there is none; nobody
// touches a parker whose waiter is gone.

#define WAITERS 2
#define NOBODY WAITERS
#define ENOUGH 255 /* notices: nobody is woken */

byte published = 0;
byte taken = 0;
bool closed = false;

bool locked = false; /* by who notifies */
chan line = [WAITERS] of { byte };
byte notices = 0;
bool notified[WAITERS];
bool permit[WAITERS];
bool gone[WAITERS]; /* with its parker */

/* If it is not closed. */
inline publish() {
    atomic {
        n--;
        if
        :: !closed -> published++
        :: closed
        fi
    }
}

inline leave_permit() {
    assert(!gone[woken]);
    permit[woken] = true;
    woken = NOBODY
}

/* With the lock, which it lets go of. */
inline wake_first() {
    atomic {
        line?woken;
        assert(!gone[woken] && !notified[woken]);
        notified[woken] = true;
        notices++
    };
    atomic { leave_permit(); locked = false }
}

/* At the state word. */
inline look_at_line() {
    atomic {
        seen = (len(line) == 0 -> ENOUGH : notices)
    }
}

/* The first read is of what has been published. */
inline count() {
    things = (things > taken -> things - taken : 0)
}

inline notify_if_needed() {
    if
    :: seen != ENOUGH ->
        things = published;
        atomic { count(); seen = (seen < things -> 0 : ENOUGH); things = 0 };
        if
        :: atomic { seen != ENOUGH && !locked -> locked = true; seen = ENOUGH; things = published };
            count();
            if
            :: atomic { len(line) > 0 && notices < things -> things = 0 };
                wake_first()
            :: atomic { len(line) == 0 || notices >= things -> things = 0; locked = false }
            fi
        :: seen == ENOUGH
        fi
    :: seen == ENOUGH
    fi
}

inline notify() {
    look_at_line();
    notify_if_needed()
}

proctype publisher(byte n) {
    byte seen = ENOUGH;
    byte things = 0;
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

inline look() {
    atomic {
        if
        :: published > taken -> taken++; over = true
        :: published == taken -> over = closed
        fi
    }
}

/* To the front of the line if it was notified in vain. */
inline enter() {
    atomic {
        !locked ->
        if
        :: notified[me] ->
            notified[me] = false;
            notices--;
            line!me;
            do
            :: line?[eval(me)] -> break
            :: else -> line?other; line!other
            od;
            other = NOBODY
        :: !notified[me] -> line!me
        fi
    }
}

inline leave() {
    atomic {
        !locked ->
        if
        :: line??[eval(me)] -> line??eval(me); assert(!notified[me])
        :: else
        fi;
        owes = notified[me];
        passes_on = passes_on || owes
    }
}

proctype waiter(byte me; bool impatient) {
    byte seen = ENOUGH;
    byte things = 0;
    byte woken = NOBODY;
    byte other = NOBODY;
    bool over = false;
    bool expired = false;
    bool owes = false;      /* it has to say that it has acted */
    bool passes_on = false; /* others may have counted on it */

    do
    ::
        enter();
        if
        :: look()
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
            :: look()
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
    :: atomic { owes && !locked -> notified[me] = false; notices--; owes = false }
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
    bool at_rest = false; /* it is closed, and not at any other time */

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
        timeout; /* everybody is done or sleeps */
        assert(published == taken || len(line) == 0);
        assert(notices == 0)
    :: !at_rest
    fi;
    closed = true;
    do
    :: atomic { !locked -> locked = true };
        if
        :: len(line) > 0 -> wake_first()
        :: atomic { len(line) == 0 -> locked = false; break }
        fi
    od;
    _nr_pr == 1;
    assert(notices == 0 && len(line) == 0)
}
