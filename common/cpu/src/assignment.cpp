// SPDX-License-Identifier: BSL-1.0
//
// Each placement is a rule of the form "alike in this, different in that": siblings share the core,
// neighbours share the L3 but not the core, far CPUs differ only in the socket. Any two CPUs of
// such a choice have the same relation, so the same rule gives the pair of an even ring and the
// triple of an odd ring. All CPUs are of one kind of core, because a mixed pair has a cost that
// neither kind has.
#include <tollgate/cpu/assignment.hpp>

#include <algorithm>
#include <functional>
#include <map>

namespace tollgate::cpu {
namespace {

using property = int hardware_thread::*;

struct relation {
    // Null: nothing must be alike.
    property alike;
    property different;
    // Completes "not available: …" when no two CPUs are related like this.
    std::string no_pair;
    // Completes "3 threads need …".
    std::string triple;
};

relation smt_relation() {
    return {&hardware_thread::core, &hardware_thread::cpu, "no SMT siblings among the allowed CPUs",
            "3 SMT siblings of one core"};
}

relation core_relation(const topology& machine) {
    if (distinct(machine.threads, &hardware_thread::core) == 1) {
        return {&hardware_thread::l3, &hardware_thread::core, "1 core among the allowed CPUs", ""};
    }
    if (distinct(machine.threads, &hardware_thread::l3) > 0) {
        return {&hardware_thread::l3, &hardware_thread::core,
                "no two of the allowed cores share an L3", "3 cores that share an L3"};
    }
    if (distinct(machine.threads, &hardware_thread::package) > 0) {
        return {&hardware_thread::package, &hardware_thread::core,
                "no two of the allowed cores are in one socket", "3 cores of one socket"};
    }
    return {&hardware_thread::package, &hardware_thread::core,
            "which of the allowed cores share an L3 or a socket is not known", ""};
}

// A single property for the whole ring, so that all hand-offs have the same latency.
relation far_relation(const topology& machine) {
    const int sockets = distinct(machine.threads, &hardware_thread::package);
    if (sockets > 1) {
        return {nullptr, &hardware_thread::package, "", "3 sockets"};
    }
    if (distinct(machine.threads, &hardware_thread::numa) > 1) {
        return {nullptr, &hardware_thread::numa, "", "3 NUMA nodes"};
    }
    const int caches = distinct(machine.threads, &hardware_thread::l3);
    const std::string socket = sockets == 1 ? "1 socket" : "sockets not known";
    return {nullptr, &hardware_thread::l3, caches == 1 ? socket + ", 1 L3 domain" : socket,
            "3 L3 domains"};
}

relation mixed_relation() {
    return {nullptr, &hardware_thread::kind, "one kind of core among the allowed CPUs",
            "3 kinds of core"};
}

// Finds that many CPUs of which any two have the relation: those with the highest numbers, or of
// different kinds those of the fastest kinds. Empty if there are not enough.
std::vector<int> related_cpus(const topology& machine, const relation& rule, std::size_t wanted) {
    // For each value of `alike`: the highest CPU for each value of `different`.
    std::map<int, std::map<int, int>> groups;
    for (const hardware_thread& thread : machine.threads) {
        const int group = rule.alike != nullptr ? thread.*rule.alike : 0;
        const int member = thread.*rule.different;
        if (group >= 0 && member >= 0) {
            int& cpu = groups[group].try_emplace(member, thread.cpu).first->second;
            cpu = std::max(cpu, thread.cpu);
        }
    }
    std::vector<int> best;
    for (const auto& [group, members] : groups) {
        std::vector<int> cpus;
        for (const auto& [member, cpu] : members) {
            cpus.insert(cpus.begin(), cpu);
        }
        if (cpus.size() >= wanted) {
            if (rule.different != &hardware_thread::kind) { // kinds are in order
                std::ranges::sort(cpus, std::greater{});
            }
            cpus.resize(wanted);
            best = std::max(best, cpus);
        }
    }
    return best;
}

// a b a b … for an even ring. In an odd ring the last thread has c, which differs from both
// neighbours, b before it and a after it.
std::variant<assignment, unavailable> alternate(placement where, const topology& machine,
                                                const relation& rule, std::size_t threads) {
    if (related_cpus(machine, rule, 2).empty()) {
        return unavailable{rule.no_pair};
    }
    const bool odd = threads % 2 == 1;
    const std::vector<int> chosen = related_cpus(machine, rule, odd ? 3 : 2);
    if (chosen.empty()) {
        return unavailable{std::to_string(threads) + " threads need " + rule.triple +
                           " or an even number of threads"};
    }
    assignment result{where, std::vector<int>(threads)};
    for (std::size_t i = 0; i < threads; ++i) {
        result.cpus[i] = chosen[i % 2];
    }
    if (odd) {
        result.cpus.back() = chosen[2];
    }
    return result;
}

// `machine` has a CPU, and lets a thread choose it.
std::variant<assignment, unavailable> assign_on(const topology& machine, placement where,
                                                std::size_t threads) {
    if (where == placement::same) {
        return assignment{where,
                          {std::ranges::max(machine.threads, {}, &hardware_thread::cpu).cpu}};
    }
    if (threads < 2) {
        return unavailable{"fewer than 2 threads have no neighbours"};
    }
    if (machine.threads.size() == 1) {
        return unavailable{"1 CPU allowed"};
    }
    if (!machine.relations_known) {
        return unavailable{"how the allowed CPUs relate is not known (" + machine.source + ")"};
    }
    switch (where) {
    case placement::smt:
        return alternate(where, machine, smt_relation(), threads);
    case placement::core:
        return alternate(where, machine, core_relation(machine), threads);
    case placement::mixed:
        return alternate(where, machine, mixed_relation(), threads);
    default:
        return alternate(where, machine, far_relation(machine), threads);
    }
}

} // namespace

std::optional<int> assignment::cpu_of(std::size_t thread) const {
    if (cpus.empty()) {
        return std::nullopt;
    }
    return cpus[thread % cpus.size()];
}

std::variant<assignment, unavailable> assign(placement where, const topology& machine,
                                             std::size_t threads) {
    if (where == placement::free) {
        return assignment{where, {}};
    }
    if (!machine.can_pin) {
        return unavailable{"this system does not let a thread choose its CPU"};
    }
    if (machine.threads.empty()) {
        return unavailable{"no CPU allowed"};
    }
    const std::vector<core_kind> kinds = kinds_of_core(machine);
    const bool is_one_kind = kinds.empty() || kinds.front().cpus.size() == machine.threads.size();
    if (where == placement::mixed || is_one_kind) {
        return assign_on(machine, where, threads);
    }
    auto result = assign_on(restrict_to(machine, kinds.front().cpus), where, threads);
    if (auto* refusal = std::get_if<unavailable>(&result)) {
        refusal->reason = "of the kind " + kinds.front().name + ": " + refusal->reason;
    }
    return result;
}

} // namespace tollgate::cpu
