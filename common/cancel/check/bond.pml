// SPDX-License-Identifier: BSL-1.0
//
// How a source stops following a standalone token, as a model for Spin: `standalone_leader`, and
// the end of a state. (sharing.pml has handlers in lists, tree.pml sources that follow sources.)
//
// Modelled: a token, and one source that follows it, with one reference to it. The token may be
// cancelled, then it ends when that call is over; the source's last reference is given up at any
// moment, or by the canceller, which takes one of its own. What is done under the token's mutex is
// a step of its own where nothing in it waits.
//
// Checked: the token is not touched after its end, nor the handler after that of the source; the
// handler is registered no more when the token ends; and no thread waits for ever.
//
// bond.mutants.txt has the mistakes; each must be found out.

#define IDLE 0
#define LISTED 1 /* in the token's list, which becomes the canceller's */
#define RUNNING 2
#define RAN 3
#define REMOVED 4

#define FOLLOWS 0
#define LEAVES 1
#define LEFT 2

byte handler = LISTED;
byte bond = FOLLOWS;
byte followers = 1;
byte references = 1;
bool collected = false;
bool delivered = false;
bool will_be_cancelled;
bool mutex = false;
bool token_gone = false;
bool handler_gone = false;

inline lock() {
    atomic { !mutex -> assert(!token_gone); mutex = true }
}

inline unlock() {
    atomic { assert(mutex && !token_gone); mutex = false }
}

inline begin_to_leave(begun) {
    atomic {
        assert(!handler_gone);
        begun = (bond == FOLLOWS);
        bond = (begun -> LEAVES : bond)
    }
}

inline have_left() {
    atomic { assert(!handler_gone); bond = LEFT }
}

inline count_out() {
    lock();
    followers--;
    unlock()
}

/* With the mutex. */
inline unregister() {
    atomic { assert(handler != REMOVED); handler = REMOVED };
    unlock()
}

/* One that is running is waited for. */
proctype user_of_the_source() {
    bool begun;
    bool last;

    atomic { references--; last = (references == 0) };
    if
    :: last ->
        begin_to_leave(begun);
        if
        :: begun ->
            lock();
            if
            :: handler == RUNNING ->
                unlock();
                handler == RAN;
                lock()
            :: handler != RUNNING
            fi;
            unregister();
            count_out();
            have_left()
        :: !begun
        fi;
        bond == LEFT;
        handler_gone = true
    :: !last
    fi
}

proctype canceller() {
    bool begun;
    bool refers;
    bool runs = false;

    lock();
    collected = true;
    unlock();
    lock();
    if
    :: handler == LISTED -> handler = RUNNING; runs = true
    :: handler != LISTED
    fi;
    unlock();
    if
    :: runs ->
        atomic { assert(!handler_gone); refers = (references > 0); references = references + refers };
        if
        :: refers ->
            begin_to_leave(begun);
            assert(begun);
            lock();
            unregister();
            count_out();
            have_left();
            atomic { references--; handler_gone = (references == 0) }
        :: !refers
        fi;
        lock();
        if
        :: handler == RUNNING -> assert(!handler_gone); handler = RAN
        :: handler != RUNNING
        fi;
        unlock()
    :: !runs
    fi;
    delivered = true
}

/* The token's list, until it is the canceller's. */
proctype owner_of_the_token() {
    bool begun;

    (!will_be_cancelled || collected);
    (!collected || delivered);
    do
    :: lock();
        if
        :: !collected && handler == LISTED ->
            begin_to_leave(begun);
            if
            :: begun -> handler = REMOVED; followers--; have_left()
            :: !begun
            fi
        :: collected || handler != LISTED
        fi;
        if
        :: followers == 0 -> unlock(); break
        :: followers != 0 -> unlock(); followers == 0
        fi
    od;
    assert(handler == REMOVED);
    token_gone = true
}

init {
    atomic {
        if
        :: will_be_cancelled = true; run canceller()
        :: will_be_cancelled = false
        fi;
        run user_of_the_source();
        run owner_of_the_token()
    }
}
