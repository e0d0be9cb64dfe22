// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/thread_meter.hpp>
#include <tollgate/measure/usage.hpp>

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/cpu/allowed.hpp>

#include <gmock/gmock.h>

#include <chrono>
#include <cstdint>
#include <thread>

namespace tollgate::measure {
namespace {

using namespace std::chrono_literals;
using ::testing::Each;
using ::testing::SizeIs;

/// Not every sleep switches: one that is over before the thread is off the CPU does not.
void sleep_often() {
    for (int i = 0; i < 200; ++i) {
        std::this_thread::sleep_for(100us);
    }
}

constexpr std::int64_t few = 50;

TEST(usage, adds_and_subtracts_every_part) {
    usage sum{1ns, 2ns, 3ns, 4, 5, 6};
    sum += {10ns, 20ns, 30ns, 40, 50, 60};
    EXPECT_EQ(sum.cpu, 11ns);
    EXPECT_EQ(sum.user, 22ns);
    EXPECT_EQ(sum.system, 33ns);
    EXPECT_EQ(sum.voluntary_switches, 44);
    EXPECT_EQ(sum.involuntary_switches, 55);
    EXPECT_EQ(sum.page_faults, 66);
    const usage rest = sum - usage{1ns, 2ns, 3ns, 4, 5, 6};
    EXPECT_EQ(rest.cpu, 10ns);
    EXPECT_EQ(rest.user, 20ns);
    EXPECT_EQ(rest.system, 30ns);
    EXPECT_EQ(rest.voluntary_switches, 40);
    EXPECT_EQ(rest.involuntary_switches, 50);
    EXPECT_EQ(rest.page_faults, 60);
}

TEST(usage, cpu_time_never_goes_back) {
    usage before = usage_of_this_thread();
    for (int i = 0; i < 1000; ++i) {
        const usage now = usage_of_this_thread();
        EXPECT_GE(now.cpu, before.cpu);
        EXPECT_GE(now.voluntary_switches, before.voluntary_switches);
        EXPECT_GE(now.involuntary_switches, before.involuntary_switches);
        before = now;
    }
    EXPECT_GT(before.cpu, 0ns);
}

TEST(usage, a_thread_that_sleeps_gives_up_the_cpu) {
    const usage before = usage_of_this_thread();
    sleep_often();
    const usage used = usage_of_this_thread() - before;
    EXPECT_GE(used.voluntary_switches, few);
}

#if defined(__linux__) // elsewhere whole processes are counted
TEST(usage, is_of_the_calling_thread_alone) {
    const usage before = usage_of_this_thread();
    usage other;
    std::thread([&other] {
        sleep_often();
        other = usage_of_this_thread();
    }).join();
    const usage used = usage_of_this_thread() - before;
    EXPECT_GE(other.voluntary_switches, few);
    EXPECT_LT(used.voluntary_switches, few) << "one join";
}
#endif

TEST(thread_meter, adds_what_was_used_since_it_was_made) {
    loop_report report;
    report.used.voluntary_switches = 100;
    const thread_meter meter;
    sleep_often();
    meter.add_to(report);
    EXPECT_GE(report.used.voluntary_switches, 100 + few);
    EXPECT_GE(report.used.cpu, 0ns);
}

TEST(thread_meter, adds_nothing_from_before_it_was_made) {
    sleep_often();
    loop_report report;
    const thread_meter meter;
    meter.add_to(report);
    EXPECT_LT(report.used.voluntary_switches, few);
}

TEST(thread_meter, notes_the_cpu_before_and_after) {
    const int cpu = cpu::allowed_cpus().front();
    const cpu::affinity_guard pinned(cpu);
    loop_report report;
    const thread_meter meter;
    meter.add_to(report);
    EXPECT_THAT(report.cpus, SizeIs(2));
    EXPECT_THAT(report.cpus, Each(cpu));
}

TEST(thread_meter, several_meters_add_up) {
    loop_report report;
    const thread_meter first;
    const thread_meter second;
    sleep_often();
    first.add_to(report);
    second.add_to(report);
    EXPECT_GE(report.used.voluntary_switches, 2 * few);
    EXPECT_THAT(report.cpus, SizeIs(4));
}

} // namespace
} // namespace tollgate::measure
