// SPDX-License-Identifier: BSL-1.0
//
// One CPU as the operating system counts them, and what it shares with others. Two hardware threads
// whose `core` is equal are SMT siblings; equal `l3`, `package` or `numa` mean the same cache,
// socket or memory node. Apart from `cpu` and `numa`, which are the system's own numbers, the
// values are good only for comparing within one machine. -1 where not known; two -1 say nothing
// about each other.
#pragma once

namespace tollgate::cpu {

struct hardware_thread {
    int cpu = -1;
    int core = -1;
    int l3 = -1;
    int package = -1;
    int numa = -1;

    bool operator==(const hardware_thread&) const = default;
};

} // namespace tollgate::cpu
