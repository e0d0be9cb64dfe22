// SPDX-License-Identifier: BSL-1.0
#include "fake_machine.hpp"

#include <tollgate/environment/disturbance.hpp>

#include <filesystem>

#include <gmock/gmock.h>

namespace tollgate::environment {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// A fake machine with two CPUs, gone at the end.
class disturbance_check : public fake_root {
protected:
    void directory(const std::string& path) const {
        std::filesystem::create_directories(root_ / path);
    }
    void steal(int of_cpu_0, int of_cpu_1) const {
        write("proc/stat", "cpu  9 0 9 99 0 0 0 " + std::to_string(of_cpu_0 + of_cpu_1) +
                               " 0 0\ncpu0 4 0 4 50 0 0 0 " + std::to_string(of_cpu_0) +
                               " 0 0\ncpu1 5 0 5 49 0 0 0 " + std::to_string(of_cpu_1) +
                               " 0 0\nintr 17 0 0\n");
    }
    disturbance_counters read(std::vector<int> cpus = {0, 1}) const {
        return read_disturbance(machine_files(root_), cpus);
    }
};

TEST_F(disturbance_check, an_empty_machine_knows_nothing) {
    EXPECT_EQ(read(), disturbance_counters{});
}

TEST_F(disturbance_check, steal_is_that_of_the_cpus_asked_for) {
    steal(3, 40);
    EXPECT_EQ(read({0}).steal_ticks, 3u);
    EXPECT_EQ(read({1}).steal_ticks, 40u);
    EXPECT_EQ(read({0, 1}).steal_ticks, 43u);
    EXPECT_EQ(read({1, 1}).steal_ticks, 40u);
    EXPECT_EQ(read({}).steal_ticks, 43u);
}

TEST_F(disturbance_check, a_cpu_without_a_line_makes_the_sum_unknown) {
    steal(3, 40);
    EXPECT_EQ(read({0, 7}).steal_ticks, std::nullopt);
}

TEST_F(disturbance_check, a_line_with_few_columns_has_no_steal) {
    write("proc/stat", "cpu 9 0 9 99\ncpu0 4 0 4 50\ncpu1 5 0 5 49\n");
    EXPECT_EQ(read().steal_ticks, std::nullopt);
    EXPECT_EQ(read({}).steal_ticks, std::nullopt);
}

TEST_F(disturbance_check, cpu_1_is_not_cpu_10) {
    write("proc/stat", "cpu0 0 0 0 0 0 0 0 1\ncpu10 0 0 0 0 0 0 0 100");
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
}

TEST_F(disturbance_check, one_level_that_cannot_be_read_makes_throttling_unknown) {
    write("proc/self/cgroup", "0::/inner\n");
    write("sys/fs/cgroup/cgroup.controllers", "cpu");
    write("sys/fs/cgroup/inner/cpu.stat", "nr_throttled 1\nthrottled_usec 20\n");
    directory("sys/fs/cgroup/cpu.stat");
    EXPECT_EQ(read().throttled_periods, std::nullopt);
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
                ElementsAre("steal 2 ticks", "throttled 1 period", "throttled 55 us"));
}

TEST(disturbance_delta_check, is_taken_member_by_member) {
    const disturbance_counters before{10, 20, 30, 40};
    const disturbance_counters after{11, 22, 33, 44};
    EXPECT_EQ(after - before, (disturbance_counters{1, 2, 3, 4}));
}

TEST(disturbance_delta_check, unknown_stays_unknown) {
    const disturbance_counters before{10, std::nullopt, 30, std::nullopt};
    const disturbance_counters after{10, 22, std::nullopt, std::nullopt};
    EXPECT_EQ(after - before, (disturbance_counters{0, std::nullopt, std::nullopt, std::nullopt}));
}

TEST(disturbance_delta_check, a_counter_that_ran_backwards_is_unknown) {
    const disturbance_counters before{10, 20, 30, 40};
    const disturbance_counters after{9, 20, 30, 40};
    EXPECT_EQ(after - before, (disturbance_counters{std::nullopt, 0, 0, 0}));
}

TEST(disturbance_reasons_check, name_what_moved_and_nothing_else) {
    EXPECT_THAT(reasons({}), IsEmpty());
    EXPECT_THAT(reasons({0, 0, 0, 0}), IsEmpty());
    EXPECT_THAT(reasons({1, std::nullopt, std::nullopt, 2}),
                ElementsAre("steal 1 tick", "throttled by heat 2 times"));
    EXPECT_THAT(reasons({std::nullopt, 2, 350, 0}),
                ElementsAre("throttled 2 periods", "throttled 350 us"));
}

TEST(disturbance_here_check, counters_of_this_machine_do_not_run_backwards_unnoticed) {
    const disturbance_reader reader(machine_files(), {});
    const disturbance_counters before = reader.read();
    const disturbance_counters after = reader.read();
    EXPECT_EQ(after.steal_ticks.has_value(), before.steal_ticks.has_value());
    EXPECT_EQ(after.throttled_periods.has_value(), before.throttled_periods.has_value());
}

} // namespace
} // namespace tollgate::environment
