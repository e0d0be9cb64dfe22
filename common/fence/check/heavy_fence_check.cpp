// SPDX-License-Identifier: BSL-1.0
#include <tollgate/fence/heavy_fence.hpp>
#include <tollgate/fence/light_fence.hpp>

#include <gtest/gtest.h>

#include <cerrno>
#include <thread>

namespace tollgate::fence {
namespace {

/// Something that needs heavy fences.
class a_heavy_fence : public testing::Test {
protected:
    void SetUp() override {
        if (!heavy_fence_granted()) {
            GTEST_SKIP() << "membarrier is refused";
        }
    }
};

TEST(heavy_fences, are_granted_for_good_or_never) {
    const bool granted = heavy_fence_granted();
    EXPECT_EQ(heavy_fence_granted(), granted);
    std::thread([granted] { EXPECT_EQ(heavy_fence_granted(), granted); }).join();
    EXPECT_EQ(heavy_fence_granted(), granted);
}

TEST(heavy_fences, leave_errno_alone_when_they_are_asked_for) {
    errno = EDOM;
    static_cast<void>(heavy_fence_granted());
    EXPECT_EQ(errno, EDOM);
}

TEST_F(a_heavy_fence, returns_and_leaves_errno_alone) {
    errno = EDOM;
    heavy_fence();
    EXPECT_EQ(errno, EDOM);
}

TEST_F(a_heavy_fence, returns_where_there_are_more_threads) {
    for (int each = 0; each < 3; ++each) {
        std::thread other([] {
            errno = ERANGE;
            light_fence();
            heavy_fence();
            EXPECT_EQ(errno, ERANGE);
        });
        heavy_fence();
        other.join();
    }
    EXPECT_TRUE(heavy_fence_granted());
}

} // namespace
} // namespace tollgate::fence
