// SPDX-License-Identifier: BSL-1.0
#include "this_thread_mask.hpp"

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/cpu/cpu_list.hpp>

#include <sched.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <memory>
#include <new>
#include <string>
#include <system_error>

namespace tollgate::cpu {
namespace {

// A mask of any length. A cpu_set_t ends at CPU 1023.
class cpu_mask {
public:
    explicit cpu_mask(std::size_t cpus) : bytes_(CPU_ALLOC_SIZE(cpus)), set_(CPU_ALLOC(cpus)) {
        if (set_ == nullptr) {
            throw std::bad_alloc();
        }
        CPU_ZERO_S(bytes_, set_.get());
    }

    [[nodiscard]] cpu_set_t* get() const { return set_.get(); }
    [[nodiscard]] std::size_t bytes() const { return bytes_; }

private:
    struct release {
        void operator()(cpu_set_t* set) const { CPU_FREE(set); }
    };
    std::size_t bytes_;
    std::unique_ptr<cpu_set_t, release> set_;
};

// The kernel refuses a mask that is shorter than its own, whose length is not known. 2^20 is more
// than any kernel has.
constexpr std::size_t first_mask_cpus = 1024;
constexpr std::size_t last_mask_cpus = std::size_t{1} << 20;

std::string argument(std::span<const int> cpus) {
    if (cpus.empty()) {
        return "no CPU";
    }
    return (cpus.size() == 1 ? "CPU " : "CPUs ") + format_cpu_list(cpus);
}

} // namespace

std::vector<int> allowed_cpus() {
    for (std::size_t size = first_mask_cpus; size <= last_mask_cpus; size *= 2) {
        const cpu_mask mask(size);
        if (sched_getaffinity(0, mask.bytes(), mask.get()) == 0) {
            std::vector<int> cpus;
            for (std::size_t cpu = 0; cpu < size; ++cpu) {
                if (CPU_ISSET_S(cpu, mask.bytes(), mask.get())) {
                    cpus.push_back(static_cast<int>(cpu));
                }
            }
            return cpus;
        }
        if (errno != EINVAL) {
            throw std::system_error(errno, std::generic_category(),
                                    "sched_getaffinity(this thread)");
        }
    }
    throw std::system_error(EINVAL, std::generic_category(),
                            "sched_getaffinity(this thread, a mask of " +
                                std::to_string(last_mask_cpus) + " CPUs)");
}

int current_cpu() {
    return sched_getcpu();
}

namespace detail {

bool threads_can_be_pinned() {
    return true;
}

void set_allowed_cpus(std::span<const int> cpus) {
    const std::string call = "sched_setaffinity(" + argument(cpus) + ")";
    const auto sane = [](int cpu) {
        return cpu >= 0 && static_cast<std::size_t>(cpu) < last_mask_cpus;
    };
    if (cpus.empty() || !std::ranges::all_of(cpus, sane)) {
        throw std::system_error(EINVAL, std::generic_category(), call);
    }
    const cpu_mask mask(static_cast<std::size_t>(std::ranges::max(cpus)) + 1);
    for (const int cpu : cpus) {
        CPU_SET_S(static_cast<std::size_t>(cpu), mask.bytes(), mask.get());
    }
    if (sched_setaffinity(0, mask.bytes(), mask.get()) != 0) {
        throw std::system_error(errno, std::generic_category(), call);
    }
}

} // namespace detail
} // namespace tollgate::cpu
