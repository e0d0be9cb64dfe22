// SPDX-License-Identifier: BSL-1.0
#include "matrix_plan.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace tollgate::thread_test {
namespace {

using cpu::hardware_thread;

bool share(const hardware_thread& one, const hardware_thread& other,
           int hardware_thread::*property) {
    return one.*property >= 0 && one.*property == other.*property;
}

/// The property that CPUs of one group share. Null: all CPUs share a group.
int hardware_thread::*grouping_of(const cpu::topology& machine) {
    for (const auto property :
         {&hardware_thread::l3, &hardware_thread::numa, &hardware_thread::package}) {
        if (std::ranges::all_of(machine.threads,
                                [&](const auto& cpu) { return cpu.*property >= 0; })) {
            return property;
        }
    }
    return nullptr;
}

} // namespace

const char* words_of(relation between) {
    constexpr const char* words[] = {"SMT siblings", "same L3",      "same node",
                                     "same socket",  "other socket", "relation not known"};
    return words[static_cast<std::size_t>(between)];
}

relation relation_of(const hardware_thread& one, const hardware_thread& other) {
    if (share(one, other, &hardware_thread::core)) {
        return relation::smt;
    }
    if (share(one, other, &hardware_thread::l3)) {
        return relation::l3;
    }
    const bool same_socket = share(one, other, &hardware_thread::package);
    if (same_socket && share(one, other, &hardware_thread::numa)) {
        return relation::node;
    }
    return same_socket                              ? relation::socket
           : one.package >= 0 && other.package >= 0 ? relation::far
                                                    : relation::unknown;
}

relation relation_of(const cpu::topology& machine, int one, int other) {
    const auto find = [&](int cpu) {
        return std::ranges::find(machine.threads, cpu, &hardware_thread::cpu);
    };
    const auto first = find(one);
    const auto second = find(other);
    return first == machine.threads.end() || second == machine.threads.end()
               ? relation::unknown
               : relation_of(*first, *second);
}

std::optional<std::size_t> cpu_groups::of(int cpu) const {
    for (std::size_t i = 0; i < cpus.size(); ++i) {
        if (std::ranges::binary_search(cpus[i], cpu)) {
            return i;
        }
    }
    return std::nullopt;
}

cpu_groups groups_of(const cpu::topology& machine) {
    const auto property = grouping_of(machine);
    std::map<std::pair<int, int>, std::vector<int>> found;
    for (const hardware_thread& thread : machine.threads) {
        found[{property == nullptr ? 0 : thread.*property, thread.kind}].push_back(thread.cpu);
    }
    cpu_groups groups;
    for (auto& [place, cpus] : found) {
        std::ranges::sort(cpus);
        groups.cpus.push_back(std::move(cpus));
    }
    std::ranges::sort(groups.cpus);
    return groups;
}

pair_plan plan_pairs(const cpu::topology& machine, std::size_t most_pairs) {
    std::vector<hardware_thread> threads = machine.threads;
    std::ranges::sort(threads, {}, &hardware_thread::cpu);
    const cpu_groups groups = groups_of(machine);
    std::map<int, std::size_t> group_of;
    for (const hardware_thread& thread : threads) {
        group_of[thread.cpu] = groups.of(thread.cpu).value_or(0);
    }
    using kind = std::tuple<bool, std::size_t, std::size_t>; // not siblings, and the two groups
    std::map<kind, std::size_t> found;
    struct ranked_pair {
        std::size_t rank; ///< the number of pairs of the same kind before this pair
        kind of;
        cpu_pair pair;
    };
    std::vector<ranked_pair> ranked;
    for (std::size_t to = threads.size(); to-- > 0;) {
        for (std::size_t from = to; from-- > 0;) {
            const auto [low, high] =
                std::minmax(group_of[threads[from].cpu], group_of[threads[to].cpu]);
            const kind of{relation_of(threads[from], threads[to]) != relation::smt, low, high};
            ranked.push_back({found[of]++, of, {threads[from].cpu, threads[to].cpu}});
        }
    }
    std::ranges::stable_sort(ranked, {}, [](const ranked_pair& each) {
        return std::tuple(each.rank, std::get<0>(each.of),
                          std::get<1>(each.of) != std::get<2>(each.of));
    });
    pair_plan plan{{}, ranked.size(), found.size()};
    for (std::size_t i = 0; i < std::min(most_pairs, ranked.size()); ++i) {
        plan.pairs.push_back(ranked[i].pair);
    }
    return plan;
}

} // namespace tollgate::thread_test
