// SPDX-License-Identifier: BSL-1.0
#include "proc/wait_places.hpp"

#include <gmock/gmock.h>

namespace tollgate::bill {
namespace {

TEST(wait_places, a_descriptor_tells_the_kind) {
    EXPECT_EQ(kind_of_descriptor("pipe:[1234]"), wait_kind::pipe);
    EXPECT_EQ(kind_of_descriptor("socket:[1234]"), wait_kind::socket);
    EXPECT_EQ(kind_of_descriptor("anon_inode:[eventfd]"), wait_kind::pipe);
    EXPECT_EQ(kind_of_descriptor("/dev/pts/3"), wait_kind::pipe);
    EXPECT_EQ(kind_of_descriptor("/tmp/file"), wait_kind::disk);
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
