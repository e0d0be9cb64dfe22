// SPDX-License-Identifier: BSL-1.0
//
// How sources that follow one another are marked as cancelled, as a model for Spin: `source_state`
// without its handlers, two of four sources cancelled by a thread each, any two, and a new source
// that comes to follow any of them meanwhile. (state.pml has the handlers of one source.)
//
//     0   1        2 follows 0 and 1, 3 follows 2, and 4 is the new one.
//      \ /
//       2
//       |
//       3
//
// Modelled: a source's mutex makes each step atomic that is taken under it. A canceller marks
// its source, and then, source by source, those that follow, each in a step of its own.
//
// Checked: when `cancel()` has returned, true or false, all that follow are marked; when
// `following()` has returned, a source whose leader was cancelled by a call that has returned is
// marked too; no thread waits for ever.
//
// tree.mutants.txt has the mistakes; each must be found out.

#define SOURCES 5
#define NEW 4

bool marked[SOURCES];
bool linked = false; /* the new one is known to its leader */
byte leader = 0;     /* of the new one */
bool marking = false;

#define follows(one, other) \
    ((one == 2 && other < 2) || (one == 3 && other == 2) || \
     (one == NEW && linked && other == leader))
#define has_followers(one) (one < 3 || (linked && one == leader))

inline expect_all_below(one) {
    atomic {
        assert(marked[one]);
        assert(one > 2 || marked[3]);
        assert(one > 1 || marked[2]);
        assert(!(linked && (one == leader || (one < 3 && leader == 3) ||
                            (one < 2 && leader == 2))) || marked[NEW])
    }
}

/* Marks those that follow `leading`, one step each. */
inline mark_followers(leading) {
    each = 2;
    do
    :: each < SOURCES ->
        atomic {
            if
            :: follows(each, leading) && !marked[each] -> marked[each] = true; mine[each] = true
            :: else
            fi;
            each++
        }
    :: each == SOURCES -> break
    od
}

proctype canceller(byte source) {
    bool mine[SOURCES] = false;
    byte each;
    byte one = 0;
    bool alone = false;

    atomic {
        if
        :: !has_followers(source) -> alone = true; marked[source] = true
        :: has_followers(source)
        fi
    }
    if
    :: alone
    :: !alone ->
        atomic { !marking -> marking = true };
        atomic {
            mine[source] = !marked[source];
            marked[source] = true
        }
        /* Those that follow have higher numbers. */
        do
        :: one < SOURCES ->
            if
            :: mine[one] -> mark_followers(one)
            :: !mine[one]
            fi;
            one++
        :: one == SOURCES -> break
        od;
        marking = false
    fi;
    expect_all_below(source)
}

proctype follower() {
    atomic {
        if
        :: !marked[leader] -> linked = true
        :: marked[leader] -> marked[NEW] = true
        fi
    }
}

init {
    byte first;
    byte second;

    atomic {
        select(first : 0 .. 3);
        select(second : 0 .. 3);
        select(leader : 0 .. 3);
        run canceller(first);
        run canceller(second);
        run follower()
    }
}
