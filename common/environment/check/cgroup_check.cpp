// SPDX-License-Identifier: BSL-1.0
#include "fake_machine.hpp"

#include <tollgate/environment/cpu_quota.hpp>

namespace tollgate::environment {
namespace {

class cgroup_check : public fake_machine {
protected:
    void unified(const std::string& path) const {
        write("proc/self/cgroup", "0::" + path);
        write("sys/fs/cgroup/cgroup.controllers", "cpu");
    }
};

TEST_F(cgroup_check, the_tightest_of_nested_quotas_counts_and_the_fix_lifts_all_tight_quotas) {
    unified("/a.slice/it's b.scope");
    write("sys/fs/cgroup/a.slice/cpu.max", "50000 100000");
    write("sys/fs/cgroup/a.slice/it's b.scope/cpu.max", "150000 100000");
    const verdict found = get("cgroup quota");
    EXPECT_THAT(found, is_bad("0.50 of 2 CPUs in /sys/fs/cgroup/a.slice/cpu.max"));
    EXPECT_EQ(found.fix, "echo max > '/sys/fs/cgroup/a.slice/it'\\''s b.scope/cpu.max' && "
                         "echo max > /sys/fs/cgroup/a.slice/cpu.max");
    EXPECT_EQ(found.undo,
              "echo '150000 100000' > '/sys/fs/cgroup/a.slice/it'\\''s b.scope/cpu.max' && "
              "echo '50000 100000' > /sys/fs/cgroup/a.slice/cpu.max");
}

TEST_F(cgroup_check, a_quota_for_all_our_cpus_is_ok) {
    unified("/a");
    write("sys/fs/cgroup/a/cpu.max", "200000 100000");
    EXPECT_THAT(get("cgroup quota"), is_ok("2.00 of 2 CPUs in /sys/fs/cgroup/a/cpu.max"));
    program_.cpus = {0, 1, 2};
    EXPECT_EQ(get("cgroup quota").state, condition::bad);
}

TEST_F(cgroup_check, a_level_that_cannot_be_read_is_unknown_unless_another_is_bad) {
    unified("/a/b");
    unreadable("sys/fs/cgroup/a/cpu.max");
    write("sys/fs/cgroup/a/b/cpu.max", "max 100000");
    EXPECT_THAT(get("cgroup quota"),
                is_unknown("cannot read /sys/fs/cgroup/a/cpu.max: Is a directory"));
    write("sys/fs/cgroup/a/b/cpu.max", "10000 100000");
    EXPECT_EQ(get("cgroup quota").state, condition::bad);
}

TEST_F(cgroup_check, a_path_that_only_the_host_can_see_leaves_the_root_of_the_container) {
    write("sys/fs/cgroup/cpu.max", "100000 100000");
    unified("/docker/0123");
    EXPECT_THAT(get("cgroup quota"), is_bad("1.00 of 2 CPUs in /sys/fs/cgroup/cpu.max"));
    unified("/../../other");
    EXPECT_THAT(get("cgroup quota"), is_bad("1.00 of 2 CPUs in /sys/fs/cgroup/cpu.max"));
}

TEST_F(cgroup_check, the_quota_of_another_process_is_the_tightest_of_its_levels) {
    unified("/a");
    write("sys/fs/cgroup/a/cpu.max", "100000 100000");
    write("proc/77/cgroup", "0::/b/c");
    write("sys/fs/cgroup/b/cpu.max", "250000 100000");
    write("sys/fs/cgroup/b/c/cpu.max", "max 100000");
    EXPECT_EQ(cpu_quota(machine_files(root_), 77), 2.5);
    write("sys/fs/cgroup/b/cpu.max", "max 100000");
    EXPECT_EQ(cpu_quota(machine_files(root_), 77), std::nullopt);
    EXPECT_EQ(cpu_quota(machine_files(root_), 78), std::nullopt) << "there is no such process";
}

TEST_F(cgroup_check, version_1_and_the_hybrid_layout) {
    write("proc/self/cgroup", "5:memory:/m\n4:cpu,cpuacct:/job\n0::/elsewhere");
    write("sys/fs/cgroup/unified/cgroup.controllers", "");
    const std::string dir = "sys/fs/cgroup/cpu,cpuacct/";
    write(dir + "cpu.cfs_quota_us", "-1");
    write(dir + "job/cpu.cfs_quota_us", "30000");
    write(dir + "job/cpu.cfs_period_us", "20000");
    const verdict found = get("cgroup quota");
    EXPECT_THAT(found, is_bad("1.50 of 2 CPUs in /sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_quota_us"));
    EXPECT_EQ(found.fix, "echo -1 > /sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_quota_us");
    EXPECT_EQ(found.undo, "echo 30000 > /sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_quota_us");
    unreadable(dir + "job/cpu.cfs_period_us");
    EXPECT_EQ(get("cgroup quota").state, condition::unknown);
}

TEST_F(cgroup_check, without_a_mounted_hierarchy_nothing_is_known) {
    write("proc/self/cgroup", "0::/a");
    EXPECT_THAT(get("cgroup quota"), is_unknown("no cgroup directory below /sys/fs/cgroup"));
    EXPECT_THAT(get("throttling"), is_unknown("no cgroup directory below /sys/fs/cgroup"));
    write("proc/self/cgroup", "3:memory:/a");
    EXPECT_THAT(get("cgroup quota"), is_unknown("/proc/self/cgroup names no cgroup for the CPU"));
}

TEST_F(cgroup_check, throttling_of_all_levels_adds_up) {
    unified("/a/b");
    write("sys/fs/cgroup/a/cpu.stat", "nr_throttled 1\nthrottled_usec 100");
    write("sys/fs/cgroup/a/b/cpu.stat", "nr_throttled 2\nthrottled_usec 30");
    EXPECT_THAT(get("throttling"), is_bad("3 periods, 130 µs so far"));
}

TEST_F(cgroup_check, throttling_without_counts) {
    unified("/a");
    write("sys/fs/cgroup/a/cpu.stat", "usage_usec 5");
    EXPECT_THAT(get("throttling"), is_ok("none: no quota applies"));
    write("sys/fs/cgroup/a/cpu.max", "max 100000");
    EXPECT_THAT(get("throttling"), is_unknown("a quota may apply, but nothing counts it"));
    unreadable("sys/fs/cgroup/a/cpu.stat");
    EXPECT_THAT(get("throttling"),
                is_unknown("cannot read /sys/fs/cgroup/a/cpu.stat: Is a directory"));
}

} // namespace
} // namespace tollgate::environment
