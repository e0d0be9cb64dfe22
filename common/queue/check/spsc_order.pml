// SPDX-License-Identifier: BSL-1.0
//
// The ring for one producer and one consumer (`detail::spsc_ring`) with its two wait lines, as a
// model for Spin: a producer, a consumer, and somebody who closes the ring. Every interleaving is
// looked at, and every delay of a store: 2.1 million states.
//
// What producer and consumer store goes into their buffers (TSO), from which it reaches the memory
// at any time later, in order. Taking a line's lock waits until the own buffer is empty, the heavy
// fence for a moment at which each other one is. Each line has one waiter at the most. A sleep ends
// by a permit or, once for each thread, by a deadline. The producer goes on a few times when it is
// refused because of closing, so that somebody who closes meets claims that are taken back.
//
// Checked: when everybody is at rest, nobody sleeps while there is an element, or room, for it, and
// after close() nobody sleeps; nobody is woken in vain; what was pushed has been popped when a pop
// says `closed`, and no push succeeds that began after the end of close(); close() ends.

#define CAPACITY 2
#define PUSHES 3
#define REFUSALS 2
#define TIMEOUTS 1

#define PRODUCER 0
#define CONSUMER 1
#define OTHER (1 - me)

#define TAIL 0
#define TURN 1
#define HEAD 2

#define WAITS 0 /* full, or empty */
#define DONE 1
#define CLOSED 2

byte tail = 0;
byte head = 0;
byte turn[CAPACITY] = 0;
bool closing = false;
bool closed = false;
chan buffer[2] = [3] of { byte, byte };

bool in_line[2]; /* each in a line of its own */
bool permit[2];

byte pushed = 0;
byte popped = 0;
byte at_the_end = 0; /* threads */
bool close_is_over = false;

proctype memory(byte owner) {
    byte where = TAIL;
    byte value = 0;

    do
    :: atomic {
            buffer[owner]?where,value ->
            if
            :: where == TAIL -> tail = value
            :: where == TURN -> turn[(value - 1) % CAPACITY] = value
            :: where == HEAD -> head = value
            fi;
            where = TAIL;
            value = 0
        }
    :: atomic { at_the_end == 2 && len(buffer[owner]) == 0 -> break }
    od
}

/* With the lock. */
inline wake(who) {
    in_line[who] = false;
    permit[who] = true
}

/* How many there are for the other one: a thread knows of its own stores. */
inline count_for_other() {
    things = (me == PRODUCER -> ticket - head : CAPACITY + ticket - tail)
}

inline notify_if_seen() {
    if
    :: seen ->
        atomic { count_for_other(); seen = (things > 0) };
        if
        :: atomic {
                seen && len(buffer[me]) == 0 -> /* the lock */
                count_for_other();
                if
                :: in_line[OTHER] && things > 0 -> wake(OTHER)
                :: else
                fi;
                seen = false;
                things = 0
            }
        :: atomic { !seen -> things = 0 }
        fi
    :: !seen
    fi
}

inline publish(where) {
    atomic { buffer[me]!where,(ticket + 1); ticket++ };
    seen = in_line[OTHER];
    notify_if_seen()
}

inline push() {
    atomic { late = close_is_over; found = CLOSED };
    if
    :: ticket - head_seen == CAPACITY -> head_seen = head
    :: ticket - head_seen < CAPACITY
    fi;
    if
    :: ticket - head_seen == CAPACITY -> found = (closing -> CLOSED : WAITS)
    :: ticket - head_seen < CAPACITY ->
        buffer[me]!TAIL,ticket + 1;
        seen = closing;
        if
        :: seen ->
            buffer[me]!TAIL,ticket;
            seen = false
        :: !seen ->
            atomic { assert(!late); pushed++; found = DONE };
            publish(TURN)
        fi
    fi;
    late = false
}

inline pop() {
    found = DONE;
    if
    :: turn[ticket % CAPACITY] == ticket + 1
    :: turn[ticket % CAPACITY] != ticket + 1 ->
        if
        :: !closed -> found = WAITS
        :: closed ->
            if
            :: turn[ticket % CAPACITY] == ticket + 1
            :: turn[ticket % CAPACITY] != ticket + 1 -> found = CLOSED
            fi
        fi
    fi;
    if
    :: found == DONE ->
        popped++;
        publish(HEAD)
    :: found != DONE
    fi
}

inline look() {
    if
    :: me == PRODUCER -> push()
    :: me == CONSUMER -> pop()
    fi
}

/* What the caller stored before has arrived: it has taken the lock since. */
inline settle_order() {
    len(buffer[OTHER]) == 0
}

inline enter() {
    atomic { len(buffer[me]) == 0 -> in_line[me] = true }
}

inline leave() {
    atomic { len(buffer[me]) == 0 -> in_line[me] = false }
}

/* There is nobody else whom it could notify after it has acted. */
inline wait() {
    enter();
    settle_order();
    look();
    if
    :: found != WAITS -> leave()
    :: found == WAITS ->
        if
        :: atomic { permit[me] -> permit[me] = false }
        :: atomic { timeouts > 0 -> timeouts--; expired = true }
        fi;
        leave();
        look();
        assert(found != WAITS || expired)
    fi;
    atomic { permit[me] = false; expired = false }
}

proctype thread(byte me) {
    byte ticket = 0; /* the next */
    byte head_seen = 0;
    byte things = 0;
    byte found = WAITS;
    byte refusals = 0;
    byte timeouts = TIMEOUTS;
    bool expired = false;
    bool seen = false;
    bool late = false;

    do
    :: me == CONSUMER || ticket < PUSHES ->
        look();
        if
        :: found == WAITS -> wait()
        :: found != WAITS
        fi;
        if
        :: found == CLOSED ->
            if
            :: me == CONSUMER || refusals == REFUSALS -> break
            :: me == PRODUCER && refusals < REFUSALS -> refusals++
            fi
        :: found != CLOSED
        fi
    :: me == PRODUCER && ticket == PUSHES -> break
    od;
    at_the_end++
}

inline close() {
    closing = true;
    if
    :: len(buffer[PRODUCER]) == 0 -> len(buffer[CONSUMER]) == 0
    :: len(buffer[CONSUMER]) == 0 -> len(buffer[PRODUCER]) == 0
    fi;
    do
    :: claim = tail;
        if
        :: claim == 0 || turn[(claim - 1) % CAPACITY] == claim -> break
        /* Another look is worth it. */
        :: claim != 0 && (tail != claim || turn[(claim - 1) % CAPACITY] == claim)
        fi
    od;
    closed = true;
    notify_all(PRODUCER);
    notify_all(CONSUMER);
    close_is_over = true
}

inline notify_all(who) {
    atomic {
        if
        :: in_line[who] -> wake(who)
        :: !in_line[who]
        fi
    }
}

init {
    byte claim = 0;

    atomic {
        run memory(PRODUCER);
        run memory(CONSUMER);
        run thread(PRODUCER);
        run thread(CONSUMER)
    };
    if
    :: true ->
        timeout; /* all are asleep, or at the end */
        assert(!in_line[CONSUMER] || pushed == popped);
        assert(!in_line[PRODUCER] || pushed == popped + CAPACITY)
    :: true
    fi;
    close();
    _nr_pr == 1;
    assert(pushed == popped)
}
