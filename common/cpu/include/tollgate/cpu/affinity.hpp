// SPDX-License-Identifier: BSL-1.0
//
// Where the calling thread runs, and where it may. Everything here concerns the calling thread
// alone, so any number of threads may call it at once and nothing is synchronized. Threads started
// by a pinned thread inherit its mask.
//
// Each change is one system call, and possibly a migration; it is no part of a measured loop.
#pragma once

#include <span>
#include <thread>
#include <vector>

namespace tollgate::cpu {

// The calling thread's affinity mask, ascending, never empty; the mask may be of any size (machines
// beyond the 1024 CPUs of a cpu_set_t). Where there is no such mask: every CPU that is online.
// Callable from any thread; a system call and an allocation. Throws std::system_error.
std::vector<int> allowed_cpus();

// When this returns the thread runs on `cpu`. Throws std::system_error when the system refuses: the
// CPU does not exist, is offline, or lies outside the cgroup's cpuset; ENOTSUP where threads cannot
// be pinned. The mask is then as before.
void pin_this_thread(int cpu);

// The CPU the calling thread is on, possibly out of date when it arrives unless the thread is
// pinned; -1 if unknown. Needs no system call on the usual Linux machine.
int current_cpu();

// Pins the calling thread while the guard lives and gives it back the mask it had before. Guards
// nest. It must be destroyed by the thread that made it. The constructor throws std::system_error
// as pin_this_thread does, also when only some CPUs of a list are refused (the kernel would
// silently drop those), and leaves the mask as it was. If the system no longer accepts the old
// mask, because the cpuset was moved meanwhile, the thread stays where it is.
class affinity_guard {
public:
    explicit affinity_guard(int cpu);
    explicit affinity_guard(std::span<const int> cpus);
    ~affinity_guard();

    affinity_guard(const affinity_guard&) = delete;
    affinity_guard& operator=(const affinity_guard&) = delete;

private:
    std::vector<int> before_;
    std::thread::id owner_;
};

} // namespace tollgate::cpu
