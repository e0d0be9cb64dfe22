// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>
#include <thread>
#include <vector>

namespace tollgate::cpu {

/// Returns the CPUs on which the calling thread may run, in ascending order. The list has at least
/// one CPU.
///
///     const std::vector<int> cpus = cpu::allowed_cpus();
///     const cpu::affinity_guard guard(cpus.back());
///     const int cpu_now = cpu::current_cpu(); // cpus.back()
///
/// - *Threads*: all functions of this header affect only the calling thread. Any number of threads
///   may call the functions at the same time. A new thread inherits the CPUs of the thread that
///   starts it.
/// - *Exceptions*: std::system_error.
/// - *Cost*: allowed_cpus() makes a system call and an allocation. A change of the allowed CPUs
///   makes a system call, and may move the thread to another CPU. Do not use these functions in a
///   measured loop.
///
/// A cpu_set_t has only 1024 CPUs. These functions also work on larger machines, because they use
/// affinity masks of any size. On systems without affinity masks, allowed_cpus() returns all CPUs
/// that are online.
std::vector<int> allowed_cpus();

/// Pins the calling thread: when the call returns, the thread runs on `cpu`.
///
/// - *Exceptions*: std::system_error if the system refuses the CPU, because the CPU does not exist,
///   is offline, or is outside of the cgroup's cpuset. The error is ENOTSUP if the system cannot
///   pin threads. After an exception the mask is unchanged.
void pin_this_thread(int cpu);

/// Returns the CPU on which the calling thread runs, or -1 if the CPU is unknown. If the thread is
/// not pinned, the thread may already run on another CPU when the call returns. On Linux the
/// function usually needs no system call.
int current_cpu();

/// Pins the calling thread. The destructor restores the earlier affinity mask. Guards may be
/// nested.
///
/// - *Threads*: the thread that constructed the guard must destroy it.
/// - *Exceptions*: the constructors throw std::system_error as pin_this_thread does. If the system
///   refuses only some CPUs of a list, the kernel silently leaves out these CPUs. In this case, the
///   constructor throws, too. After an exception the mask is unchanged.
///
/// The cpuset may change during the lifetime of the guard. If the system therefore refuses the
/// earlier mask at the end, the thread keeps its present mask.
class affinity_guard {
public:
    /// Pins the thread to one CPU.
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
