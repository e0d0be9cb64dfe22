/* SPDX-License-Identifier: BSL-1.0 */
/* Counts the scheduler's events of the observed processes, in the kernel. The program gets nothing
 * but these counts.
 *
 * Each record is written by one CPU at a time: a thread's waits are added when the thread gets a
 * CPU again, and its calls by the thread itself. These have several writers, and are atomic: the
 * number of runnable threads of a process, whether a thread is among them, the CPU time of wake-up
 * calls, and the number of lost events.
 *
 * A wake-up can arrive while the thread is still on its way off the CPU. Its wait then has length
 * zero. */
#include "event_counts.h"

#include <linux/bpf.h>

#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>

char LICENSE[] SEC("license") = "GPL"; /* the tracing helpers demand it */

/* The members of the kernel's types that are read; their offsets are found when this is loaded. */
struct sched_entity {
    unsigned long long sum_exec_runtime;
} __attribute__((preserve_access_index));

struct task_struct {
    struct sched_entity se;
    int pid;
    int tgid;
    int on_cpu;
    unsigned long nvcsw; /* the voluntary switches so far */
    struct mm_struct* mm;
    char comm[name_bytes];
} __attribute__((preserve_access_index));

#if defined(__TARGET_ARCH_x86)
struct pt_regs {
    unsigned long di;
    unsigned long si;
    unsigned long dx;
    unsigned long orig_ax;
} __attribute__((preserve_access_index));
#define CALL_NUMBER(regs) ((int)(regs)->orig_ax)
#define ARGUMENT_1(regs) ((regs)->di)
#define ARGUMENT_2(regs) ((regs)->si)
#define ARGUMENT_3(regs) ((regs)->dx)
#elif defined(__TARGET_ARCH_arm64)
struct pt_regs {
    unsigned long regs[31];
    unsigned long orig_x0;
    int syscallno;
} __attribute__((preserve_access_index));
#define CALL_NUMBER(regs) ((regs)->syscallno)
#define ARGUMENT_1(regs) ((regs)->orig_x0)
#define ARGUMENT_2(regs) ((regs)->regs[1])
#define ARGUMENT_3(regs) ((regs)->regs[2])
#endif

enum {
    most_processes = 4096,
    most_records = 65536,
    long_call_ns = 1000,
    yields_apart_ns = 50000,
    futex_commands = 127, /* without the flags; FUTEX_WAIT is 0. A mutex waits for the value 2 */
};

#pragma clang diagnostic ignored "-Wunused-parameter" /* of BPF_PROG */

const volatile struct event_settings settings SEC(".rodata.settings");

volatile struct event_state shared SEC(".data.shared");

struct process_state {
    __s64 runnable; /* threads that are known to be able to run */
};
struct {
    __uint(type, BPF_MAP_TYPE_HASH);
    __uint(max_entries, most_processes);
    __type(key, __u32);
    __type(value, struct process_state);
} processes SEC(".maps");

struct thread_state {
    __u64 since_ns;    /* on a CPU, or able to run, or waiting: since this moment */
    __u64 cpu_ns;      /* so far, by the kernel's books */
    __u64 traced_ns;   /* so far, from switch to switch */
    __u64 books_ns;    /* the kernel's count when the thread left its CPU; 0: not known */
    __u64 woken_ns;    /* the last wake-up */
    __u64 call_ns;     /* the beginning of the present system call */
    __u64 call_cpu_ns; /* the CPU time before the present system call */
    __u64 held_end_ns; /* the end of the last long system call */
    __u64 yielded_ns;  /* the beginning of the last sched_yield */
    __u64 waits;
    __u64 wakes;                 /* of threads of any process */
    __u64 switches;              /* as the kernel counted them when the wait began */
    struct wait_key place;       /* of the present or the last wait */
    struct wait_key woken_place; /* of the last thread that the present call has woken */
    __s32 call;                  /* the present system call; -1: none */
    __u32 calls;                 /* the time in which it began, as event_state::calls */
    __s32 held_call;
    __u32 group; /* the threads that the present system call has woken */
    __u32 epoch;
    __u32 waker_cpu;
    __u32 waker;
    __s32 call_during; /* made by the waker during the wait; -1: none */
    __u32 counted_runnable;
    __u8 waiting;
    __u8 woken_by_thread;
    __u8 woken_by_timer;
    __u8 woken_in_group;
    __u8 surplus;
    __u8 slept_in_call;
    __u8 timed_wait; /* the thread got its CPU after a wait whose system call was counted */
};
struct {
    __uint(type, BPF_MAP_TYPE_TASK_STORAGE);
    __uint(map_flags, BPF_F_NO_PREALLOC);
    __type(key, int);
    __type(value, struct thread_state);
} states SEC(".maps");

#define RECORDS(name, key_type, value_type)                                                        \
    struct {                                                                                       \
        __uint(type, BPF_MAP_TYPE_HASH);                                                           \
        __uint(max_entries, most_records);                                                         \
        __uint(map_flags, BPF_F_NO_PREALLOC);                                                      \
        __type(key, key_type);                                                                     \
        __type(value, value_type);                                                                 \
    } name SEC(".maps")
RECORDS(waits, struct wait_key, struct wait_value);
RECORDS(calls, struct call_key, struct call_value);
RECORDS(threads, __u32, struct thread_value);

struct cpu_state {
    __u64 idle_since_ns;
    __u64 in_timer; /* the CPU is in the function of a timer */
};
struct {
    __uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
    __uint(max_entries, 1);
    __type(key, __u32);
    __type(value, struct cpu_state);
} cpus SEC(".maps");

static const struct wait_value no_waits = {.call_held = -1};
static const struct call_value no_calls;

#define RECORD_OF(map, key, fresh)                                                                 \
    ({                                                                                             \
        void* found_ = bpf_map_lookup_elem(&map, key);                                             \
        if (!found_) {                                                                             \
            bpf_map_update_elem(&map, key, &fresh, BPF_NOEXIST);                                   \
            found_ = bpf_map_lookup_elem(&map, key);                                               \
            if (!found_) {                                                                         \
                __sync_fetch_and_add(&shared.lost, 1);                                             \
            }                                                                                      \
        }                                                                                          \
        found_;                                                                                    \
    })

/* The barrier keeps the compiler from dropping the mask, which the kernel's verifier wants to see.
 */
static __u32 known_call(long number) {
    __u32 known = number >= 0 && number < system_calls ? number : system_calls - 1;
    asm volatile("" : "+r"(known));
    return known & (system_calls - 1);
}

/* The process of a thread, if it is observed now. */
static struct process_state* process_of(struct task_struct* task) {
    const __u32 process = task->tgid;
    return shared.counting ? bpf_map_lookup_elem(&processes, &process) : 0;
}

/* The state of a thread. It begins now if it is new, or is of the time before a pause: only a wait
 * may have gone on, as the kernel's count of switches tells. */
static struct thread_state* state_of(struct task_struct* task, __u64 now) {
    struct thread_state* state = bpf_task_storage_get(&states, task, 0, 0);
    if (!state) {
        state = bpf_task_storage_get(&states, task, 0, BPF_LOCAL_STORAGE_GET_F_CREATE);
        if (!state) {
            __sync_fetch_and_add(&shared.lost, 1);
            return 0;
        }
        state->epoch = shared.epoch - 1;
    }
    if (state->epoch != shared.epoch) {
        state->epoch = shared.epoch;
        if (!state->waiting || state->switches != task->nvcsw) {
            state->waiting = 0;
            state->since_ns = now;
        }
        state->books_ns = 0;
        state->yielded_ns = 0;
        state->call = -1;
        state->held_call = -1;
        state->call_during = -1;
        state->counted_runnable = 0;
        state->timed_wait = 0;
    }
    return state;
}

static struct thread_value* record_of(struct task_struct* task) {
    const __u32 thread = task->pid;
    struct thread_value* record = bpf_map_lookup_elem(&threads, &thread);
    if (record) {
        return record;
    }
    struct thread_value fresh = {.process = task->tgid};
    bpf_probe_read_kernel(fresh.name, sizeof fresh.name, task->comm);
    return RECORD_OF(threads, &thread, fresh);
}

/* The thread's own CPU and that of its waker may come here at once: the exchange lets only one of
 * them count. */
static void count_runnable(struct thread_state* state, struct process_state* process,
                           __u32 runnable) {
    if (__sync_lock_test_and_set(&state->counted_runnable, runnable) != runnable) {
        __sync_fetch_and_add(&process->runnable, runnable ? 1 : -1);
    }
}

/* Whether the thread's present system call is counted. */
static int is_in_counted_call(const struct thread_state* state) {
    return state->call >= 0 && shared.calls && state->calls == shared.calls;
}

/* The system call in which a thread is, and the place of its wait. */
static void find_place(struct task_struct* task, struct thread_state* state) {
    struct pt_regs* regs = (struct pt_regs*)bpf_task_pt_regs(task);
    const int number = CALL_NUMBER(regs);
    struct wait_key place = {.process = task->tgid, .thread = task->pid, .system_call = -1};
    if (number >= 0) {
        const __u32 known = known_call(number);
        place.system_call = known;
        const __u8 traits = settings.call_traits[known];
        if (traits & is_futex) {
            place.address = ARGUMENT_1(regs) & ~7UL; /* a condition variable has two words */
            place.is_lock = (ARGUMENT_2(regs) & futex_commands) == 0 && ARGUMENT_3(regs) == 2;
        } else if (traits & first_argument_is_a_place) {
            place.address = ARGUMENT_1(regs);
        }
    }
    state->place = place;
}

static __u32 bucket_of(__u64 ns) {
    __u32 bucket = 0;
    for (int shift = 16; shift > 0; shift /= 2) {
        if (ns >> shift) {
            ns >>= shift;
            bucket += shift;
        }
    }
    return bucket;
}

static __u32 found_idle(__u64 idle_ns) {
    return idle_ns < 5000      ? 2
           : idle_ns < 30000   ? 3
           : idle_ns < 300000  ? 4
           : idle_ns < 3000000 ? 5
                               : 6;
}

/* What the thread did from its last wake-up here until this wait. */
static void count_use(const struct thread_state* state, struct wait_value* wait) {
    const __u64 used = state->cpu_ns - wait->cpu_at_wake_up_ns;
    __u32 bucket = bucket_of(used > 0xffffffff ? 0xffffffff : used);
    if (bucket >= used_buckets) {
        bucket = used_buckets - 1;
    }
    if (wait->after_timer && state->wakes == wait->wakes_at_wake_up) {
        ++wait->used_after_timer[bucket];
    }
    if (wait->after_group) {
        ++wait->used_after_group[bucket];
        wait->waits_after_group[bucket] += state->waits - wait->waits_at_wake_up;
    }
    ++wait->used;
    wait->cpu_at_wake_up_ns = 0;
}

static void add_wait(struct thread_state* state, __u64 now, __u32 found) {
    struct wait_value* wait = RECORD_OF(waits, &state->place, no_waits);
    if (!wait) {
        return;
    }
    const __u64 woken = state->woken_ns < state->since_ns ? state->since_ns : state->woken_ns;
    const __u64 slept = woken - state->since_ns;
    const __u32 bucket =
        bucket_of(slept > 0xffffffff ? 0xffffffff : slept) & (duration_buckets - 1);
    ++wait->waits;
    wait->slept_ns += slept;
    wait->delayed_ns += now > woken ? now - woken : 0;
    ++wait->counts[bucket];
    wait->total_ns[bucket] += slept;
    if (found < found_states) {
        if (state->woken_by_thread) {
            ++wait->woken_by_thread[found];
        } else {
            ++wait->woken_by_timer[found];
        }
    }
    wait->surplus += state->surplus;
    wait->waker = state->waker;
    if (state->call_during >= 0 && shared.calls) {
        ++wait->during_call;
        wait->call_held = state->call_during;
    }
    wait->cpu_at_wake_up_ns = state->cpu_ns + 1;
    wait->waits_at_wake_up = state->waits;
    wait->wakes_at_wake_up = state->wakes;
    wait->epoch = state->epoch;
    wait->after_timer = state->woken_by_timer;
    wait->after_group = state->woken_in_group;
}

/* The kernel does not run this program for every switch. A thread that runs, and is known to wait,
 * has got its CPU from another thread by such a switch, at a moment that is not known. */
static void end_unseen_wait(struct thread_state* state, __u64 now) {
    if (state->waiting) {
        add_wait(state, 0, 1);
        state->waiting = 0;
        state->timed_wait = 0;
        state->since_ns = now;
    }
}

static void leave_cpu(struct task_struct* task, struct process_state* process, int waits_now,
                      __u64 now) {
    struct thread_state* state = state_of(task, now);
    struct thread_value* record = record_of(task);
    if (!state || !record) {
        return;
    }
    end_unseen_wait(state, now);
    const __u64 books = task->se.sum_exec_runtime;
    __u64 ran = now - state->since_ns;
    if (state->books_ns && state->timed_wait) {
        /* The books begin before the switch, with the wake-up of an idle CPU, and leave out
         * interrupts. The difference may be below zero. */
        struct wait_value* wait = bpf_map_lookup_elem(&waits, &state->place);
        if (wait) {
            wait->cpu_ns += books - state->books_ns - ran;
        }
    }
    state->traced_ns += ran;
    if (state->books_ns) {
        ran = books - state->books_ns;
    }
    state->timed_wait = 0;
    state->books_ns = books;
    state->cpu_ns += ran;
    record->cpu_ns += ran;
    state->since_ns = now;
    if (!waits_now) {
        ++record->involuntary;
        state->waiting = 0;
        count_runnable(state, process, 1);
        return;
    }
    ++record->voluntary;
    state->waiting = 1;
    state->switches = task->nvcsw;
    state->slept_in_call = 1;
    count_runnable(state, process, 0);
    find_place(task, state);
    ++state->waits;
    struct wait_value* wait = bpf_map_lookup_elem(&waits, &state->place);
    if (wait && wait->cpu_at_wake_up_ns && wait->epoch == state->epoch) {
        count_use(state, wait);
    }
}

static void get_cpu(struct task_struct* task, struct process_state* process,
                    struct task_struct* before, __u64 now) {
    struct thread_state* state = state_of(task, now);
    struct thread_value* record = record_of(task);
    const __u32 zero = 0;
    struct cpu_state* cpu = bpf_map_lookup_elem(&cpus, &zero);
    if (!state || !record || !cpu) {
        return;
    }
    count_runnable(state, process, 1);
    if (state->waiting) {
        __u32 found = 1;
        if (before->pid == 0) {
            const __u64 until = state->woken_ns > state->since_ns ? state->woken_ns : now;
            found = found_idle(until > cpu->idle_since_ns ? until - cpu->idle_since_ns : 0);
        } else if (state->waker_cpu == bpf_get_smp_processor_id()) {
            found = 0;
        }
        add_wait(state, now, found);
        record->runnable_ns += state->woken_ns > state->since_ns ? now - state->woken_ns : 0;
    } else {
        record->runnable_ns += now - state->since_ns;
    }
    state->waiting = 0;
    state->since_ns = now;
}

SEC("tp_btf/sched_switch")
int BPF_PROG(on_switch, _Bool preempt, struct task_struct* before, struct task_struct* after,
             unsigned int state_before) {
    const __u64 now = bpf_ktime_get_ns();
    struct process_state* process = before->pid ? process_of(before) : 0;
    if (process) {
        leave_cpu(before, process, !preempt && state_before != 0, now);
    }
    process = after->pid ? process_of(after) : 0;
    if (process) {
        get_cpu(after, process, before, now);
    }
    if (after->pid == 0) {
        const __u32 zero = 0;
        struct cpu_state* cpu = bpf_map_lookup_elem(&cpus, &zero);
        if (cpu) {
            cpu->idle_since_ns = now;
        }
    }
    return 0;
}

/* The functions of timers run in interrupts. */
static int set_in_timer(__u64 in_timer) {
    const __u32 zero = 0;
    struct cpu_state* cpu = bpf_map_lookup_elem(&cpus, &zero);
    if (cpu) {
        cpu->in_timer = in_timer;
    }
    return 0;
}

SEC("tp_btf/hrtimer_expire_entry")
int BPF_PROG(on_timer) {
    return set_in_timer(1);
}

SEC("tp_btf/hrtimer_expire_exit")
int BPF_PROG(on_timer_end) {
    return set_in_timer(0);
}

/* Whether a thread is in a system call, or an interrupt of one. */
static int is_in_call(struct task_struct* task) {
    return task->pid && task->mm && CALL_NUMBER((struct pt_regs*)bpf_task_pt_regs(task)) >= 0;
}

/* A thread that wakes one of another process has done something, too. */
static void count_wake_of_other(struct task_struct* woken, __u64 now) {
    struct task_struct* waker = bpf_get_current_task_btf();
    if (woken->mm && is_in_call(waker) && process_of(waker)) {
        struct thread_state* by = state_of(waker, now);
        if (by) {
            ++by->wakes;
        }
    }
}

SEC("tp_btf/sched_waking")
int BPF_PROG(on_waking, struct task_struct* woken) {
    struct process_state* process = process_of(woken);
    const __u64 now = bpf_ktime_get_ns();
    if (!process) {
        count_wake_of_other(woken, now);
        return 0;
    }
    struct thread_state* state = state_of(woken, now);
    const __u32 zero = 0;
    const struct cpu_state* cpu = bpf_map_lookup_elem(&cpus, &zero);
    if (!state || !cpu) {
        return 0;
    }
    if (!state->waiting && state->since_ns == now && !woken->on_cpu) {
        /* The first event of this thread: it began to wait before, at a moment that is not known.
         */
        state->waiting = 1;
        state->since_ns = shared.epoch_ns;
        state->switches = woken->nvcsw;
        find_place(woken, state);
    }
    struct task_struct* waker = bpf_get_current_task_btf();
    state->woken_ns = now;
    state->waker_cpu = bpf_get_smp_processor_id();
    state->woken_in_group = 0;
    state->waker = 0;
    state->call_during = -1;
    /* A timer may interrupt a system call of another thread. */
    const int by_timer = cpu->in_timer != 0;
    const int by_thread = !by_timer && is_in_call(waker);
    state->woken_by_timer = by_timer;
    state->woken_by_thread = by_thread;
    if (by_thread && process_of(waker)) {
        struct thread_state* by = state_of(waker, now);
        if (by) {
            ++by->wakes;
            state->waker = waker->pid;
            if (is_in_counted_call(by)) {
                by->woken_place = state->place;
                state->woken_in_group = ++by->group > 2;
            }
            if (by->held_call >= 0 && by->held_end_ns > state->since_ns) {
                state->call_during = by->held_call;
            }
        }
    }
    state->surplus =
        by_thread && !state->counted_runnable && process->runnable >= settings.usable_cpus;
    count_runnable(state, process, 1);
    return 0;
}

SEC("tp_btf/sched_migrate_task")
int BPF_PROG(on_migration, struct task_struct* task) {
    if (process_of(task)) {
        struct thread_value* record = record_of(task);
        if (record) {
            ++record->migrations;
        }
    }
    return 0;
}

SEC("tp_btf/sched_process_fork")
int BPF_PROG(on_fork, struct task_struct* parent, struct task_struct* child) {
    if (settings.follow_children && parent->tgid != child->tgid && process_of(parent)) {
        const struct process_state fresh = {};
        const __u32 process = child->tgid;
        if (bpf_map_update_elem(&processes, &process, &fresh, BPF_NOEXIST)) {
            __sync_fetch_and_add(&shared.lost, 1);
        }
    }
    return 0;
}

SEC("tp_btf/sched_process_exit")
int BPF_PROG(on_exit, struct task_struct* task) {
    if (process_of(task)) {
        struct thread_value* record = record_of(task);
        if (record) {
            record->ended = 1;
            bpf_probe_read_kernel(record->name, sizeof record->name, task->comm);
        }
    }
    return 0;
}

SEC("tp_btf/sched_process_free")
int BPF_PROG(on_free, struct task_struct* task) {
    if (settings.follow_children && task->pid == task->tgid) {
        const __u32 process = task->tgid;
        bpf_map_delete_elem(&processes, &process);
    }
    return 0;
}

SEC("tp_btf/sys_enter")
int BPF_PROG(on_call, struct pt_regs* regs, long number) {
    struct task_struct* task = bpf_get_current_task_btf();
    if (!shared.calls || !process_of(task)) {
        return 0;
    }
    const __u64 now = bpf_ktime_get_ns();
    struct thread_state* state = state_of(task, now);
    if (!state) {
        return 0;
    }
    end_unseen_wait(state, now);
    state->call = known_call(number);
    state->calls = shared.calls;
    state->call_ns = now;
    state->call_cpu_ns = state->traced_ns + now - state->since_ns;
    state->group = 0;
    state->slept_in_call = 0;
    const struct call_key key = {
        .process = task->tgid, .thread = task->pid, .system_call = state->call};
    struct call_value* call = RECORD_OF(calls, &key, no_calls);
    if (call) {
        ++call->calls;
        if ((settings.call_traits[known_call(state->call)] & is_yield) && state->yielded_ns &&
            now - state->yielded_ns < yields_apart_ns) {
            ++call->repeats;
            call->repeated_ns += now - state->yielded_ns;
        }
    }
    return 0;
}

SEC("tp_btf/sys_exit")
int BPF_PROG(on_return, struct pt_regs* regs, long result) {
    struct task_struct* task = bpf_get_current_task_btf();
    if (!shared.calls || !process_of(task)) {
        return 0;
    }
    const __u64 now = bpf_ktime_get_ns();
    struct thread_state* state = state_of(task, now);
    if (!state || !is_in_counted_call(state)) {
        return 0;
    }
    end_unseen_wait(state, now);
    const __u8 traits = settings.call_traits[known_call(state->call)];
    const __u64 cpu_ns = state->traced_ns + now - state->since_ns - state->call_cpu_ns;
    if (state->slept_in_call) {
        struct wait_value* wait = bpf_map_lookup_elem(&waits, &state->place);
        if (wait) {
            ++wait->timed;
            wait->cpu_ns += cpu_ns;
            state->timed_wait = 1;
        }
    } else if (state->group && (traits & is_futex)) {
        struct wait_value* wait = bpf_map_lookup_elem(&waits, &state->woken_place);
        if (wait) {
            __sync_fetch_and_add(&wait->wake_cpu_ns, cpu_ns);
            __sync_fetch_and_add(&wait->timed_wakes, state->group);
        }
    }
    if (traits & is_yield) {
        state->yielded_ns = state->call_ns;
    }
    if (!(traits & is_futex) && now - state->call_ns > long_call_ns) {
        state->held_call = state->call;
        state->held_end_ns = now;
    }
    if ((traits & no_result_is_in_vain) && !state->slept_in_call && result <= 0) {
        const struct call_key key = {
            .process = task->tgid, .thread = task->pid, .system_call = state->call};
        struct call_value* call = bpf_map_lookup_elem(&calls, &key);
        if (call) {
            ++call->in_vain;
        }
    }
    state->call = -1;
    return 0;
}
