// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/thread_meter.hpp>
#include <tollgate/measure/usage.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <thread>

namespace tollgate::measure {
namespace {

using namespace std::chrono_literals;

/// Not every sleep switches: a sleep may end before the thread has left the CPU.
void sleep_often() {
    for (int i = 0; i < 200; ++i) {
        std::this_thread::sleep_for(100us);
    }
}

constexpr std::int64_t few = 50;

TEST(usage, adds_and_subtracts_every_part) {
    usage sum{1ns, 2ns, 3ns, 4, 5, 6};
    sum += {10ns, 20ns, 30ns, 40, 50, 60};
    const usage rest = sum - usage{1ns, 2ns, 3ns, 4, 5, 6};
    EXPECT_EQ(rest.cpu, 10ns);
    EXPECT_EQ(rest.user, 20ns);
    EXPECT_EQ(rest.system, 30ns);
    EXPECT_EQ(rest.voluntary_switches, 40);
    EXPECT_EQ(rest.involuntary_switches, 50);
    EXPECT_EQ(rest.page_faults, 60);
}

#if defined(__linux__) // elsewhere whole processes are counted
TEST(usage, is_that_of_the_calling_thread_alone) {
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

TEST(thread_meter, adds_the_usage_since_its_construction) {
    loop_report report;
    report.used.voluntary_switches = 100;
    const thread_meter meter;
    sleep_often();
    meter.add_to(report);
    EXPECT_GE(report.used.voluntary_switches, 100 + few);
    EXPECT_GE(report.used.cpu, 0ns);
}

} // namespace
} // namespace tollgate::measure
