// SPDX-License-Identifier: BSL-1.0
//
// The process's list of registries as a fork finds it, as a model for Spin: one thread makes a
// registry, uses it and ends it, another one uses it, too, and a third one forks at any moment. The
// child makes a registry of its own and uses the one that it has from its parent.
//
// Modelled:
// - Each step that other threads can see is one step here. A mutex is who has it. What it guards
//   is half changed for a moment: the list, and one registry's own things, for which one mutex
//   stands here in place of three.
// - The functions that a fork calls before and after are those that were installed when it began.
//   The child's memory is its parent's at one moment, with no thread but the one that forked.
//
// Checked:
// - every thread comes to its end, in the child, too: one that waits for ever for a mutex is an
//   invalid end state;
// - the child finds nothing half changed.
//
// forked.mutants.txt has the mistakes; each must be found out.

#define PARENT 0
#define CHILD 1

#define FREE 0
#define MAKER 1
#define USER 2
#define FORKER 3 /* in the child, too */

byte list[2] = FREE;   /* mutexes, and who has them */
byte things[2] = FREE; /* of the one registry that the parent makes */
bool is_listed[2];
bool list_is_half[2];
bool things_are_half[2];
bool installed = false; /* before the program begins */
bool is_used = false;

inline lock(mutex, me) {
    atomic { mutex == FREE -> mutex = me }
}
inline unlock(mutex) {
    mutex = FREE
}

inline change_list(process, me, to) {
    lock(list[process], me);
    list_is_half[process] = true;
    atomic { is_listed[process] = to; list_is_half[process] = false };
    unlock(list[process])
}

inline use(process, me) {
    lock(things[process], me);
    things_are_half[process] = true;
    things_are_half[process] = false;
    unlock(things[process])
}

proctype maker() {
    change_list(PARENT, MAKER, true);
    use(PARENT, MAKER);
    is_used; /* the end comes last */
    change_list(PARENT, MAKER, false)
}

proctype user() {
    is_listed[PARENT];
    use(PARENT, USER);
    is_used = true
}

proctype forker() {
    bool before;
    bool locked_things;

    before = installed;
    if
    :: before ->
        lock(list[PARENT], FORKER);
        if
        :: is_listed[PARENT] -> lock(things[PARENT], FORKER); locked_things = true
        :: !is_listed[PARENT]
        fi
    :: !before
    fi;
    d_step { /* fork() */
        list[CHILD] = list[PARENT];
        things[CHILD] = things[PARENT];
        is_listed[CHILD] = is_listed[PARENT];
        list_is_half[CHILD] = list_is_half[PARENT];
        things_are_half[CHILD] = things_are_half[PARENT]
    };
    d_step { /* the child's turn afterwards */
        if
        :: before -> list[CHILD] = FREE
        :: else
        fi;
        if
        :: locked_things -> things[CHILD] = FREE
        :: else
        fi
    };
    if
    :: locked_things -> unlock(things[PARENT])
    :: !locked_things
    fi;
    if
    :: before -> unlock(list[PARENT])
    :: !before
    fi;

    /* From here on it is the child's only thread. */
    assert(!list_is_half[CHILD]);
    if
    :: is_listed[CHILD] -> assert(!things_are_half[CHILD]); use(CHILD, FORKER)
    :: !is_listed[CHILD]
    fi;
    change_list(CHILD, FORKER, true)
}

init {
    atomic {
        installed = true;
        run maker();
        run user();
        run forker()
    }
}
