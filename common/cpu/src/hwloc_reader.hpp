// SPDX-License-Identifier: BSL-1.0
//
// Converts hwloc's tree to our values. It can also read described machines, so that checks need no
// particular hardware.
#pragma once

#include <tollgate/cpu/topology.hpp>

#include <span>
#include <string>
#include <vector>

struct hwloc_topology;

namespace tollgate::cpu::detail {

// All CPUs of a machine, allowed or not, ascending by cpu.
struct machine {
    std::vector<hardware_thread> threads;
    std::string source;
    std::vector<std::string> kinds{}; // as in topology
};

// Throws std::system_error with the call of hwloc. Throws std::runtime_error if hwloc describes
// another machine.
machine read_this_machine();

// Reads a loaded tree. Throws std::system_error with the call of hwloc.
machine read(hwloc_topology* tree);

// The allowed part of a machine. If hwloc does not know an allowed CPU, only the mask is used.
topology within(const machine& whole, std::span<const int> allowed);

topology mask_only(std::span<const int> allowed, const std::string& why);

} // namespace tollgate::cpu::detail
