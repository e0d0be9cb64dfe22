// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cpu/topology.hpp>

namespace tollgate::faults {

/// For checks of what a program lists: a machine whose CPUs are numbered through in the order of
/// sockets, cores and hardware threads; each socket has one L3 cache and one memory node.
inline cpu::topology made_up_machine(int sockets, int cores_a_socket, int threads_a_core) {
    cpu::topology machine;
    for (int socket = 0; socket < sockets; ++socket) {
        for (int core = 0; core < cores_a_socket; ++core) {
            for (int thread = 0; thread < threads_a_core; ++thread) {
                machine.threads.push_back({.cpu = static_cast<int>(machine.threads.size()),
                                           .core = socket * cores_a_socket + core,
                                           .l3 = socket,
                                           .package = socket,
                                           .numa = socket});
            }
        }
    }
    machine.packages = sockets;
    machine.cores = sockets * cores_a_socket;
    machine.relations_known = true;
    machine.source = "made up";
    return machine;
}

} // namespace tollgate::faults
