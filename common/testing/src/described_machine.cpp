// SPDX-License-Identifier: BSL-1.0
#include <tollgate/testing/described_machine.hpp>

#include "hwloc_reader.hpp"

#include <hwloc.h>

#include <memory>
#include <stdexcept>
#include <vector>

namespace tollgate::testing {

cpu::topology described_machine(const std::string& description) {
    hwloc_topology_t tree = nullptr;
    if (hwloc_topology_init(&tree) != 0) {
        throw std::runtime_error("hwloc_topology_init");
    }
    const std::unique_ptr<hwloc_topology, void (*)(hwloc_topology_t)> owner(tree,
                                                                            hwloc_topology_destroy);
    if (hwloc_topology_set_synthetic(tree, description.c_str()) != 0 ||
        hwloc_topology_load(tree) != 0) {
        throw std::runtime_error("hwloc does not accept " + description);
    }
    const cpu::detail::machine whole = cpu::detail::read(tree);
    std::vector<int> all;
    for (const cpu::hardware_thread& thread : whole.threads) {
        all.push_back(thread.cpu);
    }
    return cpu::detail::within(whole, all);
}

} // namespace tollgate::testing
