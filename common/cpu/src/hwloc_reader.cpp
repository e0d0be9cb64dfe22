// SPDX-License-Identifier: BSL-1.0
#include "hwloc_reader.hpp"

#include <hwloc.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <system_error>

namespace tollgate::cpu::detail {
namespace {

struct destroy_tree {
    void operator()(hwloc_topology_t tree) const { hwloc_topology_destroy(tree); }
};
using tree_pointer = std::unique_ptr<hwloc_topology, destroy_tree>;

struct free_bitmap {
    void operator()(hwloc_bitmap_t bitmap) const { hwloc_bitmap_free(bitmap); }
};
using bitmap_pointer = std::unique_ptr<hwloc_bitmap_s, free_bitmap>;

// hwloc does not promise to set errno for each failure.
void expect_success(int result, const std::string& call) {
    if (result != 0) {
        throw std::system_error(errno != 0 ? errno : EIO, std::generic_category(), call);
    }
}

tree_pointer make_tree() {
    errno = 0;
    hwloc_topology_t tree = nullptr;
    expect_success(hwloc_topology_init(&tree), "hwloc_topology_init()");
    return tree_pointer(tree);
}

void load(hwloc_topology_t tree) {
    // Disallowed CPUs are read, too, because the affinity mask decides which CPUs are allowed.
    // Without the second flag hwloc moves the thread to each CPU to read its identity.
    const unsigned long flags =
        HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED | HWLOC_TOPOLOGY_FLAG_DONT_CHANGE_BINDING;
    expect_success(hwloc_topology_set_flags(tree, flags),
                   "hwloc_topology_set_flags(" + std::to_string(flags) + ")");
    expect_success(hwloc_topology_load(tree), "hwloc_topology_load()");
}

// The logical index, because each socket repeats the system's numbers of cores.
int enclosing(hwloc_topology_t tree, hwloc_obj_type_t type, hwloc_obj_t object) {
    const hwloc_obj_t found = hwloc_get_ancestor_obj_by_type(tree, type, object);
    return found != nullptr ? static_cast<int>(found->logical_index) : -1;
}

// "IntelCore 5100 MHz", "capacity 446", or its number.
std::string name_of(unsigned kind, std::span<const hwloc_info_s> facts) {
    struct word {
        std::string_view fact, before, after;
    };
    constexpr word words[] = {
        {"CoreType", "", ""}, {"FrequencyMaxMHz", "", " MHz"}, {"LinuxCapacity", "capacity ", ""}};
    std::string name;
    for (const auto& [fact, before, after] : words) {
        for (const hwloc_info_s& known : facts) {
            if (known.name == fact) {
                name += name.empty() ? "" : " ";
                name += std::string(before) + known.value + std::string(after);
            }
        }
    }
    return name.empty() ? "kind " + std::to_string(kind) : name;
}

// hwloc lists kinds from the slowest to the fastest, if it knows their order.
void read_kinds(hwloc_topology_t tree, machine& to) {
    const int kinds = hwloc_cpukinds_get_nr(tree, 0);
    const bitmap_pointer cpus(hwloc_bitmap_alloc());
    for (unsigned kind = 0; kinds > 1 && kind < static_cast<unsigned>(kinds); ++kind) {
        int efficiency = -1;
        unsigned count = 0;
        hwloc_info_s* facts = nullptr;
        expect_success(
            hwloc_cpukinds_get_info(tree, kind, cpus.get(), &efficiency, &count, &facts, 0),
            "hwloc_cpukinds_get_info(" + std::to_string(kind) + ")");
        if (efficiency < 0) {
            return; // unknown for all kinds
        }
        to.kinds.push_back(name_of(kind, {facts, count}));
        for (hardware_thread& thread : to.threads) {
            if (hwloc_bitmap_isset(cpus.get(), static_cast<unsigned>(thread.cpu)) != 0) {
                thread.kind = static_cast<int>(kind);
            }
        }
    }
}

} // namespace

machine read(hwloc_topology* tree) {
    machine result;
    for (hwloc_obj_t unit = hwloc_get_next_obj_by_type(tree, HWLOC_OBJ_PU, nullptr);
         unit != nullptr; unit = hwloc_get_next_obj_by_type(tree, HWLOC_OBJ_PU, unit)) {
        result.threads.push_back({
            .cpu = static_cast<int>(unit->os_index),
            .core = enclosing(tree, HWLOC_OBJ_CORE, unit),
            .l3 = enclosing(tree, HWLOC_OBJ_L3CACHE, unit),
            .package = enclosing(tree, HWLOC_OBJ_PACKAGE, unit),
            .numa = unit->nodeset != nullptr ? hwloc_bitmap_first(unit->nodeset) : -1,
        });
    }
    std::ranges::sort(result.threads, {}, &hardware_thread::cpu);
    read_kinds(tree, result);
    const char* const version =
        hwloc_obj_get_info_by_name(hwloc_get_root_obj(tree), "hwlocVersion");
    result.source = version != nullptr ? std::string("hwloc ") + version : "hwloc";
    return result;
}

machine read_this_machine() {
    const tree_pointer tree = make_tree();
    load(tree.get());
    if (hwloc_topology_is_thissystem(tree.get()) == 0) {
        throw std::runtime_error("the environment makes hwloc describe another machine");
    }
    return read(tree.get());
}

topology within(const machine& whole, std::span<const int> allowed) {
    topology result;
    for (const int cpu : allowed) {
        const auto known = std::ranges::find(whole.threads, cpu, &hardware_thread::cpu);
        if (known == whole.threads.end()) {
            return mask_only(allowed, whole.source + " does not know CPU " + std::to_string(cpu));
        }
        if (known->core < 0) {
            return mask_only(allowed, whole.source + " does not know the core of CPU " +
                                          std::to_string(cpu));
        }
        result.threads.push_back(*known);
    }
    std::ranges::sort(result.threads, {}, &hardware_thread::cpu);
    result.packages = distinct(result.threads, &hardware_thread::package);
    result.cores = distinct(result.threads, &hardware_thread::core);
    result.kinds = whole.kinds;
    result.relations_known = true;
    result.source = whole.source;
    return result;
}

topology mask_only(std::span<const int> allowed, const std::string& why) {
    topology result;
    for (const int cpu : allowed) {
        result.threads.push_back({.cpu = cpu});
    }
    std::ranges::sort(result.threads, {}, &hardware_thread::cpu);
    result.source = "affinity mask only: " + why;
    return result;
}

} // namespace tollgate::cpu::detail
