// SPDX-License-Identifier: BSL-1.0
#include "savings.hpp"

#include <tollgate/cli/number.hpp>

#include <algorithm>
#include <cmath>
#include <set>

namespace tollgate::bill {
namespace {

constexpr double least_share = 0.01;

/// The size of a saving: CPUs, or the share of a thread's time.
double size_of(const saving& each) {
    return std::max(each.cpus.value, each.time_share ? each.time_share->value : 0.0);
}

bool is_worth_it(const saving& each, double cpus_used) {
    const bool cpu = each.cpus.low > 0 && each.cpus.value >= least_share * cpus_used;
    const bool time =
        each.time_share && each.time_share->low > 0 && each.time_share->value >= least_share;
    return cpu || time;
}

} // namespace

std::string evidence::a_second(std::uint64_t count) const {
    return cli::grouped(
        static_cast<std::uint64_t>(std::llround(static_cast<double>(count) * 1e9 / ns())));
}

std::string evidence::name_of(pid_t thread) const {
    const auto found = std::ranges::find(seen.threads, thread, &thread_counts::thread);
    return found == seen.threads.end() ? "?" : found->name;
}

double evidence::cpu_ns_of(pid_t thread) const {
    const auto found = std::ranges::find(seen.threads, thread, &thread_counts::thread);
    return found == seen.threads.end() ? 0 : static_cast<double>(found->cpu_ns);
}

double evidence::cpus_used() const {
    double cpu_ns = 0;
    for (const thread_counts& thread : seen.threads) {
        cpu_ns += static_cast<double>(thread.cpu_ns);
    }
    return cpu_ns / ns();
}

double evidence::idle_cpus() const {
    return seen.idle ? static_cast<double>(seen.idle->count()) / ns() : seen.cpus;
}

std::vector<saving> savings_of(const evidence& from) {
    const double cpus_used = from.cpus_used();
    found_savings all;
    for (const auto find : {brief_waits, polls, system_timers, group_wakes, held_locks, moves,
                            surplus_threads, yields}) {
        for (found_saving& each : find(from)) {
            if (is_worth_it(each.content, cpus_used)) {
                all.push_back(std::move(each));
            }
        }
    }
    std::ranges::stable_sort(all, std::greater<>(),
                             [](const found_saving& each) { return size_of(each.content); });
    std::vector<saving> kept;
    std::set<const place*> used;
    for (found_saving& each : all) {
        if (each.where == nullptr || used.insert(each.where).second) {
            kept.push_back(std::move(each.content));
        }
    }
    return kept;
}

} // namespace tollgate::bill
