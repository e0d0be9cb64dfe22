// SPDX-License-Identifier: BSL-1.0
#include <tollgate/posix/held_idle_latency_linux.hpp>

#include <gmock/gmock.h>

#include <system_error>

namespace {

using namespace tollgate::posix;
using ::testing::HasSubstr;

std::int32_t latency_now() {
    const descriptor device(::open(held_idle_latency::path, O_RDONLY | O_CLOEXEC));
    std::int32_t held_us = -1;
    EXPECT_EQ(::pread(device.number(), &held_us, sizeof held_us, 0), ssize_t{sizeof held_us});
    return held_us;
}

TEST(held_idle_latency, is_held_while_it_lives_and_no_longer) {
    if (const auto reason = held_idle_latency::refusal()) {
        EXPECT_THAT(*reason, HasSubstr(held_idle_latency::path));
        EXPECT_THROW(held_idle_latency(), std::system_error);
        GTEST_SKIP() << "skipped holding the idle latency: " << *reason;
    }
    const std::int32_t before = latency_now();
    {
        const held_idle_latency held;
        EXPECT_TRUE(held.took_hold());
        EXPECT_EQ(latency_now(), 0);
    }
    EXPECT_EQ(latency_now(), before);
}

} // namespace
