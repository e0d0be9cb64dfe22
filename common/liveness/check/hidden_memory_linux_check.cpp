// SPDX-License-Identifier: BSL-1.0
//
// Names of functions in processes that do not show themselves as others do: whose first thread has
// left, and which a filter of system calls keeps from reading their own memory.
#include "forked.hpp"
#include "known_calls_linux.hpp"

#include "../src/address_texts_linux.hpp"
#include "../src/thread_sample.hpp"

#include <tollgate/faults/sanitized.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <thread>

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace tollgate::liveness::detail {
namespace {

std::string text_of_a_call() {
    return address_texts().of(reinterpret_cast<std::uintptr_t>(&tollgate_check_spins));
}

/// From now on this system call fails in the calling thread.
bool refuse(std::uint32_t call) {
    std::array<sock_filter, 4> filter{{
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    }};
    const sock_fprog program{filter.size(), filter.data()};
    return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

constexpr int no_filters = 9;

/// First one way to read memory is refused, and then the other one, too: what is known then is only
/// where in the file it is, which does not look like an address.
int find_names_with_less_and_less(const std::string& expected) {
    if (!refuse(SYS_process_vm_readv)) {
        return no_filters;
    }
    if (text_of_a_call() != expected) {
        return 1;
    }
    if (!refuse(SYS_pread64)) {
        return no_filters;
    }
    const std::string text = text_of_a_call();
    return text.find(", byte 0x") != std::string::npos && text.find("+0x") == std::string::npos ? 0
                                                                                                : 2;
}

TEST(a_name, is_found_where_a_process_may_not_read_its_memory_by_a_system_call) {
    const std::string expected = text_of_a_call();
    ASSERT_NE(expected.find("tollgate_check_spins+0x0 ("), std::string::npos) << expected;
    const int result = in_a_child([&] { return find_names_with_less_and_less(expected); });
    if (result == no_filters) {
        GTEST_SKIP() << "no filters of system calls";
    }
    EXPECT_EQ(result, 0);
}

/// In the last thread of the process, whose first one has the process's id.
[[noreturn]] void compare_when_the_first_has_left(const std::string& expected) {
    while (sample_thread(::getpid())->run_state != 'Z') {
        std::this_thread::yield();
    }
    ::_exit(text_of_a_call() == expected && sample_thread(::gettid())->run_state == 'R' ? 0 : 1);
}

TEST(a_name, is_found_when_the_first_thread_has_left) {
    if (faults::is_thread_sanitized) {
        GTEST_SKIP() << "the sanitizer starts no threads in a child of several";
    }
    const std::string expected = text_of_a_call();
    EXPECT_EQ(in_a_child([&] {
                  std::thread([&] { compare_when_the_first_has_left(expected); }).detach();
                  ::syscall(SYS_exit, 0); // as pthread_exit does, which unwinds before
                  return 2;
              }),
              0);
}

} // namespace
} // namespace tollgate::liveness::detail
