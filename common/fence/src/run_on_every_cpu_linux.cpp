// SPDX-License-Identifier: BSL-1.0
#include "run_on_every_cpu.hpp"

#include <array>
#include <cstddef>

#include <sched.h>

namespace tollgate::fence {
namespace {

/// 8192 CPUs, the most for which a kernel is built.
using cpu_mask = std::array<cpu_set_t, 8>;
constexpr std::size_t cpus_at_most = sizeof(cpu_mask) * 8;

cpu_mask all_cpus() noexcept {
    cpu_mask all{};
    for (std::size_t cpu = 0; cpu < cpus_at_most; ++cpu) {
        CPU_SET_S(cpu, sizeof all, all.data());
    }
    return all;
}

bool confine_to(const cpu_mask& cpus) noexcept {
    return ::sched_setaffinity(0, sizeof cpus, cpus.data()) == 0;
}

bool get_confinement(cpu_mask& cpus) noexcept {
    return ::sched_getaffinity(0, sizeof cpus, cpus.data()) == 0;
}

/// Gets the CPUs on which the thread may run, and lets it run on all of them. Only the kernel knows
/// them: from a mask of all CPUs it takes those that it allows and that are switched on. Their
/// numbers have gaps, and without /sys and /proc sysconf(3) counts the caller's own mask.
bool get_allowed(cpu_mask& allowed) noexcept {
    return confine_to(all_cpus()) && get_confinement(allowed);
}

/// Removes the visited CPUs from `left`. False if it could visit none of them.
bool visit(cpu_mask& left) noexcept {
    bool visited = false;
    for (std::size_t cpu = 0; cpu < cpus_at_most; ++cpu) {
        cpu_mask only{};
        CPU_SET_S(cpu, sizeof only, only.data());
        if (CPU_ISSET_S(cpu, sizeof left, left.data()) != 0 && confine_to(only)) {
            CPU_CLR_S(cpu, sizeof left, left.data());
            visited = true;
        }
    }
    return visited;
}

/// Visits until no CPU is left. Either a CPU that could not be visited was switched off or
/// forbidden meanwhile, and the next mask omits it, or the system refuses.
bool visit_all() noexcept {
    cpu_mask left{};
    if (!get_allowed(left)) {
        return false;
    }
    while (CPU_COUNT_S(sizeof left, left.data()) != 0) {
        cpu_mask allowed{};
        if (!visit(left) || !get_allowed(allowed)) {
            return false;
        }
        CPU_AND_S(sizeof left, left.data(), left.data(), allowed.data());
    }
    return true;
}

} // namespace

bool run_on_every_cpu() noexcept {
    cpu_mask before{};
    if (!get_confinement(before)) {
        return false;
    }
    const bool visited = visit_all();
    // If its CPUs were forbidden meanwhile, it may run on all allowed ones, as the kernel decides
    // in that case.
    return (confine_to(before) || confine_to(all_cpus())) && visited;
}

} // namespace tollgate::fence
