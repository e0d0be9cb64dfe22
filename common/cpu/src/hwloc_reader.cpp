// SPDX-License-Identifier: BSL-1.0
#include "hwloc_reader.hpp"

#include <hwloc.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <stdexcept>
#include <system_error>

namespace tollgate::cpu::detail {
namespace {

struct destroy_tree {
    void operator()(hwloc_topology_t tree) const { hwloc_topology_destroy(tree); }
};
using tree_pointer = std::unique_ptr<hwloc_topology, destroy_tree>;

// hwloc does not promise to set errno on each of its failures.
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
    // Disallowed CPUs are read too, because the affinity mask is the judge of what is allowed.
    // Without the second flag hwloc visits every CPU to ask it for its identity.
    const unsigned long flags =
        HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED | HWLOC_TOPOLOGY_FLAG_DONT_CHANGE_BINDING;
    expect_success(hwloc_topology_set_flags(tree, flags),
                   "hwloc_topology_set_flags(" + std::to_string(flags) + ")");
    expect_success(hwloc_topology_load(tree), "hwloc_topology_load()");
}

// Logical indices, because the system's numbers of cores repeat from socket to socket.
int ancestor(hwloc_topology_t tree, hwloc_obj_type_t type, hwloc_obj_t of) {
    const hwloc_obj_t found = hwloc_get_ancestor_obj_by_type(tree, type, of);
    return found != nullptr ? static_cast<int>(found->logical_index) : -1;
}

machine read(hwloc_topology_t tree) {
    machine result;
    for (hwloc_obj_t unit = hwloc_get_next_obj_by_type(tree, HWLOC_OBJ_PU, nullptr);
         unit != nullptr; unit = hwloc_get_next_obj_by_type(tree, HWLOC_OBJ_PU, unit)) {
        result.threads.push_back({
            .cpu = static_cast<int>(unit->os_index),
            .core = ancestor(tree, HWLOC_OBJ_CORE, unit),
            .l3 = ancestor(tree, HWLOC_OBJ_L3CACHE, unit),
            .package = ancestor(tree, HWLOC_OBJ_PACKAGE, unit),
            .numa = unit->nodeset != nullptr ? hwloc_bitmap_first(unit->nodeset) : -1,
        });
    }
    std::ranges::sort(result.threads, {}, &hardware_thread::cpu);
    const char* const version =
        hwloc_obj_get_info_by_name(hwloc_get_root_obj(tree), "hwlocVersion");
    result.source = version != nullptr ? std::string("hwloc ") + version : "hwloc";
    return result;
}

} // namespace

machine read_this_machine() {
    const tree_pointer tree = make_tree();
    load(tree.get());
    if (hwloc_topology_is_thissystem(tree.get()) == 0) {
        throw std::runtime_error("the environment makes hwloc describe another machine");
    }
    return read(tree.get());
}

machine read_synthetic(const std::string& description) {
    const tree_pointer tree = make_tree();
    expect_success(hwloc_topology_set_synthetic(tree.get(), description.c_str()),
                   "hwloc_topology_set_synthetic(" + description + ")");
    load(tree.get());
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
