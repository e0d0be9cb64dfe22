// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cpu/affinity.hpp>
#include <tollgate/measure/reference_loop.hpp>

#include <gtest/gtest.h>

#include <system_error>
#include <vector>

namespace tollgate::measure {
namespace {

bool threads_can_be_pinned() {
    try {
        const cpu::affinity_guard pinned(cpu::allowed_cpus().front());
        return true;
    } catch (const std::system_error&) {
        return false;
    }
}

void expect_parts(const reference_time& result) {
    EXPECT_GT(result.least_ns, 0);
    EXPECT_LE(result.least_ns, result.part_ns);
}

// 18,000 iterations of six operations take more than a microsecond on any CPU.
TEST(reference_loop, does_work) {
    const reference_time result = run_reference_loop();
    expect_parts(result);
    EXPECT_GT(result.least_ns, 1'000);
}

TEST(reference_loop, works_on_each_cpu_and_restores_the_affinity) {
    if (!threads_can_be_pinned()) {
        GTEST_SKIP() << "threads cannot be pinned here";
    }
    const std::vector<int> before = cpu::allowed_cpus();
    for (const int cpu : before) {
        expect_parts(run_reference_loop_on(cpu));
        EXPECT_EQ(cpu::allowed_cpus(), before);
    }
}

TEST(reference_loop, is_zero_on_a_cpu_that_does_not_exist) {
    const std::vector<int> before = cpu::allowed_cpus();
    for (const int no_such_cpu : {1'000'000, -1}) {
        const reference_time none = run_reference_loop_on(no_such_cpu);
        EXPECT_EQ(none.part_ns, 0);
        EXPECT_EQ(none.least_ns, 0);
        EXPECT_EQ(cpu::allowed_cpus(), before);
    }
}

} // namespace
} // namespace tollgate::measure
