// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cpu/affinity.hpp>
#include <tollgate/cpu/allowed.hpp>
#include <tollgate/measure/reference_loop.hpp>

#include <gtest/gtest.h>

#include <system_error>
#include <vector>

namespace tollgate::measure {
namespace {

constexpr int no_such_cpu = 1'000'000;

bool threads_can_be_pinned() {
    try {
        const cpu::affinity_guard here(cpu::allowed_cpus().front());
        return true;
    } catch (const std::system_error&) {
        return false;
    }
}

void expect_parts(const reference_time& seen) {
    EXPECT_GT(seen.least_ns, 0);
    EXPECT_LE(seen.least_ns, seen.part_ns);
    EXPECT_LE(seen.least_ns, seen.mean_ns);
}

// 18,000 laps of six operations take no CPU less than a microsecond.
TEST(reference_loop, does_work) {
    const reference_time seen = run_reference_loop();
    expect_parts(seen);
    EXPECT_GT(seen.least_ns, 1'000);
}

TEST(reference_loop, does_work_on_each_cpu) {
    if (!threads_can_be_pinned()) {
        GTEST_SKIP() << "threads cannot be pinned here";
    }
    for (const int cpu : cpu::allowed_cpus()) {
        expect_parts(run_reference_loop_on(cpu));
    }
}

TEST(reference_loop, gives_the_thread_back_its_cpus) {
    const std::vector<int> before = cpu::allowed_cpus();
    static_cast<void>(run_reference_loop_on(before.back()));
    EXPECT_EQ(cpu::allowed_cpus(), before);
    static_cast<void>(run_reference_loop_on(no_such_cpu));
    EXPECT_EQ(cpu::allowed_cpus(), before);
}

TEST(reference_loop, is_all_zero_on_a_cpu_that_there_is_not) {
    for (const int cpu : {no_such_cpu, -1}) {
        const reference_time seen = run_reference_loop_on(cpu);
        EXPECT_EQ(seen.part_ns, 0);
        EXPECT_EQ(seen.mean_ns, 0);
        EXPECT_EQ(seen.least_ns, 0);
    }
}

} // namespace
} // namespace tollgate::measure
