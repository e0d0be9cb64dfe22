// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cpu/topology.hpp>

#include "hwloc_reader.hpp"
#include "this_thread_mask.hpp"

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/cpu/cpu_list.hpp>

#include <algorithm>
#include <cstddef>
#include <set>
#include <stdexcept>
#include <utility>

namespace tollgate::cpu {
namespace {

std::string count(std::size_t number, const std::string& noun) {
    return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

std::size_t cores_of(const topology& machine, int kind) {
    std::set<int> cores;
    for (const hardware_thread& thread : machine.threads) {
        if (thread.kind == kind) {
            cores.insert(thread.core);
        }
    }
    return cores.size();
}

// " (IntelCore 5100 MHz: CPU 0-7; IntelAtom 3800 MHz: CPU 8-15)".
std::string describe_kinds(const topology& machine) {
    std::string text;
    for (const core_kind& kind : kinds_of_core(machine)) {
        text += (text.empty() ? " (" : "; ") + kind.name + ": CPU " + format_cpu_list(kind.cpus);
    }
    return text.empty() ? text : text + ")";
}

std::string describe_l3(const topology& machine) {
    const int domains = distinct(machine.threads, &hardware_thread::l3);
    if (domains == 0) {
        return "L3 not known";
    }
    const auto without = [](const hardware_thread& thread) { return thread.l3 < 0; };
    if (std::ranges::any_of(machine.threads, without)) {
        return "L3 not known for all";
    }
    if (domains == 1) {
        return machine.threads.size() == 1 ? "1 L3 domain" : "L3 shared";
    }
    return count(static_cast<std::size_t>(domains), "L3 domain");
}

} // namespace

std::vector<int> topology::cpus() const {
    std::vector<int> numbers;
    numbers.reserve(threads.size());
    for (const hardware_thread& thread : threads) {
        numbers.push_back(thread.cpu);
    }
    return numbers;
}

int distinct(std::span<const hardware_thread> threads, int hardware_thread::*property) {
    std::set<int> known;
    for (const hardware_thread& thread : threads) {
        if (thread.*property >= 0) {
            known.insert(thread.*property);
        }
    }
    return static_cast<int>(known.size());
}

topology read_topology() {
    const std::vector<int> allowed = allowed_cpus();
    topology result;
    try {
        result = detail::within(detail::read_this_machine(), allowed);
    } catch (const std::runtime_error& error) {
        result = detail::mask_only(allowed, error.what());
    }
    result.can_pin = detail::threads_can_be_pinned();
    return result;
}

topology restrict_to(const topology& from, std::span<const int> cpus) {
    if (cpus.empty()) {
        throw std::invalid_argument("no CPU chosen among the allowed CPUs " +
                                    format_cpu_list(from.cpus()));
    }
    for (const int cpu : cpus) {
        if (std::ranges::find(from.threads, cpu, &hardware_thread::cpu) == from.threads.end()) {
            throw std::invalid_argument("CPU " + std::to_string(cpu) +
                                        " is not among the allowed CPUs " +
                                        format_cpu_list(from.cpus()));
        }
    }
    topology result = from;
    std::erase_if(result.threads, [cpus](const hardware_thread& thread) {
        return std::ranges::find(cpus, thread.cpu) == cpus.end();
    });
    result.packages = distinct(result.threads, &hardware_thread::package);
    result.cores = distinct(result.threads, &hardware_thread::core);
    return result;
}

std::vector<core_kind> kinds_of_core(const topology& machine) {
    std::vector<core_kind> kinds;
    bool found_two_cores = false;
    for (int kind = static_cast<int>(machine.kinds.size()) - 1; kind >= 0; --kind) {
        const std::size_t cores = cores_of(machine, kind);
        if (cores == 0) {
            continue;
        }
        core_kind next{machine.kinds[static_cast<std::size_t>(kind)], {}};
        for (const hardware_thread& thread : machine.threads) {
            if (thread.kind == kind) {
                next.cpus.push_back(thread.cpu);
            }
        }
        const bool is_placed_on = cores >= 2 && !found_two_cores;
        found_two_cores |= is_placed_on;
        kinds.insert(is_placed_on ? kinds.begin() : kinds.end(), std::move(next));
    }
    return kinds;
}

std::string describe(const topology& machine) {
    std::string line =
        count(machine.threads.size(), "CPU") + " (" + format_cpu_list(machine.cpus()) + ")";
    if (!machine.relations_known) {
        return line + ", how they relate is not known";
    }
    line += ", " + count(static_cast<std::size_t>(machine.cores), "core") + describe_kinds(machine);
    line += ", " + (machine.packages == 0
                        ? "sockets not known"
                        : count(static_cast<std::size_t>(machine.packages), "socket"));
    line += ", " + describe_l3(machine);
    const int nodes = distinct(machine.threads, &hardware_thread::numa);
    if (nodes > 1) {
        line += ", " + count(static_cast<std::size_t>(nodes), "NUMA node");
    }
    return line;
}

} // namespace tollgate::cpu
