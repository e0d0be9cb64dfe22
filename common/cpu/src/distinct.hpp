// SPDX-License-Identifier: BSL-1.0
//
// How many cores, caches, sockets or nodes some hardware threads have between them.
#pragma once

#include <tollgate/cpu/hardware_thread.hpp>

#include <set>
#include <span>

namespace tollgate::cpu::detail {

// Unknown ones (-1) are not counted.
inline int distinct(std::span<const hardware_thread> threads, int hardware_thread::*what) {
    std::set<int> known;
    for (const hardware_thread& thread : threads) {
        if (thread.*what >= 0) {
            known.insert(thread.*what);
        }
    }
    return static_cast<int>(known.size());
}

} // namespace tollgate::cpu::detail
