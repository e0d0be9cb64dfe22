// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <vector>

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

namespace tollgate::testing {

/// Lets these system calls fail with `error` from now on, in the calling thread and in the threads
/// that the calling thread starts later. The function uses a filter of the kernel (seccomp). If the
/// kernel does not allow the filter, the function ends the process.
///
///     testing::refuse_calls({SYS_getrusage}, EPERM);
inline void refuse_calls(std::initializer_list<long> calls, int error) {
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

} // namespace tollgate::testing
