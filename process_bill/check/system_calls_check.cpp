// SPDX-License-Identifier: BSL-1.0
#include "system_calls.hpp"

#include "trace/event_counts.h"

#include <gmock/gmock.h>

#include <sys/syscall.h>

namespace tollgate::bill {
namespace {

TEST(system_calls, tell_the_kind_of_a_wait_and_the_use_of_the_first_argument) {
    using argument = waiting_call::argument;
    EXPECT_EQ(find_waiting_call(SYS_futex)->kind, wait_kind::futex);
    EXPECT_EQ(find_waiting_call(SYS_futex)->first, argument::address);
    EXPECT_EQ(find_waiting_call(SYS_clock_nanosleep)->kind, wait_kind::sleep);
    EXPECT_EQ(find_waiting_call(SYS_clock_nanosleep)->first, argument::none);
    EXPECT_EQ(find_waiting_call(SYS_epoll_pwait)->first, argument::descriptor);
    EXPECT_EQ(find_waiting_call(SYS_read)->first, argument::descriptor_gives_kind);
    EXPECT_FALSE(find_waiting_call(SYS_getpid));
    EXPECT_FALSE(find_waiting_call(-1));
    EXPECT_EQ(kind_of_call(SYS_read), wait_kind::other);
}

TEST(system_calls, have_places) {
    EXPECT_EQ(place_of_call(SYS_futex, 0x7f0000001004), 0x7f0000001000U)
        << "the two words of a condition variable";
    EXPECT_EQ(place_of_call(SYS_read, 0xab00000005), 5U) << "a descriptor is an int";
    EXPECT_EQ(place_of_call(SYS_clock_nanosleep, 1), 0U);
    EXPECT_EQ(place_of_call(SYS_getpid, 1), 0U);
}

TEST(system_calls, have_names) {
    EXPECT_EQ(name_of_call(SYS_timerfd_settime), "timerfd_settime");
    EXPECT_EQ(name_of_call(999), "system call 999");
}

TEST(system_calls, have_traits_by_which_the_kernel_counts_them) {
    EXPECT_EQ(traits_of_call(SYS_futex),
              first_argument_is_a_place | no_result_is_in_vain | is_futex);
    EXPECT_EQ(traits_of_call(SYS_ppoll), no_result_is_in_vain);
    EXPECT_EQ(traits_of_call(SYS_sched_yield), is_yield);
    EXPECT_EQ(traits_of_call(SYS_read), first_argument_is_a_place);
    EXPECT_EQ(traits_of_call(999), 0);
}

} // namespace
} // namespace tollgate::bill
