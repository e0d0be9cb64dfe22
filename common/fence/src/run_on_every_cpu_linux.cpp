// SPDX-License-Identifier: BSL-1.0
#include "run_on_every_cpu.hpp"

#include <array>
#include <cstddef>

#include <sched.h>

namespace tollgate::fence {
namespace {

/// 8192 CPUs, as many as a kernel is built for.
using cpu_mask = std::array<cpu_set_t, 8>;
constexpr std::size_t cpus_at_most = sizeof(cpu_mask) * 8;

cpu_mask all_cpus() noexcept {
    cpu_mask all{};
    for (std::size_t cpu = 0; cpu < cpus_at_most; ++cpu) {
        CPU_SET_S(cpu, sizeof all, all.data());
    }
    return all;
}

bool confine_to(const cpu_mask& which) noexcept {
    return ::sched_setaffinity(0, sizeof which, which.data()) == 0;
}

bool get_confinement(cpu_mask& to) noexcept {
    return ::sched_getaffinity(0, sizeof to, to.data()) == 0;
}

/// Where the thread may run. The kernel alone knows it: it takes the CPUs that it allows and that
/// are switched on out of a mask of all. Numbers have gaps, and what sysconf(3) counts is the
/// caller's own mask where there is neither /sys nor /proc.
bool free_to_run_on(cpu_mask& to) noexcept {
    return confine_to(all_cpus()) && get_confinement(to);
}

/// Those that it could not visit stay in `left`.
bool visit_some(cpu_mask& left) noexcept {
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

/// Until none is left: one that could not be visited has been switched off or forbidden meanwhile,
/// and is not allowed the next time, or the system refuses.
bool visit_all() noexcept {
    cpu_mask left{};
    if (!free_to_run_on(left)) {
        return false;
    }
    while (CPU_COUNT_S(sizeof left, left.data()) != 0) {
        cpu_mask allowed{};
        if (!visit_some(left) || !free_to_run_on(allowed)) {
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
    // If its CPUs were taken from it meanwhile, it may run where it is allowed to, as the kernel
    // does it.
    return (confine_to(before) || confine_to(all_cpus())) && visited;
}

} // namespace tollgate::fence
