// SPDX-License-Identifier: BSL-1.0
#include "known_waits.hpp"

#include "event_source.hpp"

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/posix/start_thread.hpp>
#include <tollgate/sleep/parker.hpp>

#include <algorithm>
#include <chrono>
#include <thread>

#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace tollgate::bill {
namespace {

constexpr int hand_overs = 5'000;

/// One of the two begins; so there is one permit at a time, and none is left at the end.
void hand_over(sleep::parker& own, sleep::parker& other, bool begins) {
    for (int i = 0; i < hand_overs; ++i) {
        if (begins || i != 0) {
            other.wake();
        }
        (void)own.sleep_for(std::chrono::seconds(10));
    }
    if (!begins) {
        other.wake();
    }
}

/// The time of a call that does next to nothing, in ns.
double time_calls() {
    constexpr int calls = 5'000;
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; ++i) {
        (void)::syscall(SYS_getppid);
    }
    const std::chrono::nanoseconds took = std::chrono::steady_clock::now() - begin;
    return static_cast<double>(took.count()) / calls;
}

std::optional<double> time_waits(const event_source& events) {
    wait_counts all;
    for (const wait_counts& wait : events.total().waits) {
        if (wait.kind == wait_kind::futex && wait.thread != ::getpid()) {
            all.waits += wait.waits;
            all.cpu_ns += wait.cpu_ns;
            all.timed += wait.timed;
            all.wake_cpu_ns += wait.wake_cpu_ns;
            all.timed_wakes += wait.timed_wakes;
        }
    }
    if (all.waits <= hand_overs / 2 || all.timed == 0 || all.timed_wakes == 0) {
        return std::nullopt;
    }
    return static_cast<double>(all.cpu_ns) / static_cast<double>(all.timed) +
           static_cast<double>(all.wake_cpu_ns) / static_cast<double>(all.timed_wakes);
}

} // namespace

std::optional<counting_costs> measure_counting() {
    const double uncounted_ns = time_calls();
    const event_source events({::getpid()}, {.cpus = 1, .follow_children = false});
    if (!events.refused().empty()) {
        return std::nullopt;
    }
    const double call_ns = std::max(0.0, time_calls() - uncounted_ns);
    sleep::parker first;
    sleep::parker second;
    const int cpu = ::sched_getcpu();
    const auto run = [cpu](sleep::parker& own, sleep::parker& other, bool begins) {
        return posix::start_thread<std::jthread>([cpu, begins, &own, &other] {
            cpu::pin_this_thread(cpu);
            hand_over(own, other, begins);
        });
    };
    {
        const std::jthread one = run(first, second, true);
        const std::jthread another = run(second, first, false);
    }
    const std::optional<double> wait_ns = time_waits(events);
    return wait_ns ? std::optional(counting_costs{*wait_ns, call_ns}) : std::nullopt;
}

} // namespace tollgate::bill
