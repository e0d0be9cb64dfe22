/* SPDX-License-Identifier: BSL-1.0 */
/* The counts that the kernel's side and the program's side share. C, because the kernel's side is
 * C. */
#pragma once

#include <linux/types.h>

enum {
    duration_buckets = 32, /* powers of two of nanoseconds; the last one has all longer durations */
    found_states = 7,      /* as bill::found */
    used_buckets = 24,
    name_bytes = 16,
    system_calls = 512, /* numbers from here on are counted as the last one */
};

/* Of a system call: what its first argument is, and how its result is read. */
enum call_trait {
    first_argument_is_a_place = 1, /* a futex or a descriptor */
    no_result_is_in_vain = 2,      /* 0: nothing was woken, nothing is ready */
    is_futex = 4,
    is_yield = 8,
};

/* What the program chooses before the kernel loads its side. */
struct event_settings {
    __u8 call_traits[system_calls]; /* call_trait, by the number of the system call */
    __s32 usable_cpus;
    __s32 follow_children;
};

/* What both sides see while the events are counted. */
struct event_state {
    __u64 lost;     /* events without a record, because there were too many */
    __u64 epoch_ns; /* the beginning of the epoch */
    __u32 epoch;    /* the program begins a new one when it counts again after a pause */
    __u32 counting; /* 0: the links are being made or removed, one by one */
    __u32 calls; /* 0: system calls are not counted now; else the number of the time in which they
                    are */
    __u32 unused;
};

struct wait_key {
    __u32 process;
    __u32 thread;
    __s32 system_call; /* -1: no system call */
    __u32 is_lock;     /* a futex wait as a mutex makes it */
    __u64 address;
};

/* Some counts need the system calls, which are counted for a part of the time. They are those of
 * `timed` waits and of `timed_wakes` wake-ups. The use of a wake-up is known if nothing was paused
 * until the next wait at the place: `used` times. */
struct wait_value {
    __u64 waits;
    __u64 used; /* wake-ups whose next wait was seen, too */
    __u64 timed;
    __u64 timed_wakes;
    __u64 slept_ns;
    __u64 delayed_ns;
    __u64 counts[duration_buckets];
    __u64 total_ns[duration_buckets];
    __u64 woken_by_thread[found_states];
    __u64 woken_by_timer[found_states];
    /* The CPU time from a wake-up to the next wait here, by powers of two. */
    __u64 used_after_timer[used_buckets];  /* if the thread woke none meanwhile */
    __u64 used_after_group[used_buckets];  /* if several were woken by one call */
    __u64 waits_after_group[used_buckets]; /* all waits of the thread until then */
    __u64 surplus;
    __u64 during_call;
    __u64 cpu_ns; /* in the system calls that wait, before and after the wait; may be below zero */
    __u64 wake_cpu_ns; /* in the futex calls that end the waits */
    /* What is needed until the next wait here. */
    __u64 cpu_at_wake_up_ns; /* of the thread; 0: not known */
    __u64 waits_at_wake_up;
    __u64 wakes_at_wake_up;
    __s32 call_held;
    __u32 waker; /* the thread that ended the last wait; 0: none of the observed ones */
    __u32 after_timer;
    __u32 after_group;
    __u32 epoch;
    __u32 unused;
};

struct call_key {
    __u32 process;
    __u32 thread;
    __s32 system_call;
    __u32 unused;
};

struct call_value {
    __u64 calls;
    __u64 in_vain;
    __u64 repeats; /* calls of sched_yield soon after another one */
    __u64 repeated_ns;
};

struct thread_value {
    __u64 cpu_ns;
    __u64 runnable_ns;
    __u64 voluntary;
    __u64 involuntary;
    __u64 migrations;
    __u32 process;
    __u32 ended;
    char name[name_bytes];
};
