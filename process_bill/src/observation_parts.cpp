// SPDX-License-Identifier: BSL-1.0
#include "observation_parts.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>

namespace tollgate::bill {
namespace {

template <class Count>
void subtract(Count& from, Count much) {
    from -= std::min(from, much);
}

template <class Array>
void subtract_all(Array& from, const Array& much) {
    for (std::size_t i = 0; i < from.size(); ++i) {
        subtract(from[i], much[i]);
    }
}

auto key_of(const wait_counts& wait) {
    return std::tuple(wait.process, wait.thread, wait.system_call, wait.is_lock, wait.address,
                      wait.kind);
}
auto key_of(const call_counts& call) {
    return std::tuple(call.process, call.thread, call.system_call);
}
auto key_of(const thread_counts& thread) {
    return std::tuple(thread.process, thread.thread);
}

void subtract_counts(wait_counts& from, const wait_counts& before) {
    subtract(from.waits, before.waits);
    subtract(from.slept_ns, before.slept_ns);
    subtract(from.delayed_ns, before.delayed_ns);
    subtract_all(from.slept.counts, before.slept.counts);
    subtract_all(from.slept.total_ns, before.slept.total_ns);
    subtract_all(from.woken_by_thread, before.woken_by_thread);
    subtract_all(from.woken_by_timer, before.woken_by_timer);
    subtract_all(from.used_after_timer, before.used_after_timer);
    subtract_all(from.used_after_group, before.used_after_group);
    subtract_all(from.waits_after_group, before.waits_after_group);
    subtract(from.surplus, before.surplus);
    subtract(from.during_call, before.during_call);
    from.cpu_ns -= before.cpu_ns;
    subtract(from.wake_cpu_ns, before.wake_cpu_ns);
    subtract(from.used, before.used);
    subtract(from.timed, before.timed);
    subtract(from.timed_wakes, before.timed_wakes);
}

void subtract_counts(call_counts& from, const call_counts& before) {
    subtract(from.calls, before.calls);
    subtract(from.in_vain, before.in_vain);
    subtract(from.repeats, before.repeats);
    subtract(from.repeated_ns, before.repeated_ns);
}

void subtract_counts(thread_counts& from, const thread_counts& before) {
    subtract(from.cpu_ns, before.cpu_ns);
    subtract(from.runnable_ns, before.runnable_ns);
    subtract(from.voluntary, before.voluntary);
    subtract(from.involuntary, before.involuntary);
    if (from.migrations && before.migrations) {
        subtract(*from.migrations, *before.migrations);
    }
}

/// Whether nothing more can be said.
bool is_over(const wait_counts& wait) {
    return wait.waits == 0;
}
bool is_over(const call_counts& call) {
    return call.calls == 0;
}
bool is_over(const thread_counts& thread) {
    return thread.ended && thread.cpu_ns == 0 && thread.voluntary == 0 && thread.involuntary == 0;
}

template <class Counts>
void subtract_list(std::vector<Counts>& from, const std::vector<Counts>& before) {
    std::map<decltype(key_of(from.front())), const Counts*> earlier;
    for (const Counts& each : before) {
        earlier[key_of(each)] = &each;
    }
    for (Counts& each : from) {
        if (const auto found = earlier.find(key_of(each)); found != earlier.end()) {
            subtract_counts(each, *found->second);
        }
    }
    std::erase_if(from, [](const Counts& each) { return is_over(each); });
}

void scale(std::uint64_t& count, double times) {
    count = static_cast<std::uint64_t>(std::llround(static_cast<double>(count) * times));
}

template <class Array>
void scale_all(Array& counts, double times) {
    for (std::uint64_t& count : counts) {
        scale(count, times);
    }
}

double ratio(double all, double of) {
    return of > 0 ? all / of : 0;
}

/// Some counts are of a part of the waits.
void scale_to_all_waits(wait_counts& wait) {
    const auto waits = static_cast<double>(wait.waits);
    const double of_used = ratio(waits, static_cast<double>(wait.used));
    const double of_timed = ratio(waits, static_cast<double>(wait.timed));
    scale_all(wait.used_after_timer, of_used);
    scale_all(wait.used_after_group, of_used * of_timed);
    scale_all(wait.waits_after_group, of_used * of_timed);
    scale(wait.during_call, of_timed);
    wait.cpu_ns = std::llround(static_cast<double>(wait.cpu_ns) * of_timed);
    scale(wait.wake_cpu_ns, ratio(waits, static_cast<double>(wait.timed_wakes)));
}

void scale_counts(wait_counts& wait, double times) {
    for (std::uint64_t* const count : {&wait.waits, &wait.slept_ns, &wait.delayed_ns, &wait.surplus,
                                       &wait.during_call, &wait.wake_cpu_ns}) {
        scale(*count, times);
    }
    wait.cpu_ns = std::llround(static_cast<double>(wait.cpu_ns) * times);
    scale_all(wait.slept.counts, times);
    scale_all(wait.slept.total_ns, times);
    scale_all(wait.woken_by_thread, times);
    scale_all(wait.woken_by_timer, times);
    scale_all(wait.used_after_timer, times);
    scale_all(wait.used_after_group, times);
    scale_all(wait.waits_after_group, times);
}

void scale_counts(call_counts& call, double times) {
    for (std::uint64_t* const count :
         {&call.calls, &call.in_vain, &call.repeats, &call.repeated_ns}) {
        scale(*count, times);
    }
}

/// Adds threads that /proc missed, and what it missed of threads that ended.
void add_missed(observation& to, std::vector<thread_counts> from_events) {
    std::map<decltype(key_of(to.threads.front())), std::size_t> known;
    for (std::size_t i = 0; i < to.threads.size(); ++i) {
        known[key_of(to.threads[i])] = i;
    }
    for (thread_counts& thread : from_events) {
        const auto found = known.find(key_of(thread));
        if (found == known.end()) {
            to.threads.push_back(std::move(thread));
            continue;
        }
        thread_counts& same = to.threads[found->second];
        if (thread.ended) {
            same.cpu_ns = std::max(same.cpu_ns, thread.cpu_ns);
            same.runnable_ns = std::max(same.runnable_ns, thread.runnable_ns);
            same.voluntary = std::max(same.voluntary, thread.voluntary);
            same.involuntary = std::max(same.involuntary, thread.involuntary);
        }
    }
}

/// While its calls are counted, a thread makes fewer calls, because each takes longer.
void undo_slowing(observation& seen) {
    constexpr double most_of_time = 0.5;
    std::map<pid_t, double> calls;
    for (const call_counts& call : seen.calls) {
        calls[call.thread] += static_cast<double>(call.calls);
    }
    for (call_counts& call : seen.calls) {
        const double slowed =
            calls[call.thread] * seen.counted_call_ns / static_cast<double>(seen.duration.count());
        const double times = 1 / (1 - std::min(slowed, most_of_time));
        for (std::uint64_t* const count : {&call.calls, &call.in_vain, &call.repeats}) {
            scale(*count, times);
        }
    }
}

double seconds(std::chrono::nanoseconds time) {
    return std::chrono::duration<double>(time).count();
}

/// A remark if the events are not those that the kernel counted.
void compare_waits(observation& seen, const std::vector<thread_counts>& from_events,
                   const kernel_counts& kernel) {
    constexpr double allowed = 0.01;
    constexpr double few = 100; // the waits between two readings
    double by_events = 0;
    double by_kernel = 0;
    for (const thread_counts& thread : from_events) {
        const auto found = kernel.waits.find({thread.process, thread.thread});
        if (found != kernel.waits.end() && !thread.ended) {
            by_events += static_cast<double>(thread.voluntary);
            by_kernel += static_cast<double>(found->second);
        }
    }
    const double unsure = ratio(seconds(kernel.unsure), seconds(seen.counted));
    if (std::abs(by_kernel - by_events) > (allowed + unsure) * by_kernel + few) {
        seen.remarks.push_back(fmt::format(
            "the events count {:.0f} waits, and the kernel itself {:.0f}.", by_events, by_kernel));
    }
}

} // namespace

double ns_of(const observation& seen) {
    return std::max(1.0, static_cast<double>(seen.duration.count()));
}

observation since(const observation& before, observation now) {
    now.duration -= before.duration;
    now.own_cpu -= before.own_cpu;
    now.used -= before.used;
    if (now.idle && before.idle) {
        *now.idle -= *before.idle;
    }
    now.counted -= before.counted;
    now.counted_calls -= before.counted_calls;
    subtract(now.lost_events, before.lost_events);
    subtract_list(now.waits, before.waits);
    subtract_list(now.calls, before.calls);
    subtract_list(now.threads, before.threads);
    return now;
}

observation joined(observation from_proc, observation from_events, const kernel_counts& kernel) {
    observation seen = std::move(from_proc);
    seen.counted = from_events.counted;
    seen.counted_calls = from_events.counted_calls;
    compare_waits(seen, from_events.threads, kernel);
    add_missed(seen, std::move(from_events.threads));
    seen.traced = true;
    seen.waits = std::move(from_events.waits);
    seen.calls = std::move(from_events.calls);
    seen.known_wait_ns = from_events.known_wait_ns;
    seen.lost_events = from_events.lost_events;
    seen.counted_call_ns = from_events.counted_call_ns;
    seen.undisturbed = kernel.undisturbed;
    return seen;
}

observation over_whole_time(observation seen) {
    if (seen.counted.count() <= 0) {
        return seen;
    }
    const double whole = seen.undisturbed * seconds(seen.duration);
    for (wait_counts& wait : seen.waits) {
        scale_to_all_waits(wait);
        scale_counts(wait, ratio(whole, seconds(seen.counted)));
    }
    for (call_counts& call : seen.calls) {
        scale_counts(call, ratio(whole, seconds(seen.counted_calls)));
    }
    undo_slowing(seen);
    if (seen.undisturbed != 1) {
        seen.remarks.push_back(fmt::format(
            "counting events changed these processes: without it they wait {:.0f} % "
            "{} often, and so they do in the counts here",
            100 * std::abs(seen.undisturbed - 1), seen.undisturbed > 1 ? "more" : "less"));
    }
    return seen;
}

} // namespace tollgate::bill
