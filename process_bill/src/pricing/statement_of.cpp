// SPDX-License-Identifier: BSL-1.0
#include "statement_of.hpp"

#include "observation_parts.hpp"
#include "places.hpp"
#include "rows.hpp"
#include "savings/savings.hpp"
#include "system_calls.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace tollgate::bill {
namespace {

/// Adds what has a count and a price for one.
void price(entry& to, std::uint64_t count, const std::optional<amount>& one, double ns) {
    to.a_second = static_cast<double>(count) * 1e9 / ns;
    if (one) {
        to.price_ns = one;
        to.cpus = *one * (static_cast<double>(count) / ns);
    }
}

void add_waits(statement& to, const std::vector<place>& places, double ns) {
    for (const place& where : rows_of(places)) {
        entry found;
        found.name = common_name(where.threads);
        found.threads = where.members.size() < 2
                            ? where.threads
                            : fmt::format("{} × {}", where.members.size(), where.threads);
        found.event = words_for(where.sum);
        found.stack = where.stack;
        found.typical_us = quantile_us(where.sum.slept, 0.5);
        price(found, where.sum.waits, cost_of_one(where), ns);
        to.entries.push_back(std::move(found));
    }
}

/// The words for calls that did not wait: "calls timerfd_settime".
std::string words_for_calls(long number) {
    const std::string name = name_of_call(number);
    switch (kind_of_call(number)) {
    case wait_kind::other:
        return "calls " + name;
    case wait_kind::futex:
        return "wakes nobody (" + name + ")";
    default:
        return "finds nothing (" + name + ")";
    }
}

/// The calls that have a price, and did not wait.
void add_calls(statement& to, const observation& seen, const price_list& prices, double ns) {
    std::map<std::pair<pid_t, long>, std::uint64_t> waits;
    for (const wait_counts& wait : seen.waits) {
        waits[{wait.thread, wait.system_call}] += wait.waits;
    }
    std::map<pid_t, std::string> names;
    for (const thread_counts& thread : seen.threads) {
        names[thread.thread] = common_name(thread.name);
    }
    std::map<std::pair<std::string, long>, std::uint64_t> calls;
    for (const call_counts& each : seen.calls) {
        const std::uint64_t waited = waits[{each.thread, each.system_call}];
        const bool in_vain_only = kind_of_call(each.system_call) != wait_kind::other;
        calls[{names[each.thread], each.system_call}] +=
            in_vain_only ? each.in_vain : each.calls - std::min(each.calls, waited);
    }
    for (const auto& [caller, count] : calls) {
        const std::optional<amount> one = prices.of(event::call, caller.second);
        if (count != 0 && one) {
            entry found;
            found.name = found.threads = caller.first;
            found.event = words_for_calls(caller.second);
            price(found, count, one, ns);
            to.entries.push_back(std::move(found));
        }
    }
}

void add_threads(statement& to, const observation& seen, const price_list& prices, double ns) {
    std::map<std::string, std::uint64_t> preemptions;
    std::uint64_t migrations = 0;
    bool knows_migrations = false;
    double cpu_ns = 0;
    double runnable_ns = 0;
    std::uint64_t switches = 0;
    for (const thread_counts& thread : seen.threads) {
        cpu_ns += static_cast<double>(thread.cpu_ns);
        runnable_ns += static_cast<double>(thread.runnable_ns);
        switches += thread.voluntary + thread.involuntary;
        preemptions[common_name(thread.name)] += thread.involuntary;
        migrations += thread.migrations.value_or(0);
        knows_migrations = knows_migrations || thread.migrations;
    }
    std::uint64_t all_preemptions = 0;
    for (const auto& [name, count] : preemptions) {
        all_preemptions += count;
        if (count != 0) {
            entry found;
            found.name = found.threads = name;
            found.event = "is preempted";
            price(found, count, prices.of(event::preemption, 0), ns);
            to.entries.push_back(std::move(found));
        }
    }
    to.threads = seen.threads.size();
    to.cpus_used = cpu_ns / ns;
    to.runnable = runnable_ns / ns;
    to.switches = static_cast<double>(switches) * 1e9 / ns;
    to.preemptions = static_cast<double>(all_preemptions) * 1e9 / ns;
    if (knows_migrations) {
        to.migrations = static_cast<double>(migrations) * 1e9 / ns;
    }
}

void remark_missing_cpu(statement& to, const observation& seen) {
    constexpr double worth_a_remark_s = 0.05;
    constexpr double worth_a_remark_share = 0.05;
    const double used_s = std::chrono::duration<double>(seen.used).count();
    const double missing_s = used_s - to.cpus_used * to.seconds;
    if (missing_s > worth_a_remark_s && missing_s > worth_a_remark_share * used_s) {
        to.remarks.push_back(
            fmt::format("{:.0f} % of the CPU time ({:.2f} s) is missing: threads or processes used "
                        "it after their last sample, or ended before their first one.",
                        100 * missing_s / used_s, missing_s));
    }
}

} // namespace

statement statement_of(const observation& counted, const price_list& prices) {
    const observation seen = over_whole_time(counted);
    const double ns = ns_of(seen);
    const std::vector<place> places = places_of(seen, prices);
    statement all;
    all.seconds = ns / 1e9;
    all.traced = seen.traced;
    all.cpus = seen.cpus;
    all.own_share = static_cast<double>(seen.own_cpu.count()) / ns;
    all.remarks = seen.remarks;
    if (seen.lost_events != 0) {
        all.remarks.push_back(fmt::format("lost events: {}; there was no room for more threads and "
                                          "places, or the kernel was just busy with its counts",
                                          seen.lost_events));
    }
    if (const auto hidden = std::ranges::count_if(places, &place::is_hidden); hidden != 0) {
        all.remarks.push_back(fmt::format("observing costs more than the waits at {} of {} places: "
                                          "these have the prices of the list",
                                          hidden, places.size()));
    }
    add_waits(all, places, ns);
    add_calls(all, seen, prices, ns);
    add_threads(all, seen, prices, ns);
    remark_missing_cpu(all, seen);
    for (const entry& each : all.entries) {
        all.waiting = each.cpus ? all.waiting + *each.cpus : all.waiting;
    }
    std::ranges::stable_sort(all.entries, std::greater<>(), [](const entry& each) {
        return std::pair(each.cpus ? each.cpus->value : -1.0, each.a_second);
    });
    all.savings = savings_of({seen, places, prices});
    return all;
}

} // namespace tollgate::bill
