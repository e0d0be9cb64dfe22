// SPDX-License-Identifier: BSL-1.0
//
// The ring for one producer and one consumer (`detail::spsc_ring`) with its two wait queues, as a
// model for Spin: a producer, a consumer, and a thread that closes the ring. Spin searches every
// interleaving and every delay of a store: 2.1 million states.
//
// The stores of producer and consumer go into their buffers (TSO); they reach the memory at any
// time later, in order. Taking the lock of a wait queue waits until the own buffer is empty, the
// heavy fence until each other buffer is empty at some moment. Each wait queue has at most one
// waiter. A sleep ends by a permit or, once for each thread, by a deadline. The producer goes on a
// few times when it is refused because of closing, so that the closing thread meets claims that are
// taken back.
//
// Checked: when all threads are at rest, none sleeps while there is an element, or room, for it,
// and after close() none sleeps. No thread is woken in vain. All that was pushed has been popped
// when a pop returns `closed`. No push succeeds that began after the end of close(). close() ends.

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

bool is_queued[2]; /* each side has a wait queue of its own */
bool permit[2];

byte pushed = 0;
byte popped = 0;
byte at_the_end = 0; /* threads */
bool close_is_over = false;

proctype memory(byte owner) {
    byte target = TAIL;
    byte value = 0;

    do
    :: atomic {
            buffer[owner]?target,value ->
            if
            :: target == TAIL -> tail = value
            :: target == TURN -> turn[(value - 1) % CAPACITY] = value
            :: target == HEAD -> head = value
            fi;
            target = TAIL;
            value = 0
        }
    :: atomic { at_the_end == 2 && len(buffer[owner]) == 0 -> break }
    od
}

/* With the lock of the wait queue. */
inline wake(side) {
    is_queued[side] = false;
    permit[side] = true
}

/* The items for the other side: a thread knows of its own stores. */
inline count_for_other() {
    items = (me == PRODUCER -> ticket - head : CAPACITY + ticket - tail)
}

inline notify_if_needed() {
    if
    :: observed ->
        atomic { count_for_other(); observed = (items > 0) };
        if
        :: atomic {
                observed && len(buffer[me]) == 0 -> /* the lock */
                count_for_other();
                if
                :: is_queued[OTHER] && items > 0 -> wake(OTHER)
                :: else
                fi;
                observed = false;
                items = 0
            }
        :: atomic { !observed -> items = 0 }
        fi
    :: !observed
    fi
}

inline publish(target) {
    atomic { buffer[me]!target,(ticket + 1); ticket++ };
    observed = is_queued[OTHER];
    notify_if_needed()
}

inline push() {
    atomic { late = close_is_over; result = CLOSED };
    if
    :: ticket - cached_head == CAPACITY -> cached_head = head
    :: ticket - cached_head < CAPACITY
    fi;
    if
    :: ticket - cached_head == CAPACITY -> result = (closing -> CLOSED : WAITS)
    :: ticket - cached_head < CAPACITY ->
        buffer[me]!TAIL,ticket + 1;
        observed = closing;
        if
        :: observed ->
            buffer[me]!TAIL,ticket;
            observed = false
        :: !observed ->
            atomic { assert(!late); pushed++; result = DONE };
            publish(TURN)
        fi
    fi;
    late = false
}

inline pop() {
    result = DONE;
    if
    :: turn[ticket % CAPACITY] == ticket + 1
    :: turn[ticket % CAPACITY] != ticket + 1 ->
        if
        :: !closed -> result = WAITS
        :: closed ->
            if
            :: turn[ticket % CAPACITY] == ticket + 1
            :: turn[ticket % CAPACITY] != ticket + 1 -> result = CLOSED
            fi
        fi
    fi;
    if
    :: result == DONE ->
        popped++;
        publish(HEAD)
    :: result != DONE
    fi
}

inline attempt() {
    if
    :: me == PRODUCER -> push()
    :: me == CONSUMER -> pop()
    fi
}

/* The caller has taken the lock since its last store, so that store has arrived. */
inline settle_order() {
    len(buffer[OTHER]) == 0
}

inline enter() {
    atomic { len(buffer[me]) == 0 -> is_queued[me] = true }
}

inline leave() {
    atomic { len(buffer[me]) == 0 -> is_queued[me] = false }
}

/* There is no other waiter to notify afterwards. */
inline wait() {
    enter();
    settle_order();
    attempt();
    if
    :: result != WAITS -> leave()
    :: result == WAITS ->
        if
        :: atomic { permit[me] -> permit[me] = false }
        :: atomic { timeouts > 0 -> timeouts--; expired = true }
        fi;
        leave();
        attempt();
        assert(result != WAITS || expired)
    fi;
    atomic { permit[me] = false; expired = false }
}

proctype thread(byte me) {
    byte ticket = 0; /* the next */
    byte cached_head = 0;
    byte items = 0;
    byte result = WAITS;
    byte refusals = 0;
    byte timeouts = TIMEOUTS;
    bool expired = false;
    bool observed = false;
    bool late = false;

    do
    :: me == CONSUMER || ticket < PUSHES ->
        attempt();
        if
        :: result == WAITS -> wait()
        :: result != WAITS
        fi;
        if
        :: result == CLOSED ->
            if
            :: me == CONSUMER || refusals == REFUSALS -> break
            :: me == PRODUCER && refusals < REFUSALS -> refusals++
            fi
        :: result != CLOSED
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
        /* Another check is worth it. */
        :: claim != 0 && (tail != claim || turn[(claim - 1) % CAPACITY] == claim)
        fi
    od;
    closed = true;
    notify_all(PRODUCER);
    notify_all(CONSUMER);
    close_is_over = true
}

inline notify_all(side) {
    atomic {
        if
        :: is_queued[side] -> wake(side)
        :: !is_queued[side]
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
        timeout; /* each thread sleeps, or is at its end */
        assert(!is_queued[CONSUMER] || pushed == popped);
        assert(!is_queued[PRODUCER] || pushed == popped + CAPACITY)
    :: true
    fi;
    close();
    _nr_pr == 1;
    assert(pushed == popped)
}
