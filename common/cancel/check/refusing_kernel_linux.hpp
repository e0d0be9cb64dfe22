// SPDX-License-Identifier: BSL-1.0
#pragma once
// Counts what the library asks of the kernel, and has it refused.

#include "in_child.hpp"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <vector>

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <unistd.h>

namespace tollgate::cancel::kernel {

inline std::atomic<int> fences{0}; ///< calls of membarrier that fence
/// Of the first futex call since it was 0 that waits until a time.
inline std::atomic<long long> first_deadline_ns{0};
inline cpu_set_t visited{}; ///< to which a thread was confined, to one at a time

/// From now on these calls of the calling thread, and of those it starts, fail with `error`.
inline void refuse(std::initializer_list<long> calls, int error) {
    std::vector<sock_filter> program{BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0)};
    for (const long call : calls) {
        program.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<unsigned>(call), 0, 1));
        program.push_back(
            BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | static_cast<unsigned>(error)));
    }
    program.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
    const sock_fprog filter{static_cast<unsigned short>(program.size()), program.data()};
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0) {
        std::perror("seccomp");
        std::_Exit(EXIT_FAILURE);
    }
}

/// In the environment of a new process that is refused something.
inline constexpr const char* refused_variable = "TOLLGATE_REFUSED";

/// The exit code of this executable, started anew for one test, with these calls refused.
inline int in_new_process(const char* test, std::initializer_list<long> refused, int error) {
    const std::string filter = std::string("--gtest_filter=") + test;
    const pid_t child = ::fork();
    if (child == 0) {
        ::alarm(60);
        refuse(refused, error);
        if (refused.size() != 0) {
            ::setenv(refused_variable, "yes", 1);
        }
        ::execl("/proc/self/exe", "again", filter.c_str(), nullptr);
        std::_Exit(EXIT_FAILURE);
    }
    return exit_code_of(child);
}

} // namespace tollgate::cancel::kernel
