// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>
#include <thread>
#include <vector>

namespace tollgate::cpu {

/// The CPUs on which the calling thread may run: ascending, never empty.
///
///     const std::vector<int> cpus = cpu::allowed_cpus();
///     const cpu::affinity_guard guard(cpus.back());
///     const int cpu_now = cpu::current_cpu(); // cpus.back()
///
/// - *Threads*: all functions of this header concern only the calling thread, and any number of
///   threads may call them at once. Threads that a pinned thread starts inherit its CPUs.
/// - *Exceptions*: std::system_error.
/// - *Cost*: a system call and an allocation. A change of the CPUs is a system call, and possibly a
///   migration. Do not use them in a measured loop.
///
/// The mask may have any size: machines can have more than the 1024 CPUs of a cpu_set_t. On systems
/// without affinity masks, these are all CPUs that are online.
std::vector<int> allowed_cpus();

/// Pins the calling thread: when the call returns, the thread runs on `cpu`.
///
/// - *Exceptions*: std::system_error if the system refuses: the CPU does not exist, is offline, or
///   is outside of the cgroup's cpuset; ENOTSUP if threads cannot be pinned. Then the mask is
///   unchanged.
void pin_this_thread(int cpu);

/// The CPU of the calling thread; -1 if unknown. Unless the thread is pinned, the answer may
/// already be out of date. Usually needs no system call on Linux.
int current_cpu();

/// Pins the calling thread during its lifetime, and then restores the mask of before. Guards nest.
///
/// - *Threads*: the thread that constructed the guard must destroy it.
/// - *Exceptions*: the constructors throw std::system_error as pin_this_thread does, also if only
///   some CPUs of a list are refused, which the kernel would silently drop. Then the mask is
///   unchanged.
///
/// If the system does not accept the old mask at the end, because the cpuset was changed meanwhile,
/// the thread stays where it is.
class affinity_guard {
public:
    /// Pins the thread to a CPU.
    explicit affinity_guard(int cpu);
    /// Lets the thread run on these CPUs only.
    explicit affinity_guard(std::span<const int> cpus);
    ~affinity_guard();

    affinity_guard(const affinity_guard&) = delete;
    affinity_guard& operator=(const affinity_guard&) = delete;

private:
    std::vector<int> before_;
    std::thread::id owner_;
};

} // namespace tollgate::cpu
