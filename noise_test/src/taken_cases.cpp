// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"
#include "taken_loop.hpp"

#include <tollgate/cpu/assignment.hpp>

#include <algorithm>
#include <cstddef>
#include <variant>

namespace tollgate::noise_test {
namespace {

using measure::case_key;

/// The time of two readings of the kernel's counters and of the start of a batch.
constexpr std::chrono::milliseconds beside_the_slice{1};

/// All CPUs, or 8 that are spread over them; 2 if the headline cases alone are wanted.
std::vector<int> watched_cpus(const cpu::topology& machine, bool headline) {
    const std::size_t most = headline ? 2 : 8;
    const std::size_t all = machine.threads.size();
    const std::size_t some = std::min(all, most);
    std::vector<int> cpus;
    for (std::size_t i = 0; i < some; ++i) {
        cpus.push_back(machine.threads[i * all / some].cpu);
    }
    return cpus;
}

case_key taken_key(int cpu) {
    return {"noise/taken", {{"cpu", static_cast<std::uint64_t>(cpu)}}};
}

void add_watched(bench::case_table& to, const case_key& key, const case_key& compared_with,
                 const char* unit, const taken_loop<>& loop) {
    to.add(measure::make_event_case(
               key, unit, loop.beside ? 2 : 1, loop,
               {.lasts = watched_for + beside_the_slice, .without_readings = true}),
           compared_with);
}

/// The reason why there is no neighbour.
std::string refusal(const cpu::hardware_thread& one, bool sibling, const cpu::topology& machine) {
    if (machine.threads.size() == 1) {
        return "1 CPU allowed";
    }
    if (!machine.relations_known || one.core == -1) {
        return "how the allowed CPUs relate is not known (" + machine.source + ")";
    }
    return sibling ? "CPU " + std::to_string(one.cpu) + " has no SMT sibling among the allowed CPUs"
                   : "no other core among the allowed CPUs";
}

/// The first CPU that is known to be the sibling of this one, or to be on another core.
std::variant<int, cpu::unavailable> neighbour_of(const cpu::hardware_thread& one,
                                                 const std::string& where,
                                                 const cpu::topology& machine) {
    const bool sibling = where == "smt";
    for (const cpu::hardware_thread& other : machine.threads) {
        const bool is_known = machine.relations_known && one.core != -1 && other.core != -1;
        if (is_known && other.cpu != one.cpu && (other.core == one.core) == sibling) {
            return other.cpu;
        }
    }
    return cpu::unavailable{refusal(one, sibling, machine)};
}

void add_neighbours(bench::case_table& to) {
    const cpu::hardware_thread& first = to.machine().threads.front();
    const case_key plain = taken_key(first.cpu);
    for (const std::string& where : to.chosen().words.at("beside")) {
        if (where == "nothing") {
            continue;
        }
        const case_key key = plain.with("beside", where);
        const auto other = neighbour_of(first, where, to.machine());
        if (const auto* no = std::get_if<cpu::unavailable>(&other)) {
            to.refuse(key, no->reason);
            continue;
        }
        taken_loop<> loop{first.cpu};
        loop.beside = std::get<int>(other);
        add_watched(to, key, plain,
                    where == "smt"
                        ? "what is taken of 20 ms while a batch job runs on its sibling"
                        : "what is taken of 20 ms while a batch job runs on another core",
                    loop);
    }
}

} // namespace

void add_taken(bench::case_table& to) {
    const std::vector<int> cpus =
        watched_cpus(to.machine(), static_cast<bool>(to.chosen().headline));
    if (!to.machine().can_pin) {
        to.refuse({"noise/taken", {{"cpu", "*"}}},
                  "this system does not let a thread choose its CPU");
        return;
    }
    for (const int cpu : cpus) {
        add_watched(to, taken_key(cpu), taken_key(cpus.front()),
                    "what is taken of 20 ms from a thread that never waits", taken_loop<>{cpu});
    }
    add_neighbours(to);
}

} // namespace tollgate::noise_test
