// SPDX-License-Identifier: BSL-1.0
//
// Each distance is "alike in this, different in that": siblings have the core in common, neighbours
// the L3 but not the core, far ones only differ in the socket. Any two of a choice made that way
// are related alike, so the same rule gives the pair of an even ring and the triple of an odd one.
// All of them are of one kind of core, because an unlike pair costs what neither kind costs.
#include <tollgate/cpu/assignment.hpp>

#include <algorithm>
#include <functional>
#include <map>

namespace tollgate::cpu {
namespace {

using property = int hardware_thread::*;

struct relation {
    // Null: nothing need be alike.
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

relation core_relation(const topology& on) {
    if (distinct(on.threads, &hardware_thread::core) == 1) {
        return {&hardware_thread::l3, &hardware_thread::core, "1 core among the allowed CPUs", ""};
    }
    if (distinct(on.threads, &hardware_thread::l3) > 0) {
        return {&hardware_thread::l3, &hardware_thread::core,
                "no two of the allowed cores share an L3", "3 cores that share an L3"};
    }
    if (distinct(on.threads, &hardware_thread::package) > 0) {
        return {&hardware_thread::package, &hardware_thread::core,
                "no two of the allowed cores are in one socket", "3 cores of one socket"};
    }
    return {&hardware_thread::package, &hardware_thread::core,
            "which of the allowed cores share an L3 or a socket is not known", ""};
}

// One property for the whole ring: a mixture of nodes and caches would be a mixture of distances.
relation far_relation(const topology& on) {
    const int sockets = distinct(on.threads, &hardware_thread::package);
    if (sockets > 1) {
        return {nullptr, &hardware_thread::package, "", "3 sockets"};
    }
    if (distinct(on.threads, &hardware_thread::numa) > 1) {
        return {nullptr, &hardware_thread::numa, "", "3 NUMA nodes"};
    }
    const int caches = distinct(on.threads, &hardware_thread::l3);
    const std::string socket = sockets == 1 ? "1 socket" : "sockets not known";
    return {nullptr, &hardware_thread::l3, caches == 1 ? socket + ", 1 L3 domain" : socket,
            "3 L3 domains"};
}

relation mixed_relation() {
    return {nullptr, &hardware_thread::kind, "one kind of core among the allowed CPUs",
            "3 kinds of core"};
}

// The `wanted` highest-numbered CPUs that are mutually related, of unlike kinds those of the
// fastest kinds; none if there are not as many.
std::vector<int> related_cpus(const topology& on, const relation& by, std::size_t wanted) {
    // For each value of `alike`, one CPU, the highest, for each value of `different`.
    std::map<int, std::map<int, int>> groups;
    for (const hardware_thread& thread : on.threads) {
        const int group = by.alike != nullptr ? thread.*by.alike : 0;
        const int member = thread.*by.different;
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
            if (by.different != &hardware_thread::kind) { // which are in order
                std::ranges::sort(cpus, std::greater{});
            }
            cpus.resize(wanted);
            best = std::max(best, cpus);
        }
    }
    return best;
}

// a b a b … for an even ring; for an odd one the last thread has c, whose two neighbours, b before
// it and a after it, both differ from it.
std::variant<assignment, unavailable> alternate(placement where, const topology& on,
                                                const relation& by, std::size_t threads) {
    if (related_cpus(on, by, 2).empty()) {
        return unavailable{by.no_pair};
    }
    const bool odd = threads % 2 == 1;
    const std::vector<int> chosen = related_cpus(on, by, odd ? 3 : 2);
    if (chosen.empty()) {
        return unavailable{std::to_string(threads) + " threads need " + by.triple +
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

// `on` has a CPU, and lets a thread choose it.
std::variant<assignment, unavailable> assign_on(const topology& on, placement where,
                                                std::size_t threads) {
    if (where == placement::same) {
        return assignment{where, {std::ranges::max(on.threads, {}, &hardware_thread::cpu).cpu}};
    }
    if (threads < 2) {
        return unavailable{"fewer than 2 threads have no neighbours"};
    }
    if (on.threads.size() == 1) {
        return unavailable{"1 CPU allowed"};
    }
    if (!on.relations_known) {
        return unavailable{"how the allowed CPUs relate is not known (" + on.source + ")"};
    }
    switch (where) {
    case placement::smt:
        return alternate(where, on, smt_relation(), threads);
    case placement::core:
        return alternate(where, on, core_relation(on), threads);
    case placement::mixed:
        return alternate(where, on, mixed_relation(), threads);
    default:
        return alternate(where, on, far_relation(on), threads);
    }
}

} // namespace

std::optional<int> assignment::cpu_of(std::size_t thread) const {
    if (cpus.empty()) {
        return std::nullopt;
    }
    return cpus[thread % cpus.size()];
}

std::variant<assignment, unavailable> assign(placement where, const topology& on,
                                             std::size_t threads) {
    if (where == placement::free) {
        return assignment{where, {}};
    }
    if (!on.can_pin) {
        return unavailable{"this system does not let a thread choose its CPU"};
    }
    if (on.threads.empty()) {
        return unavailable{"no CPU allowed"};
    }
    const std::vector<core_kind> kinds = kinds_of_core(on);
    const bool is_one_kind = kinds.empty() || kinds.front().cpus.size() == on.threads.size();
    if (where == placement::mixed || is_one_kind) {
        return assign_on(on, where, threads);
    }
    auto result = assign_on(restrict_to(on, kinds.front().cpus), where, threads);
    if (auto* none = std::get_if<unavailable>(&result)) {
        none->reason = "of the kind " + kinds.front().name + ": " + none->reason;
    }
    return result;
}

} // namespace tollgate::cpu
