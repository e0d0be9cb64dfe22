// SPDX-License-Identifier: BSL-1.0
//
// From hwloc's tree to our values. Kept apart from deciding, and able to read machines that are
// only described, so that checks need no particular hardware.
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

// Throws std::system_error naming the hwloc call, std::runtime_error when hwloc was told to
// describe another machine.
machine read_this_machine();

// Of a tree that is loaded. Throws std::system_error naming the hwloc call.
machine read(hwloc_topology* tree);

// The allowed part of a machine. If hwloc does not know one of the CPUs the two views disagree, and
// the mask alone is believed.
topology within(const machine& whole, std::span<const int> allowed);

topology mask_only(std::span<const int> allowed, const std::string& why);

} // namespace tollgate::cpu::detail
