// SPDX-License-Identifier: BSL-1.0
#include "batch_job.hpp"
#include "held_idle_latency.hpp"
#include "idle_hold.hpp"

#include <tollgate/cpu/allowed.hpp>

#include <gmock/gmock.h>

#include <system_error>
#include <thread>

namespace {

using namespace tollgate;
using namespace tollgate::noise_test;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::int32_t latency_now() {
    const measure::descriptor device(::open(held_idle_latency::path, O_RDONLY | O_CLOEXEC));
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
    EXPECT_THROW(idle_spinner(1 << 19), std::system_error);
    EXPECT_THROW(idle_spinner(cpu, 77), std::system_error);
}

TEST(idle_hold, proves_what_it_did) {
    measure::loop_report report;
    idle_hold(idling::as_it_is, cpu::allowed_cpus().back()).prove(report);
    EXPECT_THAT(report.counted, IsEmpty());
    idle_hold(idling::kept_busy, cpu::allowed_cpus().back()).prove(report);
    EXPECT_THAT(report.failures, IsEmpty());
    EXPECT_EQ(report.counted.count("turns of the thread that kept the CPU busy"), 1U);
}

} // namespace
