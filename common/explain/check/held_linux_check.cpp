// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cpu/allowed.hpp>
#include <tollgate/explain/held_idle_latency_linux.hpp>
#include <tollgate/explain/idle_spinner_linux.hpp>

#include <gmock/gmock.h>

#include <system_error>
#include <thread>

namespace {

using namespace tollgate;
using namespace tollgate::explain;
using ::testing::HasSubstr;

std::int32_t latency_now() {
    const posix::descriptor device(::open(held_idle_latency::path, O_RDONLY | O_CLOEXEC));
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

TEST(idle_spinner, spins_by_the_policy_it_was_given) {
    const int cpu = cpu::allowed_cpus().back();
    for (const int policy : {SCHED_IDLE, SCHED_OTHER}) {
        const idle_spinner spinner(cpu, policy);
        EXPECT_EQ(spinner.policy(), policy);
        const std::uint64_t begun = spinner.turns();
        while (spinner.turns() == begun) {
            std::this_thread::yield();
        }
    }
    EXPECT_EQ(::sched_getscheduler(0), SCHED_OTHER) << "the caller's is as it was";
    std::thread([cpu] {
        const sched_param none{};
        ASSERT_EQ(::sched_setscheduler(0, SCHED_BATCH, &none), 0);
        EXPECT_EQ(idle_spinner(cpu, SCHED_OTHER).policy(), SCHED_OTHER)
            << "whatever its maker's is";
    }).join();
    EXPECT_THROW(idle_spinner(1 << 19), std::system_error);
    EXPECT_THROW(idle_spinner(cpu, 77), std::system_error);
}

} // namespace
