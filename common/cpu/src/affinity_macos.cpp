// SPDX-License-Identifier: BSL-1.0
//
// macOS has no affinity masks. The tags of its thread_policy_set are only hints on Intel, and
// refused on ARM. So there is no pinning.
#include "this_thread_mask.hpp"

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/cpu/cpu_list.hpp>

#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <numeric>
#include <system_error>

namespace tollgate::cpu {

std::vector<int> allowed_cpus() {
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    if (online < 1) {
        throw std::system_error(errno, std::generic_category(), "sysconf(_SC_NPROCESSORS_ONLN)");
    }
    std::vector<int> cpus(static_cast<std::size_t>(online));
    std::iota(cpus.begin(), cpus.end(), 0);
    return cpus;
}

int current_cpu() {
    return -1;
}

namespace detail {

bool threads_can_be_pinned() {
    return false;
}

void set_allowed_cpus(std::span<const int> cpus) {
    throw std::system_error(ENOTSUP, std::generic_category(),
                            "pinning this thread to CPU " + format_cpu_list(cpus));
}

} // namespace detail
} // namespace tollgate::cpu
