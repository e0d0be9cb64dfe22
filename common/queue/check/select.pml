// SPDX-License-Identifier: BSL-1.0
//
// A select that waits in two wait queues, as a model for Spin: the protocol of `detail::joint_wait`
// and of `detail::waiting_select`. A thread waits in queue 0 only, publishers bring items to both
// queues, a barger takes an item without waiting, and a token or a deadline may end the select. Spin
// searches every interleaving.
//
// The wait queue is the one of wait_queue.pml, in fewer steps. Here a notification walks over the
// nodes, because it may meet a select that it cannot claim. A process of its own notifies, so that
// each step occurs once in the model. An operation that would wait is an attempt that fails.
//
// Checked: when all threads are at rest, neither the thread nor the select sleeps while one of its
// queues has an item or its token is cancelled. After close() neither sleeps. The select takes at
// most one item. In the end no notification is under way. No thread touches a select that is gone.

#define QUEUES 2
#define WAITER 2 /* the node of the thread; a node of the select has the number of its queue */
#define NODES 3
#define NOBODY NODES
#define ENOUGH 255 /* notifications: no waiter is woken */

/* The states of the joint wait. */
#define OPEN 0
#define MARKED 1
#define WAITING 2
#define CLAIMED 3

/* The events that claim the joint wait: a queue has its number. */
#define TOKEN 2
#define DEADLINE 3

byte published[QUEUES];
byte taken[QUEUES];
bool closed[QUEUES];

bool locked[QUEUES]; /* by a thread that notifies */
chan waiters[QUEUES] = [NODES] of { byte };
byte notifications[QUEUES];
bool notified[NODES];

byte joint = OPEN;
byte winner = 0;
bool select_permit = false;
bool waiter_permit = false;
bool cancelled = false;
bool handler_runs = false;
bool gone = false; /* the select */

/* One compare-and-swap. */
inline claim(event) {
    if
    :: joint == OPEN -> joint = MARKED
    :: joint == WAITING -> joint = CLAIMED; winner = event; claims = true
    :: joint == MARKED || joint == CLAIMED
    fi
}

inline wake_select() {
    atomic { assert(!gone && joint == CLAIMED && !select_permit); select_permit = true }
}

/* A step of the walk over the nodes: a node that takes no notification goes to the end. */
inline examine() {
    left--;
    waiters[q]?<woken>;
    if
    :: woken == WAITER -> claims = true
    :: woken != WAITER -> claim(q)
    fi;
    if
    :: claims -> left = 0; claims = false
    :: !claims -> waiters[q]?woken; waiters[q]!woken; woken = NOBODY
    fi
}

/* Notifies the first waiter if there are more items than notifications, or all waiters. */
proctype notifier(byte q; bool all) {
    byte left = 0;
    byte woken = 0;
    bool claims = false;

    left = (len(waiters[q]) == 0 -> ENOUGH : notifications[q]);
    do
    :: atomic { all || left < published[q] - taken[q] ->
            left = 0
        };
        atomic {
            !locked[q] ->
            locked[q] = true;
            left = (all || notifications[q] < published[q] - taken[q] -> len(waiters[q]) : 0);
            woken = NOBODY
        };
        do
        :: atomic { left > 0 -> examine() }
        :: left == 0 -> break
        od;
        if
        :: atomic { woken == NOBODY -> locked[q] = false; break }
        :: atomic { woken != NOBODY ->
                waiters[q]?woken;
                notified[woken] = true;
                notifications[q]++;
                waiter_permit = waiter_permit || woken == WAITER;
                locked[q] = false
            };
            if
            :: woken != WAITER -> wake_select()
            :: woken == WAITER
            fi;
            if
            :: all
            :: !all -> break
            fi
        fi
    :: atomic { !all && left >= published[q] - taken[q] -> break }
    od
}

proctype publisher(byte q; byte n) {
    do
    :: atomic { n > 0 && !closed[q] -> n--; published[q]++; run notifier(q, false) }
    :: n == 0 || closed[q] -> break
    od
}

proctype barger() {
    if
    :: atomic { published[0] > taken[0] -> taken[0]++ }
    :: atomic { published[1] > taken[1] -> taken[1]++ }
    :: true
    fi
}

/* The handler of the token is registered during the whole select. */
proctype canceller() {
    bool claims = false;

    cancelled = true;
    if
    :: atomic { !gone -> handler_runs = true };
        atomic { assert(!gone); claim(TOKEN) };
        if
        :: claims -> wake_select()
        :: !claims
        fi;
        handler_runs = false
    :: gone
    fi
}

/* To the front of the wait queue if the node was notified in vain. */
inline enter(q, node) {
    waiters[q]!node;
    if
    :: notified[node] ->
        notified[node] = false;
        notifications[q]--;
        do
        :: waiters[q]?[eval(node)] -> break
        :: else -> waiters[q]?other; waiters[q]!other
        od;
        other = 0
    :: !notified[node]
    fi
}

inline leave(q, node) {
    atomic {
        !locked[q] ->
        if
        :: waiters[q]??[eval(node)] -> waiters[q]??eval(node); assert(!notified[node])
        :: else
        fi;
        passes_on[q] = passes_on[q] || notified[node]
    }
}

inline attempt(q) {
    atomic {
        if
        :: !over && published[q] > taken[q] -> taken[q]++; over = true; items++
        :: !over && published[q] == taken[q] -> over = closed[q]
        :: over
        fi
    }
}

/* Ends the notification, and passes on what others may have counted on. */
inline finish(q, node) {
    if
    :: atomic { notified[node] && !locked[q] -> notified[node] = false; notifications[q]-- }
    :: !notified[node]
    fi;
    if
    :: passes_on[q] -> run notifier(q, false)
    :: !passes_on[q]
    fi
}

inline attempt_all() {
    over = cancelled;
    attempt(0);
    attempt(1)
}

inline await_event() {
    if
    :: atomic { select_permit -> select_permit = false }
    :: atomic { impatient && joint == WAITING -> joint = CLAIMED; winner = DEADLINE }
    fi
}

proctype selector(bool impatient) {
    byte entered = 0;
    byte other = 0;
    byte items = 0;
    bool over = false;
    bool slept = false;
    bool passes_on[QUEUES];

    do
    ::
        joint = OPEN;
        do
        :: atomic { entered < QUEUES && !locked[entered] ->
                enter(entered, entered);
                entered++
            }
        :: atomic { entered == QUEUES -> entered = 0; break }
        od;
        attempt_all();
        if
        :: atomic { !over && joint == OPEN -> joint = WAITING };
            await_event();
            slept = true
        :: over || joint == MARKED
        fi;
        leave(0, 0);
        leave(1, 1);
        if
        :: slept ->
            slept = false;
            attempt_all();
            over = over || winner >= TOKEN
        :: !slept
        fi;
        if
        :: over -> break
        :: !over
        fi
    od;
    assert(items <= 1);
    atomic { over = false; items = 0 };
    finish(0, 0);
    finish(1, 1);
    atomic { !handler_runs -> gone = true }
}

proctype waiter() {
    byte other = 0;
    byte items = 0;
    bool over = false;
    bool passes_on[1];

    do
    ::
        atomic { !locked[0] -> enter(0, WAITER) };
        attempt(0);
        if
        :: over
        :: atomic { !over && waiter_permit -> waiter_permit = false }
        fi;
        leave(0, WAITER);
        attempt(0);
        if
        :: over -> break
        :: !over
        fi
    od;
    atomic { over = false; items = 0 };
    finish(0, WAITER);
    waiter_permit = false
}

init {
    bool at_rest = true; /* closed when all are at rest, otherwise at any time */

    atomic {
        if
        :: run publisher(0, 1); run publisher(1, 1); run barger(); run selector(false)
        :: run publisher(0, 2); run selector(true)
        :: run publisher(0, 2); run canceller(); run selector(false)
        :: run publisher(0, 1); run selector(false); at_rest = false
        fi;
        run waiter()
    };
    if
    :: at_rest ->
        timeout; /* each thread is done or sleeps */
        assert(published[0] == taken[0] || len(waiters[0]) == 0);
        assert(published[1] == taken[1] || gone);
        assert(!cancelled || gone);
        assert(notifications[0] == 0 && notifications[1] == 0)
    :: !at_rest
    fi;
    closed[1] = true;
    run notifier(1, true);
    closed[0] = true;
    run notifier(0, true);
    _nr_pr == 1;
    assert(notifications[0] == 0 && notifications[1] == 0);
    assert(len(waiters[0]) == 0 && len(waiters[1]) == 0)
}
