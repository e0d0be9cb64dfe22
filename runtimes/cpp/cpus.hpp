// SPDX-License-Identifier: BSL-1.0
// The CPUs of the threads of a ring, as in common/cpu. One CPU has all threads; two have them as
// a b a b, and the last thread of an odd ring has a third, so that every hand-off crosses.
#pragma once

#include <cerrno>
#include <cstddef>
#include <system_error>
#include <vector>

#if defined(__linux__)
#include <sched.h>
#endif

namespace runtime {

class ring_places {
public:
    explicit ring_places(std::size_t members) : members_(members) {
#if defined(__linux__)
        cpu_set_t allowed;
        if (::sched_getaffinity(0, sizeof allowed, &allowed) != 0) {
            throw std::system_error(errno, std::generic_category(), "sched_getaffinity");
        }
        for (int cpu = CPU_SETSIZE - 1; cpu >= 0; --cpu) {
            if (CPU_ISSET(static_cast<unsigned>(cpu), &allowed)) {
                cpus_.push_back(cpu);
            }
        }
#endif
        // More CPUs than a placement takes are the placement `free`, in which no thread is pinned.
        if (cpus_.size() > (is_odd() ? 3 : 2)) {
            cpus_.clear();
        }
    }

    /// A refusal ends the process: the thread would be timed on another CPU.
    void put_this_thread([[maybe_unused]] std::size_t self) const {
#if defined(__linux__)
        if (cpus_.empty()) {
            return;
        }
        const bool third = is_odd() && self + 1 == members_ && cpus_.size() == 3;
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(static_cast<unsigned>(cpus_[third ? 2 : self % 2 % cpus_.size()]), &one);
        if (::sched_setaffinity(0, sizeof one, &one) != 0) {
            throw std::system_error(errno, std::generic_category(), "sched_setaffinity");
        }
#endif
    }

private:
    [[nodiscard]] bool is_odd() const {
        return members_ % 2 == 1;
    }

    std::size_t members_;
    std::vector<int> cpus_; ///< the highest first
};

} // namespace runtime
