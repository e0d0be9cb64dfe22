// SPDX-License-Identifier: BSL-1.0
//
// Machines in hwloc's notation. All CPUs are allowed. CPUs are numbered in the order of the tree,
// so siblings are neighbours: core 0 has CPUs 0 and 1.
#pragma once

#include "hwloc_reader.hpp"

#include <hwloc.h>

#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace described {

inline constexpr auto one_cpu = "package:1 l3:1 core:1 pu:1";
inline constexpr auto two_cores = "package:1 l3:1 core:2 pu:1";
inline constexpr auto desktop_smt = "package:1 l3:1 core:4 pu:2";
inline constexpr auto four_siblings = "package:1 l3:1 core:2 pu:4";
inline constexpr auto two_caches = "package:1 l3:2 core:2 pu:1";
inline constexpr auto three_caches = "package:1 l3:3 core:1 pu:1";
inline constexpr auto two_nodes_four_caches = "package:1 numa:2 l3:2 core:2 pu:1";
inline constexpr auto two_sockets = "package:2 l3:2 core:4 pu:2";
inline constexpr auto three_sockets = "package:3 l3:1 core:2 pu:1";
inline constexpr auto no_l3 = "package:2 core:3 pu:1";

/// A kind of core as hwloc describes it: a faster kind has a larger `efficiency`; -1: not known.
struct kind {
    std::string cpus; ///< "0-3"
    int efficiency;
    std::vector<std::pair<std::string, std::string>> facts{};
};

inline tollgate::cpu::detail::machine whole(const std::string& description,
                                            const std::vector<kind>& kinds = {}) {
    const auto expect = [](int result, const char* call) {
        if (result != 0) {
            throw std::runtime_error(call);
        }
    };
    hwloc_topology_t tree = nullptr;
    expect(hwloc_topology_init(&tree), "hwloc_topology_init");
    expect(hwloc_topology_set_synthetic(tree, description.c_str()), "hwloc_topology_set_synthetic");
    expect(hwloc_topology_load(tree), "hwloc_topology_load");
    for (const kind& each : kinds) {
        hwloc_bitmap_t cpus = hwloc_bitmap_alloc();
        expect(hwloc_bitmap_list_sscanf(cpus, each.cpus.c_str()), "hwloc_bitmap_list_sscanf");
        std::vector<hwloc_info_s> facts;
        for (const auto& [name, value] : each.facts) {
            facts.push_back({const_cast<char*>(name.c_str()), const_cast<char*>(value.c_str())});
        }
        expect(hwloc_cpukinds_register(tree, cpus, each.efficiency,
                                       static_cast<unsigned>(facts.size()), facts.data(), 0),
               "hwloc_cpukinds_register");
        hwloc_bitmap_free(cpus);
    }
    auto read = tollgate::cpu::detail::read(tree);
    hwloc_topology_destroy(tree);
    return read;
}

inline tollgate::cpu::topology machine(const std::string& description,
                                       const std::vector<kind>& kinds = {}) {
    const auto whole = described::whole(description, kinds);
    std::vector<int> all(whole.threads.size());
    std::iota(all.begin(), all.end(), 0);
    return tollgate::cpu::detail::within(whole, all);
}

/// CPU 0 to 3 are on two fast cores, CPU 4 to 7 on two slow cores. All cores have two siblings.
inline tollgate::cpu::topology hybrid() {
    return machine(desktop_smt,
                   {{"4-7", 0, {{"CoreType", "IntelAtom"}, {"FrequencyMaxMHz", "3800"}}},
                    {"0-3", 1, {{"CoreType", "IntelCore"}, {"FrequencyMaxMHz", "5100"}}}});
}

/// CPU 0 to 2 are slow, CPU 3 to 5 are fast, and CPU 6 is the fastest.
inline tollgate::cpu::topology with_one_fastest() {
    return machine("package:1 l3:1 core:7 pu:1", {{"0-2", 0, {{"LinuxCapacity", "300"}}},
                                                  {"3-5", 1, {{"LinuxCapacity", "800"}}},
                                                  {"6", 2, {{"LinuxCapacity", "1024"}}}});
}

} // namespace described
