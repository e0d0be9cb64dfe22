// SPDX-License-Identifier: BSL-1.0
#include "places.hpp"

#include <tollgate/bench/placements.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

namespace tollgate::lock_test {
namespace {

using cpu::placement;

constexpr const char* spread = "spread";

bool on_several_cpus(placement where) {
    return where != placement::same && where != placement::free;
}

measure::case_key all_at(std::size_t threads, std::string_view word) {
    return {"lock/*", {{"threads", threads}, {"placement", word}}};
}

std::optional<cpu::assignment> spread_over(bench::case_table& table, std::size_t threads) {
    const cpu::topology& machine = table.machine();
    if (!machine.can_pin) {
        table.refuse(all_at(threads, spread), "this system does not let a thread choose its CPU");
        return std::nullopt;
    }
    if (machine.threads.size() < 2) {
        table.refuse(all_at(threads, spread), "1 CPU allowed");
        return std::nullopt;
    }
    return cpu::assignment{placement::core, spread_cpus(machine)};
}

} // namespace

std::vector<int> spread_cpus(const cpu::topology& machine) {
    std::vector<cpu::hardware_thread> left = machine.threads;
    std::ranges::sort(left, std::greater{}, &cpu::hardware_thread::cpu);
    std::vector<int> cpus;
    while (!left.empty()) {
        std::set<int> cores; // of this round
        std::erase_if(left, [&](const cpu::hardware_thread& thread) {
            if (thread.core >= 0 && !cores.insert(thread.core).second) {
                return false;
            }
            cpus.push_back(thread.cpu);
            return true;
        });
    }
    return cpus;
}

std::vector<place> places_for(bench::case_table& table, std::size_t threads) {
    std::vector<placement> chosen = bench::near_placements(table.chosen(), table.machine(), true);
    if (threads == 1) {
        const bool free = std::ranges::count(chosen, placement::free) ==
                          static_cast<std::ptrdiff_t>(chosen.size());
        chosen = {free ? placement::free : placement::same};
    }
    std::vector<place> places;
    bool is_spread = false;
    for (const placement where : chosen) {
        if (threads > 2 && on_several_cpus(where)) {
            if (table.chosen().is_given("placement")) {
                table.refuse(all_at(threads, cpu::to_string(where)),
                             "more than 2 threads use all allowed CPUs (placement:spread)");
            }
            const auto assigned = is_spread ? std::nullopt : spread_over(table, threads);
            is_spread = true;
            if (assigned) {
                places.push_back({spread, *assigned});
            }
            continue;
        }
        const std::string word(cpu::to_string(where));
        if (const auto assigned = table.assign(where, threads, all_at(threads, word))) {
            places.push_back({word, *assigned});
        }
    }
    return places;
}

std::optional<std::string> too_few_cpus(const place& chosen, std::size_t threads,
                                        const cpu::topology& machine) {
    const bool free = chosen.where.cpus.empty();
    const std::size_t needed = threads + (free ? 1 : 0);
    const std::size_t available =
        free ? machine.threads.size()
             : std::set<int>(chosen.where.cpus.begin(), chosen.where.cpus.end()).size();
    if (threads == 1 || available >= needed) {
        return std::nullopt;
    }
    return fmt::format("{} threads need {} CPUs{} and there {} {}: the case would show "
                       "scheduler quanta",
                       threads, needed, free ? " to move between" : " of their own",
                       available == 1 ? "is" : "are", available);
}

} // namespace tollgate::lock_test
