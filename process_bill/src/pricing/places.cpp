// SPDX-License-Identifier: BSL-1.0
#include "places.hpp"

#include "system_calls.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

namespace tollgate::bill {
namespace {

template <class Array>
void add_all(Array& to, const Array& from) {
    for (std::size_t i = 0; i < to.size(); ++i) {
        to[i] += from[i];
    }
}

/// Without the kernel's events the end of a wait is not known: the price is that of any end, and
/// the most likely one is judged by the kind and the length of the waits.
std::optional<amount> price_of_unknown_ends(const wait_counts& wait, const price_list& prices) {
    const double mean_us = wait.waits == 0 ? 0
                                           : static_cast<double>(wait.slept_ns) /
                                                 static_cast<double>(wait.waits) / 1e3;
    const auto likely = mean_us < 5      ? found::idle_2us
                        : mean_us < 30   ? found::idle_10us
                        : mean_us < 300  ? found::idle_100us
                        : mean_us < 3000 ? found::idle_1ms
                                         : found::idle_10ms;
    std::optional<amount> price = prices.of_wait(wait.kind, wait.kind == wait_kind::sleep, likely);
    for (const found state : {found::same_cpu, found::idle_2us, likely}) {
        const auto other = prices.of_wait(wait.kind, wait.kind == wait_kind::sleep, state);
        if (price && other) {
            price->low = std::min(price->low, other->low);
            price->high = std::max(price->high, other->high);
        }
    }
    return price ? std::optional(*price * static_cast<double>(wait.waits)) : std::nullopt;
}

constexpr double half = 0.5; // observing a wait takes as long as observing its wake-up

/// What was measured in the kernel, less what observing added to each of `count` waits. After a
/// wait, a thread's own code runs slower for a while, because its data has left the caches. That is
/// not measured: in the programs of the judge it was 0 to 40 per cent of the measured part.
amount without_observing(double measured, double count, double share, const price_list& prices,
                         const observation& seen) {
    const auto known = prices.of(event::wake, static_cast<long>(found::same_cpu));
    if (!seen.known_wait_ns || !known) {
        return {measured, measured / 2, measured * 1.4};
    }
    const double observing = share * std::max(0.0, *seen.known_wait_ns - known->value) * count;
    const double unsure = share * (known->high - known->low) / 2 * count + measured * 0.1;
    const double left = measured - observing;
    return {left, std::min(left, std::max(0.0, left - unsure)),
            std::max(left, left * 1.4) + unsure};
}

/// Sets what the waits cost. If observing took nearly all that was measured, this is the lowest
/// price of the list, in an interval from what is left to the highest one.
void add_cost(place& to, const price_list& prices, const observation& seen) {
    const wait_counts& wait = to.sum;
    if (wait.kind == wait_kind::disk || wait.kind == wait_kind::other) {
        return; // such a call does more than to wait
    }
    const std::optional<amount> listed = price_of_unknown_ends(wait, prices);
    if (!seen.traced || wait.cpu_ns == 0) {
        to.cpu_of_waits_ns = listed;
        return;
    }
    // The wake-up by a descriptor is part of a call that also moves data.
    const bool with_waker = wait.kind == wait_kind::futex;
    const amount measured = without_observing(
        static_cast<double>(wait.cpu_ns) + (with_waker ? static_cast<double>(wait.wake_cpu_ns) : 0),
        static_cast<double>(wait.waits), with_waker ? 1 : half, prices, seen);
    to.is_hidden = listed && measured.value < half * listed->low;
    to.cpu_of_waits_ns =
        to.is_hidden ? amount{listed->low, std::clamp(measured.low, 0.0, listed->low), listed->high}
                     : measured;
}

/// The most frequent stack of each thread at each place.
auto stacks_of(const observation& seen) {
    std::map<std::tuple<pid_t, long, std::uint64_t>, const wait_stack*> stacks;
    for (const wait_stack& stack : seen.stacks) {
        const wait_stack*& best = stacks[{stack.thread, stack.system_call, stack.address}];
        best = best == nullptr || best->seen < stack.seen ? &stack : best;
    }
    return stacks;
}

/// An amount of CPU time is no more than the threads used.
amount at_most(const amount& cost, double most) {
    return {std::min(cost.value, most), std::min(cost.low, most), std::min(cost.high, most)};
}

/// Lowers the costs if all waits together would cost more CPU time than the threads used: the
/// prices of the list are too high for these processes then.
void limit_to_cpu_time(std::vector<place>& places, const observation& seen) {
    double used_ns = 0;
    for (const thread_counts& thread : seen.threads) {
        used_ns += static_cast<double>(thread.cpu_ns);
    }
    double cost_ns = 0;
    for (const place& each : places) {
        cost_ns += each.cpu_of_waits_ns ? each.cpu_of_waits_ns->value : 0;
    }
    if (cost_ns > used_ns) {
        for (place& each : places) {
            if (each.cpu_of_waits_ns) {
                each.cpu_of_waits_ns = *each.cpu_of_waits_ns * (used_ns / cost_ns);
            }
        }
    }
}

} // namespace

std::optional<amount> cost_of_one(const place& where) {
    if (!where.cpu_of_waits_ns || where.sum.waits == 0) {
        return std::nullopt;
    }
    return *where.cpu_of_waits_ns * (1 / static_cast<double>(where.sum.waits));
}

amount operator+(const amount& left, const amount& right) {
    return {left.value + right.value, left.low + right.low, left.high + right.high};
}

amount operator*(const amount& left, double times) {
    const double low = left.low * times;
    const double high = left.high * times;
    return {left.value * times, std::min(low, high), std::max(low, high)};
}

void add(wait_counts& to, const wait_counts& from) {
    to.waits += from.waits;
    to.slept_ns += from.slept_ns;
    to.delayed_ns += from.delayed_ns;
    add_all(to.slept.counts, from.slept.counts);
    add_all(to.slept.total_ns, from.slept.total_ns);
    add_all(to.woken_by_thread, from.woken_by_thread);
    add_all(to.woken_by_timer, from.woken_by_timer);
    add_all(to.used_after_timer, from.used_after_timer);
    add_all(to.used_after_group, from.used_after_group);
    add_all(to.waits_after_group, from.waits_after_group);
    to.surplus += from.surplus;
    to.during_call += from.during_call;
    to.cpu_ns += from.cpu_ns;
    to.wake_cpu_ns += from.wake_cpu_ns;
    to.call_held = std::max(to.call_held, from.call_held);
    to.waker = from.waker != 0 ? from.waker : to.waker;
}

std::string who(const place& where) {
    const std::size_t count = where.members.size();
    return count < 2 ? where.threads : fmt::format("{} ({} threads)", where.threads, count);
}

std::string common_name(const std::string& name) {
    std::string common;
    for (const char letter : name) {
        const bool digit = std::isdigit(static_cast<unsigned char>(letter)) != 0;
        if (!digit) {
            common += letter;
        } else if (common.empty() || common.back() != '*') {
            common += '*';
        }
    }
    return common;
}

std::string words_for(const wait_counts& wait) {
    switch (wait.kind) {
    case wait_kind::futex:
        return wait.is_lock ? "waits for a mutex" : "waits on a futex";
    case wait_kind::sleep:
        return "sleeps";
    case wait_kind::poll:
        return "waits in " + name_of_call(wait.system_call);
    case wait_kind::pipe:
        return "waits for a pipe or an eventfd";
    case wait_kind::socket:
        return "waits for a socket";
    case wait_kind::process:
        return "waits for a process";
    case wait_kind::signal:
        return "waits for a signal";
    case wait_kind::disk:
        return "waits for a disk";
    case wait_kind::other:
        break;
    }
    return wait.system_call < 0 ? "waits outside of a system call"
                                : "waits in " + name_of_call(wait.system_call);
}

double quantile_us(const durations& of, double share) {
    double all = 0;
    for (const std::uint64_t count : of.counts) {
        all += static_cast<double>(count);
    }
    double below = 0;
    for (std::size_t i = 0; i < of.counts.size(); ++i) {
        const auto here = static_cast<double>(of.counts[i]);
        if (here > 0 && below + here >= share * all) {
            const double part = (share * all - below) / here;
            return std::exp2(static_cast<double>(i) + part) / 1e3;
        }
        below += here;
    }
    return 0;
}

std::vector<place> places_of(const observation& seen, const price_list& prices) {
    std::map<pid_t, const thread_counts*> threads;
    for (const thread_counts& thread : seen.threads) {
        threads[thread.thread] = &thread;
    }
    using key = std::tuple<pid_t, std::string, wait_kind, long, bool, std::uint64_t>;
    std::map<key, std::pair<place, std::set<pid_t>>> groups;
    const auto stacks = stacks_of(seen);
    for (const wait_counts& wait : seen.waits) {
        const auto thread = threads.find(wait.thread);
        const std::string name = thread == threads.end() ? "?" : thread->second->name;
        // The descriptors of several threads differ. Their futexes are the same in one process.
        const bool shares = wait.kind == wait_kind::futex;
        auto& [group, members] =
            groups[{shares ? wait.process : 0, common_name(name), wait.kind, wait.system_call,
                    wait.is_lock, shares ? wait.address : 0}];
        if (members.empty()) {
            group.sum = wait;
            group.threads = name;
        } else {
            add(group.sum, wait);
        }
        if (members.insert(wait.thread).second && thread != threads.end()) {
            group.cpu_ns += thread->second->cpu_ns;
            group.voluntary += thread->second->voluntary;
            group.involuntary += thread->second->involuntary;
            group.threads = group.threads == name ? name : common_name(name);
        }
        const auto stack = stacks.find({wait.thread, wait.system_call, wait.address});
        if (stack != stacks.end() && group.stack.empty()) {
            group.stack = stack->second->frames;
        }
    }
    std::vector<place> places;
    for (auto& [name, group] : groups) {
        auto& [found, members] = group;
        found.members.assign(members.begin(), members.end());
        add_cost(found, prices, seen);
        if (found.cpu_of_waits_ns && found.cpu_ns != 0 &&
            found.sum.wake_cpu_ns == 0) { // else others pay a part
            found.cpu_of_waits_ns =
                at_most(*found.cpu_of_waits_ns, static_cast<double>(found.cpu_ns));
        }
        if (found.sum.wake_cpu_ns != 0) {
            const amount wakers =
                without_observing(static_cast<double>(found.sum.wake_cpu_ns),
                                  static_cast<double>(found.sum.waits), half, prices, seen);
            found.cpu_of_wakers_ns = wakers.value > 0 ? std::optional(wakers) : std::nullopt;
        }
        places.push_back(std::move(found));
    }
    if (!seen.traced) {
        limit_to_cpu_time(places, seen);
    }
    std::ranges::sort(places, std::greater<>(), [](const place& each) {
        return std::pair(each.cpu_of_waits_ns ? each.cpu_of_waits_ns->value : -1.0, each.sum.waits);
    });
    return places;
}

} // namespace tollgate::bill
