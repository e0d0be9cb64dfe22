// SPDX-License-Identifier: BSL-1.0
//
// When basic_round_robin looks at the clock, as a model for Spin: a thread with fibers, whose turns
// are short or long, its dispatcher and its sleeps; another thread that rings; and a limit, whose
// time comes in the middle of any turn or of any sleep.
//
// Modelled:
// - Picks are counted down between two looks. The dispatcher also runs after a ring, or if no fiber
//   is ready: then it keeps what was left of them, but one if these are the most there may be.
// - How many picks the next look leaves depends on how long those since the last one took, and is
//   no more than the most, or than fibers are ready then.
// - The dispatcher also runs because fibers have ended, which is no look either.
// - Without a ready fiber the thread looks for limits, and sleeps until a ring or the limit's time;
//   or it hears the ring while it is awake, which is no sleep.
// - How the permit of a ring is handed over is the matter of scheduler.pml.
//
// Checked, whenever a limit is noticed: since its time
// - no more turns have ended than the most picks, or than fibers were ready at the look before, nor
//   than the thread had before, since it began or slept, and one;
// - no more time has passed than the usual lateness, or one turn, if all these turns were alike;
// and that the thread never sleeps while a limit's time is over.
//
// looks.mutants.txt has the mistakes; each must be found out.

#define MOST 3   /* picks between two looks, if no more fibers are ready */
#define LARGE 9  /* fibers that are ready now and then */
#define USUAL 4  /* the lateness that picks are adapted to */
#define LONG 6   /* a turn; a short one takes 1 */
#define TURNS 18 /* of all fibers */
#define RINGS 2
#define CAP 40   /* for times */

#define COSTS_A_PICK (picks >= MOST)

bool permit = false;

/* the scheduler */
byte picks = 1;
byte most = MOST; /* that the last look allowed */
byte kept = 0;
byte runs = 0;    /* of the dispatcher that were counted as picks */
byte left = 0;
byte took = CAP; /* since the last look */
byte turns_since;
bool is_ready = true;
byte ends = 1; /* of fibers, for which the dispatcher runs */

/* the account */
byte limits = 1;
bool is_over = false; /* the time of a limit that waits */
byte late = 0;        /* turns since then, with the one in which it came */
byte before = 0;      /* turns since the thread began or slept, until then */
byte turns = 0;
byte all_turns = 0;
bool had_short = false;
bool had_long = false;

proctype ringer() {
    byte n = 0;
    do
    :: n < RINGS -> permit = true; n++
    :: n == RINGS -> break
    od
}

inline pass_time(time) {
    took = (took + time > CAP -> CAP : took + time)
}

inline a_limit_may_come() {
    if
    :: limits > 0 && !is_over -> is_over = true; limits--; late = 0; before = turns
    :: true
    fi
}

inline turn() {
    a_limit_may_come();
    if
    :: pass_time(1); had_short = true
    :: pass_time(LONG); had_long = true
    fi;
    turns = (turns < LARGE -> turns + 1 : LARGE);
    all_turns++;
    late = (is_over -> late + 1 : 0)
}

inline notice() {
    if
    :: is_over ->
        assert(late <= most);
        assert(late <= before + 1);
        assert(late <= 1 || had_long || late <= USUAL);
        assert(late <= 1 || had_short);
        is_over = false;
        late = 0;
        is_ready = true
    :: !is_over
    fi
}

inline adapt() {
    turns_since = (picks > runs -> picks - runs : 1);
    runs = 0;
    if
    :: took * picks > USUAL * turns_since ->
        picks = (turns_since * USUAL / took == 0 -> 1 : turns_since * USUAL / took)
    :: took * picks <= USUAL * turns_since && 2 * took * picks > USUAL * turns_since
    :: 2 * took * picks <= USUAL * turns_since -> picks = 2 * picks
    fi;
    if
    :: most = MOST
    :: most = LARGE
    fi;
    picks = (picks > most -> most : picks)
}

inline look() {
    notice();
    adapt();
    took = 0;
    kept = picks
}

inline begin_anew() {
    kept = 1;
    picks = 1;
    runs = 0;
    turns = 0;
    had_short = false;
    had_long = false
}

inline sleep() {
    assert(!is_over);
    if
    :: limits > 0 -> is_over = true; limits--; late = 0; before = 0
    :: true -> is_ready = true /* a timer of Boost */
    fi;
    if
    :: permit -> permit = false; is_ready = true
    :: true
    fi;
    if
    :: pass_time(CAP)
    :: true /* a short sleep */
    fi;
    begin_anew()
}

proctype scheduler() {
fiber:
    atomic {
        turn();
        if
        :: is_ready = true
        :: is_ready = false
        fi;
        if
        :: all_turns == TURNS || (limits == 0 && !is_over) -> goto over
        :: all_turns < TURNS && (limits > 0 || is_over)
        fi
    };
    atomic {
        if
        :: left > 0 && is_ready && !permit -> left--; goto fiber
        :: !(left > 0 && is_ready) || permit
        :: ends > 0 -> ends--
        fi;
        permit = false;
        runs = (left > 0 && COSTS_A_PICK -> runs + 1 : runs);
        kept = (left > 0 && COSTS_A_PICK -> left - 1 : left);
        left = 0
    };

dispatcher:
    atomic {
        if
        :: is_ready && kept == 0 -> look(); left = kept - 1; goto fiber
        :: is_ready && kept > 0 -> left = kept - 1; goto fiber
        :: !is_ready
        fi;
        notice()
    };
    atomic {
        if
        :: !is_ready && permit -> permit = false; is_ready = true /* heard while awake */
        :: !is_ready -> sleep()
        :: is_ready
        fi;
        goto dispatcher
    };

over:
    skip
}

init {
    atomic {
        run ringer();
        run scheduler()
    }
}
