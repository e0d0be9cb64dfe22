// SPDX-License-Identifier: BSL-1.0
#include <tollgate/environment/cpu_events.hpp>
#include <tollgate/environment/disturbance.hpp>

#include "fake_machine.hpp"

#include <gmock/gmock.h>

#include <filesystem>

namespace tollgate::environment {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

/// A fake machine with two CPUs.
class disturbance_check : public fake_root {
protected:
    void steal(int of_cpu_0, int of_cpu_1) const {
        write("proc/stat", "cpu  9 0 9 99 0 0 0 " + std::to_string(of_cpu_0 + of_cpu_1) +
                               " 0 0\ncpu0 4 0 4 50 0 0 0 " + std::to_string(of_cpu_0) +
                               " 0 0\ncpu1 5 0 5 49 0 0 0 " + std::to_string(of_cpu_1) +
                               " 0 0\nintr 17 0 0\n");
    }
    disturbance_counters read(std::vector<int> cpus = {0, 1}) const {
        return disturbance_reader(machine_files(root_), std::move(cpus)).read();
    }
};

TEST_F(disturbance_check, steal_is_that_of_the_given_cpus) {
    steal(3, 40);
    EXPECT_EQ(read({0}).steal_ticks, 3u);
    EXPECT_EQ(read({1}).steal_ticks, 40u);
    EXPECT_EQ(read({0, 1}).steal_ticks, 43u);
    EXPECT_EQ(read({1, 1}).steal_ticks, 40u);
    EXPECT_EQ(read({}).steal_ticks, 43u);
    EXPECT_EQ(read({0, 7}).steal_ticks, std::nullopt) << "one of them has no line";
}

TEST_F(disturbance_check, cpu_1_is_not_cpu_10) {
    EXPECT_EQ(read(), disturbance_counters{});
    write("proc/stat", "cpu0 4 0 4 50\ncpu10 0 0 0 0 0 0 0 100");
    EXPECT_EQ(read({0}).steal_ticks, std::nullopt) << "few columns";
    EXPECT_EQ(read({1}).steal_ticks, std::nullopt);
    EXPECT_EQ(read({10}).steal_ticks, 100u);
}

TEST_F(disturbance_check, throttling_of_every_level_counts) {
    write("proc/self/cgroup", "0::/outer/inner\n");
    write("sys/fs/cgroup/cgroup.controllers", "cpu");
    write("sys/fs/cgroup/cpu.stat", "usage_usec 7\n"); // a root counts none
    write("sys/fs/cgroup/outer/cpu.stat", "nr_periods 9\nnr_throttled 2\nthrottled_usec 500\n");
    write("sys/fs/cgroup/outer/inner/cpu.stat", "nr_throttled 1\nthrottled_usec 20\n");
    EXPECT_EQ(read().throttled_periods, 3u);
    EXPECT_EQ(read().throttled_us, 520u);
    std::filesystem::remove(root_ / "sys/fs/cgroup/outer/cpu.stat");
    std::filesystem::create_directories(root_ / "sys/fs/cgroup/outer/cpu.stat");
    EXPECT_EQ(read().throttled_periods, std::nullopt) << "one level cannot be read";
    EXPECT_EQ(read().throttled_us, std::nullopt);
}

TEST_F(disturbance_check, version_1_counts_in_nanoseconds) {
    write("proc/self/cgroup", "9:memory:/m\n4:cpu,cpuacct:/job\n0::/\n");
    write("sys/fs/cgroup/cpu,cpuacct/cpu.stat", "nr_throttled 0\nthrottled_time 0\n");
    write("sys/fs/cgroup/cpu,cpuacct/job/cpu.stat", "nr_throttled 4\nthrottled_time 12000000\n");
    EXPECT_EQ(read().throttled_periods, 4u);
    EXPECT_EQ(read().throttled_us, 12'000u);
}

TEST_F(disturbance_check, heat_counts_each_core_and_each_package_once) {
    for (const std::string cpu : {"0", "1"}) {
        const std::string dir = "sys/devices/system/cpu/cpu" + cpu + "/";
        write(dir + "thermal_throttle/core_throttle_count", "3\n");
        write(dir + "thermal_throttle/package_throttle_count", "100\n");
        write(dir + "topology/physical_package_id", "0\n");
    }
    EXPECT_EQ(read().thermal_throttles, 106u);
    EXPECT_EQ(read({0}).thermal_throttles, 103u);
    EXPECT_EQ(read({0, 5}).thermal_throttles, std::nullopt);
}

TEST_F(disturbance_check, an_open_reader_sees_new_values) {
    steal(3, 40);
    write("proc/self/cgroup", "0::/\n");
    write("sys/fs/cgroup/cgroup.controllers", "cpu");
    write("sys/fs/cgroup/cpu.stat", "nr_throttled 1\nthrottled_usec 20\n");
    disturbance_reader first(machine_files(root_), {0, 1});
    const disturbance_counters before = first.read();
    steal(5, 40);
    write("sys/fs/cgroup/cpu.stat", "nr_throttled 2\nthrottled_usec 75\n");

    const disturbance_reader moved = std::move(first);
    EXPECT_THAT(reasons(moved.read() - before),
                ElementsAre("steal 2 ticks", "throttled 1 period", "throttled 55 µs"));
}

TEST(disturbance_delta_check, is_unknown_for_an_unknown_or_decreasing_counter) {
    const disturbance_counters before{10, 20, std::nullopt, 40};
    const disturbance_counters after{9, 22, 33, std::nullopt};
    EXPECT_EQ(after - before, (disturbance_counters{std::nullopt, 2, std::nullopt, std::nullopt}));
}

TEST(disturbance_reasons_check, name_only_counters_that_moved) {
    EXPECT_THAT(reasons({}), IsEmpty());
    EXPECT_THAT(reasons({0, 0, 0, 0}), IsEmpty());
    EXPECT_THAT(reasons({1, std::nullopt, std::nullopt, 2}),
                ElementsAre("steal 1 tick", "throttled by heat 2 times"));
    EXPECT_THAT(reasons({std::nullopt, 2, 350, 0}),
                ElementsAre("throttled 2 periods", "throttled 350 µs"));
}

const char* const interrupts = "            CPU0       CPU2       \n"
                               "  4:          7          9   IO-APIC   4-edge      ttyS0\n"
                               "LOC:       1000       2000   Local timer interrupts\n"
                               "ERR:          3\n"
                               "MIS:          0\n"
                               "XXX:          5          x   Broken\n"
                               "     1 2 3\n";

TEST(column_of_cpu, is_found_by_its_title_and_has_readable_names) {
    EXPECT_THAT(column_of_cpu(interrupts, 2),
                ElementsAre(Pair("Local timer interrupts (LOC)", 2000U),
                            Pair("interrupt 4 (IO-APIC 4-edge ttyS0)", 9U)));
    EXPECT_THAT(column_of_cpu(interrupts, 0),
                ElementsAre(Pair("Local timer interrupts (LOC)", 1000U),
                            Pair("interrupt 4 (IO-APIC 4-edge ttyS0)", 7U)));
    EXPECT_THAT(column_of_cpu(interrupts, 1), IsEmpty()) << "it is offline";
    EXPECT_THAT(column_of_cpu("", 0), IsEmpty());
    EXPECT_THAT(column_of_cpu("CPU0", 0), IsEmpty());
    EXPECT_THAT(column_of_cpu("CPU0\nTIMER: 5", 0), ElementsAre(Pair("TIMER", 5U)));
}

class cpu_events_check : public fake_root {};

TEST_F(cpu_events_check, are_those_of_a_cpu_and_of_the_calling_thread) {
    write("proc/interrupts", interrupts);
    write("proc/softirqs", "          CPU0 CPU2\n TIMER: 11 22\n");
    write("proc/stat", "cpu  1 1 1 1 1 1 1 90\ncpu0 0 0 0 0 0 0 0 40\ncpu2 0 0 0 0 0 0 0 50\n");
    write("proc/thread-self/schedstat", "123 456 7\n");
    const cpu_events events = read_cpu_events(machine_files(root_), 2);
    EXPECT_EQ(events.interrupts.at("Local timer interrupts (LOC)"), 2000U);
    EXPECT_THAT(events.softirqs, ElementsAre(Pair("TIMER", 22U)));
    EXPECT_EQ(events.steal_ticks, 50U);
    EXPECT_EQ(events.waited_ns, 456U);
}

TEST_F(cpu_events_check, unreadable_counts_are_left_out) {
    const cpu_events events = read_cpu_events(machine_files(root_), 0);
    EXPECT_THAT(events.interrupts, IsEmpty());
    EXPECT_THAT(events.softirqs, IsEmpty());
    EXPECT_FALSE(events.steal_ticks);
    EXPECT_FALSE(events.waited_ns);
    write("proc/thread-self/schedstat", "x\n");
    EXPECT_FALSE(read_cpu_events(machine_files(root_), 0).waited_ns);
}

TEST(counted_between, has_a_phrase_for_each_counter_that_moved) {
    const cpu_events before{{{"Local timer interrupts (LOC)", 5}, {"still", 7}, {"less", 9}},
                            {{"TIMER", 1}, {"RCU", 1}},
                            3,
                            1'000};
    const cpu_events after{
        {{"Local timer interrupts (LOC)", 10}, {"still", 7}, {"less", 8}, {"new", 1}},
        {{"TIMER", 2}, {"RCU", 3}},
        4,
        13'340};
    EXPECT_THAT(counted_between(before, after),
                ElementsAre("5 Local timer interrupts (LOC)", "softirq RCU 2 times",
                            "softirq TIMER 1 time", "steal 1 tick", "waited 12.3 µs for the CPU"));
    EXPECT_THAT(counted_between(after, after), IsEmpty());
    EXPECT_THAT(counted_between({}, after), IsEmpty()) << "no difference is invented";
}

} // namespace
} // namespace tollgate::environment
