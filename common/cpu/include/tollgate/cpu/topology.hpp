// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>
#include <string>
#include <vector>

namespace tollgate::cpu {

/// A CPU of the operating system, and the parts of the machine that this CPU shares with other
/// CPUs. Two CPUs with an equal value of `core` share a core (SMT siblings). In the same way, an
/// equal value of `l3`, `package` or `numa` means a shared L3 cache, socket or memory node. The
/// value -1 means unknown, so two CPUs with -1 need not share anything. `cpu` and `numa` are the
/// system's numbers. All other values are only for comparisons within a machine.
struct hardware_thread {
    int cpu = -1;     ///< the system's number of the CPU
    int core = -1;    ///< a number for the core
    int l3 = -1;      ///< a number for the L3 cache
    int package = -1; ///< a number for the socket
    int numa = -1;    ///< the system's number of the memory node
    int kind = -1;    ///< the kind of core: an index into topology::kinds

    /// Compares all members.
    bool operator==(const hardware_thread&) const = default;
};

/// The CPUs that this process may use, and the parts of the machine that these CPUs share. A
/// topology is a plain value, which you read once. A check can also fill in a topology by hand, to
/// test the choice of CPUs for a machine that does not exist.
///
///     const cpu::topology machine = cpu::read_topology();
///     const std::string line = cpu::describe(machine); // "2 CPUs (0-1), 2 cores, …"
///
/// - *Threads*: any thread may call the functions of this header.
/// - *Cost*: read_topology takes milliseconds and allocates. Call it before you measure.
///
/// A topology does not show a CPU quota (cpu.max) or a later change of the affinity mask.
struct topology {
    std::vector<hardware_thread> threads; ///< the allowed CPUs, ascending by number
    int packages = 0;                     ///< the number of sockets of the allowed CPUs; 0: unknown
    int cores = 0;                        ///< the number of cores of the allowed CPUs; 0: unknown
    /// The names of the kinds of core of the whole machine, the slowest kind first: "IntelAtom 3800
    /// MHz", "IntelCore 5100 MHz". Empty if there is only one kind, or if hwloc cannot rank the
    /// kinds by their speed.
    std::vector<std::string> kinds;
    /// Whether the core of every allowed CPU is known. Caches, sockets and nodes may still be -1.
    bool relations_known = false;
    /// "hwloc 2.9.0", or the reason why relations are not known: "affinity mask only:
    /// hwloc_topology_load: …".
    std::string source;
    bool can_pin = true; ///< whether the system lets a thread choose its CPU

    /// Returns the numbers of the allowed CPUs.
    std::vector<int> cpus() const;
};

/// Returns the number of different cores, caches, sockets or nodes of these CPUs. `property`
/// selects what to count, such as `&hardware_thread::core`. Unknown values (-1) are not counted.
int distinct(std::span<const hardware_thread> threads, int hardware_thread::*property);

/// Reads the machine with hwloc. The result contains only the CPUs in the calling thread's affinity
/// mask. The mask respects the cpuset of the cgroup. The function does not move or pin the thread.
/// If hwloc fails or describes another machine (HWLOC_XMLFILE, HWLOC_SYNTHETIC), the function uses
/// only the mask, and `relations_known` is false.
///
/// - *Exceptions*: std::system_error if the affinity mask cannot be read.
topology read_topology();

/// Returns the same machine with only these CPUs. `cpus` may have any order and repetitions.
///
/// - *Exceptions*: std::invalid_argument with a message for the user, if `cpus` is empty or has a
///   CPU that is not allowed.
topology restrict_to(const topology& from, std::span<const int> cpus);

/// A kind of core.
struct core_kind {
    std::string name;      ///< "IntelCore 5100 MHz"
    std::vector<int> cpus; ///< the allowed CPUs of this kind
};

/// Returns the kinds of core of the allowed CPUs. The first kind of the list is used for
/// placements. The first kind is the fastest kind that has at least two allowed cores, or the
/// fastest kind if no kind has two. The other kinds follow, the fastest first. Returns an empty
/// list if the machine does not have several kinds.
std::vector<core_kind> kinds_of_core(const topology& machine);

/// Returns a line that describes the machine: "2 CPUs (0-1), 2 cores, 1 socket, L3 shared". If the
/// machine has several kinds of core, the line contains the kinds of the allowed CPUs.
std::string describe(const topology& machine);

} // namespace tollgate::cpu
