// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cpu/affinity.hpp>
#include <tollgate/cpu/pinned_thread.hpp>

#include <gmock/gmock.h>

#include <cstdint>
#include <system_error>
#include <thread>

#include <sched.h>

namespace tollgate::cpu {
namespace {

TEST(pinned_thread, has_the_given_policy) {
    const auto nothing = [](std::uint64_t) noexcept {};
    const int cpu = allowed_cpus().back();
    for (const int policy : {SCHED_IDLE, SCHED_OTHER}) {
        const pinned_thread spinner(cpu, policy, nothing);
        EXPECT_EQ(spinner.policy(), policy);
        const std::uint64_t begun = spinner.iterations();
        while (spinner.iterations() == begun) {
            std::this_thread::yield();
        }
    }
    EXPECT_EQ(::sched_getscheduler(0), SCHED_OTHER) << "the caller's is as it was";
    std::thread([&] {
        const sched_param none{};
        ASSERT_EQ(::sched_setscheduler(0, SCHED_BATCH, &none), 0);
        EXPECT_EQ(pinned_thread(cpu, SCHED_OTHER, nothing).policy(), SCHED_OTHER)
            << "whatever its maker's is";
    }).join();
    EXPECT_THROW(pinned_thread(1 << 19, SCHED_OTHER, nothing), std::system_error);
    EXPECT_THROW(pinned_thread(cpu, 77, nothing), std::system_error);
}

} // namespace
} // namespace tollgate::cpu
