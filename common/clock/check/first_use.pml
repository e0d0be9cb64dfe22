// SPDX-License-Identifier: BSL-1.0
//
// An object that is made at its first use in a process that may fork at any moment, as a model for Spin: the
// calibration of the clock, and the process's registry of liveness. Threads of the parent use it,
// one of them forks, and the child, which has a copy of that thread alone and starts another one,
// uses it too.
//
// Modelled:
// - Each step that other threads can see is one step here. An object is named by its maker: both
//   processes have it at the same address. The child's memory is its parent's at one moment: what
//   another thread was in the middle of is left there half made, for ever.
// - Visibility. `written` says that an object is whole, `knows` that a thread must see that: the
//   maker does, and each thread that acquires the pointer that was published after it.
//
// Checked:
// - every use comes to an end, in the child, too: a thread that waits for ever is an invalid end
//   state;
// - all uses in a process are of one object, which is whole, is known to be, and was not destroyed;
// - the child uses what its parent had found before the fork.
//
// first_use.mutants.txt has the mistakes; each must be found out.

#define USERS 5 /* two threads of the parent, the one that forks, and two of the child */
#define FORKER 2
#define COPY 3  /* in the child, of the one that forked */
#define OTHER 4 /* in the child, started there */
#define NONE 255

#define PARENT 0
#define CHILD 1

#define OF(process, object) ((process) * USERS + (object))

byte found[2] = NONE;
byte used[2] = NONE; /* by all that were ready so far */
bool begun[2];       /* a guard: a thread is at work */
bool written[10];    /* OF(process, object) */
bool destroyed[10];
bool knows[25];      /* user * USERS + object */
byte found_at_fork = NONE;

inline look(me, process, there) {
    atomic {
        there = found[process];
        if
        :: there != NONE && written[OF(process, there)] -> knows[me * USERS + there] = true
        :: else
        fi
    }
}

inline use(me, process, object) {
    atomic {
        assert(written[OF(process, object)]);
        assert(knows[me * USERS + object]);
        assert(!destroyed[OF(process, object)]);
        assert(used[process] == NONE || used[process] == object);
        assert(process == PARENT || found_at_fork == NONE || object == found_at_fork);
        used[process] = object
    }
}

inline make_whole(me, process) {
    atomic {
        written[OF(process, me)] = true;
        knows[me * USERS + me] = true
    }
}

inline publish(me, process, there) {
    make_whole(me, process);
    atomic { /* one compare_exchange */
        if
        :: found[process] == NONE -> found[process] = me; there = me
        :: else -> look(me, process, there)
        fi
    };
    if
    :: there == me
    :: there != me ->
        destroyed[OF(process, me)] = true;
    fi
}

inline get(me, process, there) {
    look(me, process, there);
    if
    :: there != NONE
    :: there == NONE ->
        publish(me, process, there)
    fi
}

proctype user(byte me) {
    byte there;
    get(me, PARENT, there);
    use(me, PARENT, there);
    look(me, PARENT, there); /* and again */
    use(me, PARENT, there)
}

proctype child(byte me) {
    byte there;
    get(me, CHILD, there);
    use(me, CHILD, there)
}

/* Forks before it uses it, or after. */
proctype forker() {
    byte there;
    byte i;
    bool uses_first;

    if
    :: uses_first = true
    :: uses_first = false
    fi;
    if
    :: uses_first -> get(FORKER, PARENT, there); use(FORKER, PARENT, there)
    :: !uses_first
    fi;
    d_step {
        found[CHILD] = found[PARENT];
        begun[CHILD] = begun[PARENT];
        found_at_fork = found[PARENT];
        i = 0;
        do
        :: i < USERS ->
            written[OF(CHILD, i)] = written[OF(PARENT, i)];
            destroyed[OF(CHILD, i)] = destroyed[OF(PARENT, i)];
            knows[COPY * USERS + i] = knows[FORKER * USERS + i];
            knows[OTHER * USERS + i] = knows[FORKER * USERS + i];
            i++
        :: else -> break
        od;
        i = 0
    };
    atomic {
        run child(COPY);
        run child(OTHER)
    }
}

init {
    atomic {
        run user(0);
        run user(1);
        run forker()
    }
}
