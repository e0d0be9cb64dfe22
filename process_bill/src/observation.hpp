// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <chrono>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace tollgate::bill {

// Counts of the observed processes. Both sources, /proc and the kernel's events, make the
// same value. The counts are of the whole observation, so that the difference of two observations
// of one source is an observation, too.

/// The kind of a wait, by the system call in which the thread waits.
enum class wait_kind : std::uint8_t {
    futex,   ///< a mutex, a condition variable, a semaphore, a join, an atomic wait
    sleep,   ///< nanosleep, clock_nanosleep
    poll,    ///< epoll_wait, poll, select and their relatives
    pipe,    ///< read or write of a pipe, an eventfd, a timerfd or a terminal
    socket,  ///< read, write, receive, send, accept or connect of a socket
    process, ///< wait4 and its relatives
    signal,  ///< pause, sigsuspend, sigtimedwait
    disk,    ///< a wait that cannot be interrupted
    other,   ///< any other call, a page fault, a stop by a signal
};

/// The ids of a thread.
struct thread_id {
    pid_t process = 0;
    pid_t thread = 0;

    auto operator<=>(const thread_id&) const = default;
};

/// The state that a wake-up found: the CPU on which the thread then ran, and its work before.
enum class found : std::uint8_t {
    same_cpu,   ///< the CPU of the waker
    busy_cpu,   ///< another CPU, which ran another thread
    idle_2us,   ///< another CPU, which was idle for less than 5 µs
    idle_10us,  ///< … for 5 to 30 µs
    idle_100us, ///< … for 30 to 300 µs
    idle_1ms,   ///< … for 300 µs to 3 ms
    idle_10ms,  ///< … for longer
};
inline constexpr std::size_t found_count = 7;

/// Durations by powers of two: `counts[n]` are those of 2ⁿ to 2ⁿ⁺¹ ns. The last has all longer
/// ones.
struct durations {
    std::array<std::uint64_t, 32> counts{};
    std::array<std::uint64_t, 32> total_ns{}; ///< the sum of the durations that are counted there
};

/// The waits of one thread at one place. A wait begins when the thread leaves its CPU because it
/// waits, and ends with its wake-up.
struct wait_counts {
    pid_t process = 0;
    pid_t thread = 0;
    wait_kind kind = wait_kind::other;
    long system_call = -1;     ///< its number; -1: no system call, or not known
    std::uint64_t address = 0; ///< see place_of_call; 0: not known

    std::uint64_t waits = 0;      ///< each is a voluntary switch
    std::uint64_t slept_ns = 0;   ///< from the beginning of a wait until its wake-up
    std::uint64_t delayed_ns = 0; ///< from the wake-up until the thread runs
    /// The rest is known only from the kernel's events.
    durations slept{};
    std::array<std::uint64_t, found_count> woken_by_thread{}; ///< by a thread, by what it found
    std::array<std::uint64_t, found_count> woken_by_timer{};  ///< by a timer or a device
    bool is_lock = false; ///< a futex wait as a mutex of the C library makes it
    /// Wake-ups by the CPU time that the thread then used until its next wait at this place, by
    /// powers of two of nanoseconds. By a timer, if the thread woke no other thread in that time:
    std::array<std::uint64_t, 24> used_after_timer{};
    /// By a call that woke at least three threads:
    std::array<std::uint64_t, 24> used_after_group{};
    std::array<std::uint64_t, 24> waits_after_group{}; ///< all waits of the thread in that time
    /// Wake-ups by threads that found as many threads of the process able to run as it may use
    /// CPUs.
    std::uint64_t surplus = 0;
    /// Waits during which the thread that ended them was in a system call for more than 1 µs.
    std::uint64_t during_call = 0;
    long call_held = -1; ///< the last such system call
    /// In the calls that wait, before and after the wait. Small measured times may be below zero.
    std::int64_t cpu_ns = 0;
    std::uint64_t wake_cpu_ns = 0; ///< in the futex calls that end the waits
    // Some of these counts need the system calls or the next wait. They are of fewer waits until
    // over_whole_time() scales them.
    std::uint64_t used = 0;        ///< wake-ups in used_after_timer and used_after_group
    std::uint64_t timed = 0;       ///< waits in cpu_ns, during_call and used_after_group
    std::uint64_t timed_wakes = 0; ///< wake-ups in wake_cpu_ns
    pid_t waker = 0; ///< the thread that ended the last wait; 0: none of the observed threads
};

/// The system calls of one thread. Only from the kernel's events.
struct call_counts {
    pid_t process = 0;
    pid_t thread = 0;
    long system_call = -1;
    std::uint64_t calls = 0;
    std::uint64_t in_vain = 0; ///< a wake-up without a waiting thread, a poll that finds nothing
    std::uint64_t repeats = 0; ///< of sched_yield: less than 50 µs after the one before
    std::uint64_t repeated_ns = 0; ///< the time between such calls
};

/// One thread.
struct thread_counts {
    pid_t process = 0;
    pid_t thread = 0;
    std::string name;
    std::uint64_t cpu_ns = 0;      ///< the time on a CPU
    std::uint64_t runnable_ns = 0; ///< the time in which it could run and did not
    std::uint64_t voluntary = 0;   ///< switches because it waited
    std::uint64_t involuntary = 0; ///< switches because another thread got the CPU
    std::optional<std::uint64_t> migrations{};
    bool ended = false;
};

/// The functions on the stack of a waiting thread, the innermost first: "pthread_cond_wait",
/// "server::take()", "main".
struct wait_stack {
    pid_t process = 0;
    pid_t thread = 0;
    long system_call = -1;
    std::uint64_t address = 0; ///< as in wait_counts
    std::vector<std::string> frames;
    std::uint64_t seen = 0; ///< how often
};

/// Everything that was seen.
struct observation {
    std::chrono::nanoseconds duration{};
    bool traced = false; ///< from the kernel's events; else from samples of /proc
    int cpus = 1;        ///< the number of CPUs that the processes may use
    std::vector<thread_counts> threads;
    std::vector<wait_counts> waits;
    std::vector<call_counts> calls;
    std::vector<wait_stack> stacks;
    /// The CPU time of a wait, measured in the same way in a program whose waits have a list price:
    /// what is more than that price is the cost of observing. Absent: not measured.
    std::optional<double> known_wait_ns;
    double counted_call_ns = 0; ///< what counting adds to a system call
    /// For how long switches and system calls were counted: the counts of waits and calls are of
    /// these times until over_whole_time() scales them.
    std::chrono::nanoseconds counted{};
    std::chrono::nanoseconds counted_calls{};
    double undisturbed = 1; ///< how much more often threads wait while events are not counted
    std::uint64_t lost_events = 0;
    std::chrono::nanoseconds own_cpu{}; ///< the CPU time that observing took
    /// The CPU time as the kernel counts it for processes, to 10 ms, also for threads that were
    /// never read.
    std::chrono::nanoseconds used{};
    /// The time in which the CPUs of the machine had nothing to run. Absent: not known.
    std::optional<std::chrono::nanoseconds> idle{};
    std::vector<std::string> remarks; ///< sentences: what could not be seen, and why
};

} // namespace tollgate::bill
