// SPDX-License-Identifier: BSL-1.0
//
// Which CPUs this process may use and how they relate: a plain value, read once and then passed
// around, so that everything decided from it can be checked on machines that do not exist.
//
// Reading asks hwloc for the whole machine and keeps the CPUs in the calling thread's affinity mask
// (a cgroup's cpuset is already part of that mask). It neither moves nor re-pins the calling
// thread. When hwloc cannot say, or describes another machine (HWLOC_XMLFILE, HWLOC_SYNTHETIC), the
// mask alone is the answer and `relations_known` is false: nothing is guessed. It takes
// milliseconds and allocates; call it before measuring.
//
// All functions may be called from any thread. What this is not: a CPU quota (cpu.max) does not
// show here, and a mask changed later is not followed.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace tollgate::cpu {

// One CPU as the operating system counts them, and what it shares with others. Two hardware threads
// whose `core` is equal are SMT siblings; equal `l3`, `package` or `numa` mean the same cache,
// socket or memory node; equal `kind`, cores that are equally fast. Apart from `cpu` and `numa`,
// which are the system's own numbers, the values are good only for comparing within one machine. -1
// where not known; two -1 say nothing about each other.
struct hardware_thread {
    int cpu = -1;
    int core = -1;
    int l3 = -1;
    int package = -1;
    int numa = -1;
    int kind = -1; // index into topology::kinds

    bool operator==(const hardware_thread&) const = default;
};

struct topology {
    // The allowed ones, ascending by cpu.
    std::vector<hardware_thread> threads;
    // Of the allowed CPUs; 0 where not known.
    int packages = 0;
    int cores = 0;
    // Names of the kinds of core of the whole machine, the slowest first: "IntelAtom 3800 MHz",
    // "IntelCore 5100 MHz". Empty where there is one kind, or hwloc cannot tell the fast one.
    std::vector<std::string> kinds;
    // The core of every allowed CPU is known. Caches, sockets and nodes may still be -1.
    bool relations_known = false;
    // "hwloc 2.9.0", or why the relations are not known: "affinity mask only: hwloc_topology_load:
    // …"
    std::string source;
    // False where the system does not let a thread choose its CPU.
    bool can_pin = true;

    // The numbers of the allowed ones.
    std::vector<int> cpus() const;
};

// How many cores, caches, sockets or nodes they have between them. Unknown ones (-1) are not
// counted.
int distinct(std::span<const hardware_thread> threads, int hardware_thread::*what);

// Throws std::system_error when the system does not even tell the affinity mask.
topology read_topology();

// The same machine with fewer CPUs; order and repetition in `cpus` do not matter. Throws
// std::invalid_argument, with a message fit for the user, when `cpus` is empty or names a CPU that
// is not allowed.
topology restrict_to(const topology& from, std::span<const int> cpus);

// A kind of core, and the allowed CPUs that are of this kind.
struct core_kind {
    std::string name;
    std::vector<int> cpus;
};

// Of a machine with several kinds of core, those that the allowed CPUs are of. The first is the one
// that placements take: the fastest kind with two cores, or the fastest if none has two. The others
// follow from the fastest to the slowest. Of any other machine: none.
std::vector<core_kind> kinds_of_core(const topology& of);

// One line: "2 CPUs (0-1), 2 cores, 1 socket, L3 shared". Of a machine with several kinds of core
// it names those of the allowed CPUs.
std::string describe(const topology& which);

} // namespace tollgate::cpu
