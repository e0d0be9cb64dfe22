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
    subtract(from.cpu_ns, before.cpu_ns);
    subtract(from.wake_cpu_ns, before.wake_cpu_ns);
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

bool is_empty(const wait_counts& wait) {
    return wait.waits == 0;
}
bool is_empty(const call_counts& call) {
    return call.calls == 0;
}
bool is_empty(const thread_counts& thread) {
    return thread.cpu_ns == 0 && thread.voluntary == 0 && thread.involuntary == 0;
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
    std::erase_if(from, [](const Counts& each) { return is_empty(each); });
}

std::uint64_t switches_of(const observation& seen) {
    std::uint64_t sum = 0;
    for (const thread_counts& thread : seen.threads) {
        sum += thread.voluntary + thread.involuntary;
    }
    return sum;
}

} // namespace

double ns_of(const observation& seen) {
    return std::max(1.0, static_cast<double>(seen.duration.count()));
}

observation since(const observation& before, observation now) {
    now.duration -= before.duration;
    now.own_cpu -= before.own_cpu;
    subtract(now.lost_events, before.lost_events);
    subtract_list(now.waits, before.waits);
    subtract_list(now.calls, before.calls);
    subtract_list(now.threads, before.threads);
    return now;
}

observation joined(observation from_proc, observation from_events) {
    const auto proc = static_cast<double>(switches_of(from_proc));
    const auto events = static_cast<double>(switches_of(from_events));
    std::map<decltype(key_of(from_proc.threads.front())), thread_counts*> known;
    for (thread_counts& thread : from_proc.threads) {
        known[key_of(thread)] = &thread;
    }
    double missed = 0;
    std::vector<thread_counts> more;
    for (thread_counts& thread : from_events.threads) {
        const auto found = known.find(key_of(thread));
        const auto switches = static_cast<double>(thread.voluntary + thread.involuntary);
        if (found == known.end()) {
            missed += switches;
            more.push_back(std::move(thread));
            continue;
        }
        thread_counts& same = *found->second;
        if (thread.ended) {
            const auto seen = static_cast<double>(same.voluntary + same.involuntary);
            missed += std::max(0.0, switches - seen);
            same.cpu_ns = std::max(same.cpu_ns, thread.cpu_ns);
            same.runnable_ns = std::max(same.runnable_ns, thread.runnable_ns);
            same.voluntary = std::max(same.voluntary, thread.voluntary);
            same.involuntary = std::max(same.involuntary, thread.involuntary);
        }
    }
    from_proc.threads.insert(from_proc.threads.end(), std::make_move_iterator(more.begin()),
                             std::make_move_iterator(more.end()));
    constexpr double allowed = 0.01;
    constexpr double few = 100;
    if (std::abs(proc + missed - events) > allowed * events + few) {
        from_proc.remarks.push_back(
            fmt::format("the events count {:.0f} switches, and the kernel itself {:.0f}", events,
                        proc + missed));
    }
    from_proc.traced = true;
    from_proc.waits = std::move(from_events.waits);
    from_proc.calls = std::move(from_events.calls);
    from_proc.known_wait_ns = from_events.known_wait_ns;
    from_proc.lost_events = from_events.lost_events;
    from_proc.remarks.insert(from_proc.remarks.end(), from_events.remarks.begin(),
                             from_events.remarks.end());
    return from_proc;
}

} // namespace tollgate::bill
