// SPDX-License-Identifier: BSL-1.0
#include "run_on_every_cpu.hpp"

#include <array>

#include <sched.h>
#include <unistd.h>

namespace tollgate::fence {
namespace {

/// 8192 CPUs, as many as a kernel is built for.
using cpu_mask = std::array<cpu_set_t, 8>;

bool confine_to(const cpu_mask& which) noexcept {
    return ::sched_setaffinity(0, sizeof which, which.data()) == 0;
}

} // namespace

bool run_on_every_cpu() noexcept {
    cpu_mask before{};
    if (::sched_getaffinity(0, sizeof before, before.data()) != 0) {
        return false;
    }
    const auto cpus = static_cast<std::size_t>(::sysconf(_SC_NPROCESSORS_CONF));
    std::size_t visited = 0;
    for (std::size_t cpu = 0; cpu < cpus; ++cpu) {
        cpu_mask only{};
        CPU_SET_S(cpu, sizeof only, only.data());
        visited += confine_to(only) ? 1 : 0; // it fails for one that is switched off
    }
    return visited != 0 && confine_to(before);
}

} // namespace tollgate::fence
