// SPDX-License-Identifier: BSL-1.0
#include "proc/wait_places.hpp"
#include "system_calls.hpp"

#include <gmock/gmock.h>

#include <sys/syscall.h>

namespace tollgate::bill {
namespace {

TEST(wait_places, a_call_tells_the_kind_and_the_use_of_its_argument) {
    using argument = waiting_call::argument;
    EXPECT_EQ(find_waiting_call(SYS_futex)->kind, wait_kind::futex);
    EXPECT_EQ(find_waiting_call(SYS_futex)->first, argument::address);
    EXPECT_EQ(find_waiting_call(SYS_clock_nanosleep)->kind, wait_kind::sleep);
    EXPECT_EQ(find_waiting_call(SYS_clock_nanosleep)->first, argument::none);
    EXPECT_EQ(find_waiting_call(SYS_epoll_pwait)->first, argument::descriptor);
    EXPECT_EQ(find_waiting_call(SYS_read)->first, argument::descriptor_gives_kind);
    EXPECT_FALSE(find_waiting_call(SYS_getpid));
    EXPECT_FALSE(find_waiting_call(-1));
}

TEST(wait_places, a_descriptor_tells_the_kind) {
    EXPECT_EQ(kind_of_descriptor("pipe:[1234]"), wait_kind::pipe);
    EXPECT_EQ(kind_of_descriptor("socket:[1234]"), wait_kind::socket);
    EXPECT_EQ(kind_of_descriptor("anon_inode:[eventfd]"), wait_kind::pipe);
    EXPECT_EQ(kind_of_descriptor("/dev/pts/3"), wait_kind::pipe);
    EXPECT_EQ(kind_of_descriptor("/tmp/named pipe"), wait_kind::pipe);
    EXPECT_EQ(kind_of_descriptor("/dev/fuse"), wait_kind::other);
    EXPECT_EQ(kind_of_descriptor(""), wait_kind::other);
}

TEST(wait_places, a_function_of_the_kernel_tells_the_kind) {
    EXPECT_EQ(kind_in_kernel("futex_wait_queue"), wait_kind::futex);
    EXPECT_EQ(kind_in_kernel("futex_do_wait"), wait_kind::futex);
    EXPECT_EQ(kind_in_kernel("hrtimer_nanosleep"), wait_kind::sleep);
    EXPECT_EQ(kind_in_kernel("ep_poll"), wait_kind::poll);
    EXPECT_EQ(kind_in_kernel("do_wait"), wait_kind::process);
    EXPECT_EQ(kind_in_kernel("0"), wait_kind::other);
}

} // namespace
} // namespace tollgate::bill
