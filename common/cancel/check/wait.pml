// SPDX-License-Identifier: BSL-1.0
//
// A cancellable wait in a condition variable, as a model for Spin: a waiter with or without a
// predicate, which is cancelled; another consumer of the same condition, which is not; a producer of
// one thing; a canceller with or without the mutex of the wait; the repeater. Every interleaving is
// looked at.
//
// Modelled:
// - Going to sleep and letting go of the mutex is one step. A notification wakes sleepers only, and
//   `notify_one` any of them. The waiter registers, and then sleeps, in two steps with the mutex.
// - A registration is refused if the token is cancelled already. A thread that unregisters a handler that
//   runs waits for it. How that is done is the matter of state.pml.
// - The repeater repeats what it was told any time while the waiter sleeps, and twice while it does
//   not. It is started by the waiter before it sleeps, or that fails: then the waiter wakes any time
//   by itself. The process may fork while the waiter evaluates its predicate; the rest of the model
//   is then the child, which has no repeater yet.
// - The waiter's frame, with its handler, is gone when it has left.
//
// Checked:
// - the predicate holds when the wait says so and has returned;
// - the handler and the repeater do not touch a frame that is gone;
// - in the end, the waiter has left, the canceller too, and the other consumer sleeps only if there
//   is nothing for it.
//
// wait.mutants.txt has the mistakes; each must be found out.

#define WAITER 0
#define OTHER 1
#define CANCELLER 2
#define PRODUCER 3
#define REPEATER 4
#define NOBODY 5

#define NONE 0 /* of the handler */
#define REGISTERED 1
#define RUNNING 2

byte mutex = NOBODY;
bool sleeping[2] = false;
byte things = 0;

bool cancelled = false;
byte handler = NONE;
bool gone = true; /* the waiter's frame */

bool has_repeater = false;
bool told = false;   /* the repeater's list */
bool giving = false; /* the repeater's mutex */
bool ended = false;

inline lock(by) {
    atomic { mutex == NOBODY -> mutex = by }
}

inline unlock() {
    mutex = NOBODY
}

inline notify_one() {
    atomic {
        if
        :: sleeping[WAITER] -> sleeping[WAITER] = false
        :: sleeping[OTHER] -> sleeping[OTHER] = false
        :: !sleeping[WAITER] && !sleeping[OTHER]
        fi
    }
}

/* On the waiter's behalf. */
inline notify_all() {
    atomic {
        assert(!gone);
        sleeping[WAITER] = false;
        sleeping[OTHER] = false
    }
}

inline look_for_repeater() {
    atomic {
        if
        :: has_repeater
        :: !has_repeater -> has_repeater = true
        :: !has_repeater /* there is no thread to be had */
        fi;
        for_long = has_repeater
    }
}

inline sleep() {
    look_for_repeater();
    atomic { sleeping[WAITER] = true; unlock() };
    if
    :: !sleeping[WAITER]
    :: !for_long -> sleeping[WAITER] = false
    fi;
    lock(WAITER)
}

inline begin() {
    atomic {
        gone = false;
        if
        :: cancelled -> refused = true
        :: !cancelled -> handler = REGISTERED
        fi
    }
}

/* The end of the guard, and of what the repeater was told. */
inline leave() {
    atomic { handler != RUNNING -> handler = NONE };
    atomic { !giving -> told = false };
    gone = true
}

proctype wait_with_predicate() {
    bool refused = false;
    bool for_long = false;
    bool holds = false;
    lock(WAITER);
    if
    :: things > 0 -> holds = true
    :: things == 0 ->
        begin();
        do
        :: cancelled -> holds = things > 0; break
        :: !cancelled ->
            sleep();
            if
            :: atomic { things > 0 -> holds = true }; break
            :: things == 0
            :: atomic { things == 0 && !cancelled -> has_repeater = false } /* a fork */
            fi
        od;
        leave()
    fi;
    if
    :: holds -> assert(things > 0); things--
    :: !holds
    fi;
    unlock();
    ended = true
}

proctype wait_without_predicate() {
    bool refused = false;
    bool for_long = false;
    bool away = false;
    lock(WAITER);
    do
    :: things > 0 -> things--; break
    :: things == 0 ->
        begin();
        if
        :: refused -> away = true
        :: !refused ->
            sleep();
            if
            :: cancelled ->
                away = true;
                notify_one()
            :: !cancelled
            fi
        fi;
        leave();
        if
        :: away -> break
        :: !away
        fi
    od;
    unlock();
    ended = true
}

active proctype canceller() {
    bool has_mutex = false;
    if
    :: lock(CANCELLER); has_mutex = true
    :: true
    fi;
    cancelled = true;
    if
    :: atomic { handler == REGISTERED -> handler = RUNNING };
        if
        :: atomic { mutex == NOBODY -> mutex = CANCELLER };
            unlock();
            notify_all()
        :: mutex != NOBODY ->
            notify_all();
            atomic { !giving -> assert(!gone); told = true }
        fi;
        handler = NONE
    :: handler != REGISTERED
    fi;
    if
    :: has_mutex -> unlock()
    :: !has_mutex
    fi
}

active proctype repeater() {
    byte in_vain = 2;
end:
    do
    :: atomic { told && has_repeater && sleeping[WAITER] -> giving = true };
        notify_all();
        giving = false
    :: atomic { told && has_repeater && !sleeping[WAITER] && in_vain > 0 -> giving = true };
        in_vain--;
        notify_all();
        giving = false
    :: ended -> break
    od
}

active proctype producer() {
    lock(PRODUCER);
    things++;
    unlock();
    notify_one()
}

active proctype other() {
    lock(OTHER);
    do
    :: things > 0 -> things--; break
    :: things == 0 ->
        atomic { sleeping[OTHER] = true; unlock() };
end:
        !sleeping[OTHER];
        lock(OTHER)
    od;
    unlock()
}

/* When no process can go on. */
active proctype judge() {
    timeout ->
    assert(ended);
    assert(things == 0 || !sleeping[OTHER])
}

init {
    if
    :: run wait_with_predicate()
    :: run wait_without_predicate()
    fi
}
