// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cpu/affinity.hpp>

#include "this_thread_mask.hpp"

#include <tollgate/cpu/cpu_list.hpp>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <exception>
#include <system_error>

namespace tollgate::cpu {

void pin_this_thread(int cpu) {
    detail::set_allowed_cpus(std::span<const int>(&cpu, 1));
}

affinity_guard::affinity_guard(int cpu) : affinity_guard(std::span<const int>(&cpu, 1)) {}

affinity_guard::affinity_guard(std::span<const int> cpus)
    : before_(allowed_cpus()), owner_(std::this_thread::get_id()) {
    detail::set_allowed_cpus(cpus);
    const std::vector<int> now = allowed_cpus();
    const auto granted = [&now](int cpu) { return std::ranges::binary_search(now, cpu); };
    if (!std::ranges::all_of(cpus, granted)) {
        detail::set_allowed_cpus(before_);
        throw std::system_error(EINVAL, std::generic_category(),
                                "sched_setaffinity(CPUs " + format_cpu_list(cpus) +
                                    "), of which only " + format_cpu_list(now) + " were granted");
    }
}

affinity_guard::~affinity_guard() {
    assert(owner_ == std::this_thread::get_id());
    try {
        detail::set_allowed_cpus(before_);
    } catch (const std::exception&) {
        // A destructor cannot report it. The header says where the thread runs then.
    }
}

} // namespace tollgate::cpu
