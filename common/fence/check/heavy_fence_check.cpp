// SPDX-License-Identifier: BSL-1.0
#include <tollgate/fence/heavy_fence.hpp>
#include <tollgate/fence/light_fence.hpp>

#include <gtest/gtest.h>

#include <cerrno>
#include <thread>

namespace tollgate::fence {
namespace {

TEST(heavy_fences, leave_errno_alone) {
    errno = EDOM;
    const bool granted = heavy_fence_granted();
    EXPECT_EQ(errno, EDOM);
    if (granted) {
        heavy_fence();
        EXPECT_EQ(errno, EDOM);
    }
}

TEST(heavy_fences, are_granted_for_good_and_to_all_threads) {
    const bool granted = heavy_fence_granted();
    std::thread([granted] {
        EXPECT_EQ(heavy_fence_granted(), granted);
        light_fence();
        if (granted) {
            heavy_fence();
        }
    }).join();
    EXPECT_EQ(heavy_fence_granted(), granted);
}

} // namespace
} // namespace tollgate::fence
