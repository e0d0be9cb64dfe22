// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/environment.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <stdexcept>
#include <stdlib.h>

#include <gmock/gmock.h>

namespace tollgate::measure {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string in_words(const verdict& one) {
    return std::string(to_string(one.state)) + ": " + one.found + "; why: " + one.why;
}

MATCHER_P(is_ok, found, "") {
    *result_listener << in_words(arg);
    return arg.state == condition::ok && arg.found == found && arg.why.empty() && arg.fix.empty() &&
           arg.undo.empty();
}
MATCHER_P(is_bad, found, "") {
    *result_listener << in_words(arg);
    return arg.state == condition::bad && arg.found == found && !arg.why.empty();
}
MATCHER_P(is_unknown, found, "") {
    *result_listener << in_words(arg);
    return arg.state == condition::unknown && arg.found == found && !arg.why.empty();
}

const std::string cpu_dir = "sys/devices/system/cpu/";

/// A made-up machine, gone at the end. A directory in a file's place is what cannot be read, by
/// root either.
class environment_check : public ::testing::Test {
protected:
    environment_check() {
        std::string name = (std::filesystem::temp_directory_path() / "machine_XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr)
            throw std::runtime_error("mkdtemp " + name);
        root_ = name;
        question_.cpus = {0, 1};
    }
    ~environment_check() override { std::filesystem::remove_all(root_); }

    void write(const std::string& path, const std::string& text) const {
        std::filesystem::create_directories((root_ / path).parent_path());
        std::ofstream(root_ / path) << text << '\n';
    }
    static std::string file_of(int cpu, const std::string& file) {
        return cpu_dir + "cpu" + std::to_string(cpu) + "/" + file;
    }
    void write_each(const std::string& file, const std::string& text) const {
        for (const int cpu : question_.cpus)
            write(file_of(cpu, file), text);
    }
    void unreadable(const std::string& path) const {
        std::filesystem::remove_all(root_ / path);
        std::filesystem::create_directories(root_ / path);
    }
    void virtual_machine() const { write("proc/cpuinfo", "flags\t\t: fpu tsc hypervisor sse"); }

    std::vector<verdict> all() const {
        return examine_environment(machine_files(root_), question_);
    }
    std::optional<verdict> find(const std::string& name) const {
        for (const verdict& one : all()) {
            if (one.name == name)
                return one;
        }
        return std::nullopt;
    }
    verdict get(const std::string& name) const {
        const std::optional<verdict> found = find(name);
        if (!found)
            throw std::logic_error("no verdict " + name);
        return *found;
    }

    std::filesystem::path root_;
    environment_question question_;
};

// ---- every verdict

TEST_F(environment_check, a_machine_that_shows_nothing_is_unknown_throughout) {
    const std::set<std::string> told_by_the_program = {"counter", "build type"};
    for (const verdict& one : all()) {
        if (!told_by_the_program.contains(one.name)) {
            EXPECT_EQ(one.state, condition::unknown) << one.name << ": " << one.found;
        }
        EXPECT_THAT(one.found, ::testing::Not(IsEmpty())) << one.name;
        EXPECT_THAT(one.why, ::testing::Not(IsEmpty())) << one.name;
    }
}

TEST_F(environment_check, names_are_lower_case_and_each_is_given_once) {
    question_.build.boost_version = "1.74";
    question_.build.context_implementation = "fcontext";
    std::set<std::string> names;
    for (const verdict& one : all()) {
        EXPECT_TRUE(names.insert(one.name).second) << one.name;
        EXPECT_TRUE(std::none_of(one.name.begin(), one.name.end(),
                                 [](char c) { return c >= 'A' && c <= 'Z'; }));
    }
    EXPECT_EQ(names.size(), 21u);
}

TEST_F(environment_check, garbage_is_never_ok) {
    for (const char* path :
         {"sys/devices/system/cpu/intel_pstate/no_turbo", "proc/loadavg", "proc/pressure/cpu",
          "proc/self/timerslack_ns", "proc/stat", "proc/self/cgroup", "proc/cpuinfo",
          "proc/sys/kernel/randomize_va_space", "proc/sys/kernel/perf_event_paranoid",
          "sys/devices/system/cpu/vulnerabilities/new", "sys/devices/system/cpu/smt/active",
          "sys/devices/system/clocksource/clocksource0/current_clocksource"})
        write(path, "gar bage 12x");
    for (const verdict& one : all())
        EXPECT_NE(one.state, condition::ok) << one.name << ": " << one.found;
}

// ---- frequency

TEST_F(environment_check, governor_performance_is_ok) {
    write_each("cpufreq/scaling_governor", "performance");
    EXPECT_THAT(get("governor"), is_ok("performance on CPU 0-1"));
}

TEST_F(environment_check, governor_undo_restores_each_that_was_found) {
    question_.cpus = {0, 1, 2, 3};
    write_each("cpufreq/scaling_governor", "powersave");
    write(cpu_dir + "cpu2/cpufreq/scaling_governor", "schedutil");
    write(cpu_dir + "cpu3/cpufreq/scaling_governor", "performance");
    const verdict found = get("governor");
    EXPECT_THAT(found, is_bad("performance on CPU 3, powersave on CPU 0-1, schedutil on CPU 2"));
    EXPECT_EQ(found.fix, "cpupower -c 0-2 frequency-set -g performance");
    EXPECT_EQ(found.undo, "cpupower -c 0-1 frequency-set -g powersave && "
                          "cpupower -c 2 frequency-set -g schedutil");
}

TEST_F(environment_check, governor_that_is_not_offered_is_no_fix) {
    write_each("cpufreq/scaling_governor", "powersave");
    write_each("cpufreq/scaling_available_governors", "powersave ondemand");
    EXPECT_THAT(get("governor").fix, IsEmpty());
    EXPECT_THAT(get("governor").undo, IsEmpty());
}

TEST_F(environment_check, governor_is_unknown_without_cpufreq_or_where_one_cpu_is_silent) {
    EXPECT_THAT(get("governor"), is_unknown("no cpufreq: decided by the host or firmware"));
    write_each("cpufreq/scaling_governor", "performance");
    unreadable(cpu_dir + "cpu1/cpufreq/scaling_governor");
    EXPECT_THAT(get("governor"),
                is_unknown("cannot read /sys/devices/system/cpu/cpu1/cpufreq/scaling_governor: "
                           "Is a directory"));
}

TEST_F(environment_check, no_cpus_means_those_online) {
    write_each("cpufreq/scaling_governor", "performance");
    question_.cpus.clear();
    EXPECT_EQ(get("governor").state, condition::unknown);
    write(cpu_dir + "online", "0-1");
    EXPECT_THAT(get("governor"), is_ok("performance on CPU 0-1"));
}

TEST_F(environment_check, boost_of_intel_is_told_in_the_negative) {
    const std::string path = cpu_dir + "intel_pstate/no_turbo";
    write(path, "1");
    EXPECT_THAT(get("boost"), is_ok("off"));
    write(path, "0");
    EXPECT_THAT(get("boost"), is_bad("on"));
    EXPECT_EQ(get("boost").fix, "echo 1 > /sys/devices/system/cpu/intel_pstate/no_turbo");
    EXPECT_EQ(get("boost").undo, "echo 0 > /sys/devices/system/cpu/intel_pstate/no_turbo");
    unreadable(path);
    EXPECT_EQ(get("boost").state, condition::unknown);
}

TEST_F(environment_check, boost_of_cpufreq) {
    write(cpu_dir + "cpufreq/boost", "0");
    EXPECT_THAT(get("boost"), is_ok("off"));
    write(cpu_dir + "cpufreq/boost", "1");
    EXPECT_THAT(get("boost"), is_bad("on"));
    EXPECT_EQ(get("boost").fix, "echo 0 > /sys/devices/system/cpu/cpufreq/boost");
    EXPECT_EQ(get("boost").undo, "echo 1 > /sys/devices/system/cpu/cpufreq/boost");
}

TEST_F(environment_check, boost_of_each_policy) {
    question_.cpus = {0, 1, 2};
    write_each("cpufreq/boost", "0");
    EXPECT_THAT(get("boost"), is_ok("off"));
    write(cpu_dir + "cpu0/cpufreq/boost", "1");
    write(cpu_dir + "cpu2/cpufreq/boost", "1");
    EXPECT_THAT(get("boost"), is_bad("on for CPU 0,2"));
    EXPECT_EQ(get("boost").fix, "for cpu in 0 2; do echo 0 > "
                                "/sys/devices/system/cpu/cpu$cpu/cpufreq/boost; done");
    EXPECT_EQ(get("boost").undo, "for cpu in 0 2; do echo 1 > "
                                 "/sys/devices/system/cpu/cpu$cpu/cpufreq/boost; done");
}

TEST_F(environment_check, boost_of_amd_pstate_without_a_switch_is_unknown) {
    write(cpu_dir + "amd_pstate/status", "active");
    EXPECT_THAT(get("boost"), is_unknown("amd_pstate active shows no switch"));
}

// ---- idle and power

TEST_F(environment_check, idle_states_tell_the_deepest_that_is_enabled) {
    write_each("cpuidle/state0/name", "POLL");
    write_each("cpuidle/state0/latency", "0");
    write_each("cpuidle/state1/name", "C1");
    write_each("cpuidle/state1/latency", "2");
    EXPECT_THAT(get("idle states"), is_ok("deepest C1, 2 us to leave"));
    write_each("cpuidle/state2/name", "C6");
    write_each("cpuidle/state2/latency", "133");
    EXPECT_THAT(get("idle states"),
                is_ok("deepest C6, 133 us to leave: part of every wake-up after a pause"));
    write_each("cpuidle/state2/disable", "1");
    EXPECT_THAT(get("idle states"), is_ok("deepest C1, 2 us to leave"));
}

TEST_F(environment_check, idle_states_of_a_guest_are_not_those_of_the_machine) {
    virtual_machine();
    write_each("cpuidle/state0/name", "haltpoll");
    write_each("cpuidle/state0/latency", "1");
    EXPECT_EQ(get("idle states").state, condition::unknown);
}

TEST_F(environment_check, power_from_mains_or_battery) {
    const std::string dir = "sys/class/power_supply/";
    std::filesystem::create_directories(root_ / dir);
    EXPECT_THAT(get("power"), is_ok("not on battery"));
    write(dir + "AC/type", "Mains");
    write(dir + "AC/online", "0");
    write(dir + "BAT0/type", "Battery");
    write(dir + "BAT0/status", "Discharging");
    EXPECT_THAT(get("power"), is_bad("on battery: BAT0 is discharging"));
    write(dir + "AC/online", "1");
    EXPECT_THAT(get("power"), is_ok("mains"));
    write(dir + "AC/online", "0");
    unreadable(dir + "BAT0/status");
    EXPECT_THAT(get("power"), is_unknown("BAT0 does not say"));
}

TEST_F(environment_check, power_ignores_the_battery_of_a_mouse) {
    write("sys/class/power_supply/hid/type", "Battery");
    write("sys/class/power_supply/hid/scope", "Device");
    write("sys/class/power_supply/hid/status", "Discharging");
    EXPECT_THAT(get("power"), is_ok("not on battery"));
}

TEST_F(environment_check, power_of_a_guest_without_supplies_is_unknown) {
    std::filesystem::create_directories(root_ / "sys/class/power_supply");
    virtual_machine();
    EXPECT_EQ(get("power").state, condition::unknown);
}

// ---- sharing

TEST_F(environment_check, smt_is_bad_only_with_siblings_of_our_cpus) {
    write(cpu_dir + "smt/active", "1");
    write(cpu_dir + "smt/control", "on");
    write_each("topology/thread_siblings_list", "0-1");
    EXPECT_THAT(get("smt"), is_bad("CPU 0-1 share their core"));
    EXPECT_EQ(get("smt").fix, "echo off > /sys/devices/system/cpu/smt/control");
    EXPECT_EQ(get("smt").undo, "echo on > /sys/devices/system/cpu/smt/control");
    write(cpu_dir + "cpu0/topology/thread_siblings_list", "0");
    write(cpu_dir + "cpu1/topology/thread_siblings_list", "1");
    EXPECT_THAT(get("smt"), is_ok("on, but not on the CPUs in use"));
}

TEST_F(environment_check, smt_whose_control_is_fixed_has_no_fix) {
    write(cpu_dir + "smt/active", "1");
    write(cpu_dir + "smt/control", "notimplemented");
    write_each("topology/thread_siblings_list", "0,1");
    EXPECT_EQ(get("smt").state, condition::bad);
    EXPECT_THAT(get("smt").fix, IsEmpty());
}

TEST_F(environment_check, smt_falls_back_to_the_siblings) {
    write_each("topology/thread_siblings_list", "0,64");
    EXPECT_EQ(get("smt").state, condition::bad);
    write_each("topology/thread_siblings_list", "0");
    EXPECT_THAT(get("smt"), is_ok("off"));
}

TEST_F(environment_check, smt_that_is_off_or_cannot_be_read) {
    write(cpu_dir + "smt/active", "0");
    EXPECT_THAT(get("smt"), is_ok("off"));
    virtual_machine();
    EXPECT_THAT(get("smt"), is_unknown("off as the guest sees it; the host is not visible"));
    write(cpu_dir + "smt/active", "1");
    EXPECT_THAT(get("smt"), is_unknown("on, and the siblings cannot be read"));
}

TEST_F(environment_check, load_is_judged_by_the_number_of_cpus) {
    write("proc/loadavg", "1.00 0.50 0.20 1/99 1234");
    EXPECT_THAT(get("load"), is_ok("1.00 for 2 CPUs"));
    write("proc/loadavg", "1.01 0.50 0.20 1/99 1234");
    EXPECT_THAT(get("load"), is_bad("1.01 for 2 CPUs"));
    unreadable("proc/loadavg");
    EXPECT_THAT(get("load"), is_unknown("cannot read /proc/loadavg: Is a directory"));
}

TEST_F(environment_check, pressure_of_the_last_ten_seconds) {
    const std::string rest = " avg60=0.00 avg300=0.00 total=1\nfull avg10=9.00 avg60=0.00";
    write("proc/pressure/cpu", "some avg10=5.00" + rest);
    EXPECT_THAT(get("pressure"), is_ok("5.00 % of the last 10 s"));
    write("proc/pressure/cpu", "some avg10=5.01" + rest);
    EXPECT_THAT(get("pressure"), is_bad("5.01 % of the last 10 s"));
    write("proc/pressure/cpu", "some avg10=much");
    EXPECT_EQ(get("pressure").state, condition::unknown);
}

TEST_F(environment_check, isolated_cpus_are_told_and_their_absence_is_no_defect) {
    write(cpu_dir + "isolated", "");
    EXPECT_THAT(get("isolated cpus"), is_ok("none"));
    write(cpu_dir + "nohz_full", "(null)");
    EXPECT_THAT(get("isolated cpus"), is_ok("none"));
    write(cpu_dir + "isolated", "2-3");
    EXPECT_THAT(get("isolated cpus"), is_ok("2-3; without tick none"));
    unreadable(cpu_dir + "nohz_full");
    EXPECT_EQ(get("isolated cpus").state, condition::unknown);
}

// ---- virtual machines

TEST_F(environment_check, hypervisor_is_recognized_by_each_of_its_signs) {
    virtual_machine();
    EXPECT_THAT(get("hypervisor"), is_bad("virtual machine: cpuid flag"));
    EXPECT_THAT(get("hypervisor").fix, IsEmpty());
    write("proc/cpuinfo", "flags\t\t: fpu tsc sse");
    EXPECT_THAT(get("hypervisor"), is_ok("none"));
    write("sys/hypervisor/type", "xen");
    EXPECT_THAT(get("hypervisor"), is_bad("virtual machine: xen"));
    unreadable("sys/hypervisor/type");
    write("sys/class/dmi/id/product_name", "Standard PC (Q35 + ICH9, 2009)");
    EXPECT_THAT(get("hypervisor"),
                is_bad("virtual machine: product Standard PC (Q35 + ICH9, 2009)"));
    write("sys/class/dmi/id/product_name", "PowerEdge R740");
    EXPECT_THAT(get("hypervisor"), is_ok("none"));
}

TEST_F(environment_check, hypervisor_is_unknown_where_no_flag_could_tell) {
    write("proc/cpuinfo", "processor : 0\nFeatures : fp asimd");
    EXPECT_EQ(get("hypervisor").state, condition::unknown);
    write("proc/device-tree/hypervisor/compatible", "linux,kvm");
    EXPECT_THAT(get("hypervisor"), is_bad("virtual machine: linux,kvm"));
    unreadable("proc/cpuinfo");
    unreadable("proc/device-tree/hypervisor/compatible");
    EXPECT_THAT(get("hypervisor"), is_unknown("cannot read /proc/cpuinfo: Is a directory"));
}

TEST_F(environment_check, steal_is_a_share_of_our_cpus) {
    write("proc/stat", "cpu 0 0 0 0 0 0 0 0\ncpu0 50 0 0 930 0 0 10 10 0 0\n"
                       "cpu1 50 0 0 930 0 0 10 10 0 0\ncpu2 0 0 0 0 0 0 0 500 0 0\nintr 5");
    EXPECT_THAT(get("steal"), is_ok("1.000 % since boot"));
    question_.cpus = {0, 2};
    EXPECT_THAT(get("steal"), is_bad("34.000 % since boot"));
}

TEST_F(environment_check, steal_of_few_columns_is_unknown) {
    write("proc/stat", "cpu 5 0 5 90\ncpu0 5 0 5 90\ncpu1 5 0 5 90");
    EXPECT_THAT(get("steal"), is_unknown("/proc/stat has no steal for these CPUs"));
}

TEST_F(environment_check, steal_of_zero_proves_nothing_in_a_guest) {
    write("proc/stat", "cpu0 5 0 5 90 0 0 0 0\ncpu1 5 0 5 90 0 0 0 0");
    EXPECT_THAT(get("steal"), is_ok("0.000 % since boot"));
    virtual_machine();
    EXPECT_THAT(get("steal"), is_unknown("0 since boot; the host may not report it"));
}

// ---- clock

class clock_check : public environment_check {
protected:
    void source(const std::string& current, const std::string& offered) const {
        write("sys/devices/system/clocksource/clocksource0/current_clocksource", current);
        write("sys/devices/system/clocksource/clocksource0/available_clocksource", offered);
    }
    const std::string write_to =
        " > /sys/devices/system/clocksource/clocksource0/current_clocksource";
};

TEST_F(clock_check, sources_of_the_vdso_are_ok) {
    question_.clock_reading_ns = 23.4;
    for (const std::string name :
         {"tsc", "arch_sys_counter", "kvm-clock", "hyperv_clocksource_tsc_page"}) {
        source(name, name);
        EXPECT_THAT(get("clock source"), is_ok(name + ", 23 ns a reading"));
    }
    question_.clock_reading_ns.reset();
    EXPECT_THAT(get("clock source"), is_ok("hyperv_clocksource_tsc_page, reading not measured"));
}

TEST_F(clock_check, sources_of_the_kernel_are_bad_and_tsc_is_the_fix_where_there_is_one) {
    source("hpet", "tsc hpet acpi_pm ");
    EXPECT_THAT(get("clock source"), is_bad("hpet, reading not measured: a system call"));
    EXPECT_EQ(get("clock source").fix, "echo tsc" + write_to);
    EXPECT_EQ(get("clock source").undo, "echo hpet" + write_to);
    source("acpi_pm", "hpet acpi_pm tsc-early");
    EXPECT_EQ(get("clock source").state, condition::bad);
    EXPECT_THAT(get("clock source").fix, IsEmpty());
    EXPECT_THAT(get("clock source").undo, IsEmpty());
}

TEST_F(clock_check, a_dear_reading_is_a_system_call_whatever_its_name) {
    question_.clock_reading_ns = 412;
    source("tsc", "tsc");
    EXPECT_THAT(get("clock source"), is_bad("tsc, 412 ns a reading: reads as a system call"));
    EXPECT_THAT(get("clock source").fix, IsEmpty());
    source("kvm-clock", "kvm-clock tsc");
    EXPECT_EQ(get("clock source").fix, "echo tsc" + write_to);
    EXPECT_EQ(get("clock source").undo, "echo kvm-clock" + write_to);
    unreadable("sys/devices/system/clocksource/clocksource0/current_clocksource");
    EXPECT_THAT(get("clock source"), is_bad("412 ns a reading: reads as a system call"));
}

TEST_F(clock_check, a_name_never_heard_of_is_judged_by_its_cost) {
    source("sundial", "sundial");
    EXPECT_EQ(get("clock source").state, condition::unknown);
    question_.clock_reading_ns = 30;
    EXPECT_THAT(get("clock source"), is_ok("sundial, 30 ns a reading"));
}

TEST_F(clock_check, a_source_that_cannot_be_read_is_unknown) {
    question_.clock_reading_ns = 30;
    EXPECT_EQ(get("clock source").state, condition::unknown);
    EXPECT_THAT(get("clock source").found, HasSubstr("cannot read"));
}

TEST_F(clock_check, counter_must_be_invariant) {
    EXPECT_THAT(get("counter"), is_bad("not invariant"));
    question_.clock_invariant = true;
    EXPECT_THAT(get("counter"), is_ok("invariant"));
}

TEST_F(clock_check, timer_slack_beyond_the_usual_is_bad) {
    write("proc/self/timerslack_ns", "50000");
    EXPECT_THAT(get("timer slack"), is_ok("50000 ns"));
    write("proc/self/timerslack_ns", "4000000");
    EXPECT_THAT(get("timer slack"), is_bad("4000000 ns"));
    EXPECT_EQ(get("timer slack").fix, "echo 50000 > /proc/$$/timerslack_ns");
    EXPECT_EQ(get("timer slack").undo, "echo 4000000 > /proc/$$/timerslack_ns");
}

// ---- cgroups

class cgroup_check : public environment_check {
protected:
    void unified(const std::string& path) const {
        write("proc/self/cgroup", "0::" + path);
        write("sys/fs/cgroup/cgroup.controllers", "cpu");
    }
};

TEST_F(cgroup_check, no_quota_at_any_level_is_ok) {
    unified("/a.slice/b.scope");
    write("sys/fs/cgroup/a.slice/cpu.max", "max 100000");
    write("sys/fs/cgroup/a.slice/b.scope/cpu.max", "max 100000");
    EXPECT_THAT(get("cgroup quota"), is_ok("none"));
}

TEST_F(cgroup_check, the_tightest_of_nested_quotas_counts_and_all_tight_ones_are_lifted) {
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
    question_.cpus = {0, 1, 2};
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

TEST_F(cgroup_check, version_1_mounted_under_its_short_name) {
    write("proc/self/cgroup", "1:cpuacct,cpu:/");
    write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1");
    write("sys/fs/cgroup/cpu/cpu.stat", "nr_periods 0\nnr_throttled 0\nthrottled_time 0");
    EXPECT_THAT(get("cgroup quota"), is_ok("none"));
    EXPECT_THAT(get("throttling"), is_ok("none so far"));
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
    EXPECT_THAT(get("throttling"), is_bad("3 periods, 130 us so far"));
}

TEST_F(cgroup_check, throttling_that_nothing_counts) {
    unified("/a");
    write("sys/fs/cgroup/a/cpu.stat", "usage_usec 5");
    EXPECT_THAT(get("throttling"), is_ok("none: no quota applies"));
    write("sys/fs/cgroup/a/cpu.max", "max 100000");
    EXPECT_THAT(get("throttling"), is_unknown("a quota may apply, but nothing counts it"));
    unreadable("sys/fs/cgroup/a/cpu.stat");
    EXPECT_THAT(get("throttling"),
                is_unknown("cannot read /sys/fs/cgroup/a/cpu.stat: Is a directory"));
}

// ---- kernel

TEST_F(environment_check, aslr_is_wanted) {
    write("proc/sys/kernel/randomize_va_space", "2");
    EXPECT_THAT(get("aslr"), is_ok("on: --processes samples layouts"));
    write("proc/self/personality", "00040000");
    EXPECT_THAT(get("aslr"), is_bad("off for this process, as with setarch -R"));
    write("proc/self/personality", "00000000");
    write("proc/sys/kernel/randomize_va_space", "0");
    EXPECT_THAT(get("aslr"), is_bad("off"));
    EXPECT_EQ(get("aslr").fix, "sysctl -w kernel.randomize_va_space=2");
    EXPECT_EQ(get("aslr").undo, "sysctl -w kernel.randomize_va_space=0");
}

TEST_F(environment_check, mitigations_are_counted) {
    const std::string dir = cpu_dir + "vulnerabilities/";
    write(dir + "mds", "Not affected");
    write(dir + "itlb_multihit", "KVM: Mitigation: VMX disabled");
    write(dir + "spectre_v2", "Mitigation: Retpolines; BHI: Vulnerable");
    write(dir + "spec_store_bypass", "Vulnerable");
    EXPECT_THAT(get("mitigations"), is_ok("2 mitigated, 1 vulnerable, 1 not affected"));
    unreadable(dir + "srbds");
    EXPECT_THAT(get("mitigations"),
                is_unknown("2 mitigated, 1 vulnerable, 1 not affected, 1 unclear"));
}

TEST_F(environment_check, perf_that_is_not_allowed_is_unknown_and_can_be_allowed) {
    const std::string path = "proc/sys/kernel/perf_event_paranoid";
    write(path, "-1");
    EXPECT_THAT(get("perf"), is_ok("perf_event_paranoid -1"));
    write(path, "1");
    EXPECT_THAT(get("perf"), is_ok("perf_event_paranoid 1"));
    write(path, "3");
    EXPECT_THAT(get("perf"), is_unknown("counters not readable: perf_event_paranoid 3"));
    EXPECT_EQ(get("perf").fix, "sysctl -w kernel.perf_event_paranoid=1");
    EXPECT_EQ(get("perf").undo, "sysctl -w kernel.perf_event_paranoid=3");
}

// ---- build

TEST_F(environment_check, build_type_must_be_optimized_plain_and_without_assertions) {
    question_.build.compiler = "g++ 12";
    question_.build.optimized = true;
    EXPECT_THAT(get("build type"), is_ok("g++ 12, optimized"));
    question_.build.assertions = true;
    EXPECT_THAT(get("build type"), is_bad("g++ 12, optimized, assertions on"));
    question_.build.assertions = false;
    question_.build.sanitizer = "thread";
    EXPECT_THAT(get("build type"), is_bad("g++ 12, optimized, thread sanitizer"));
    question_.build.sanitizer.clear();
    question_.build.optimized = false;
    EXPECT_THAT(get("build type"), is_bad("g++ 12, not optimized"));
}

TEST_F(environment_check, boost_and_contexts_are_told_where_they_are_used) {
    EXPECT_FALSE(find("boost version"));
    EXPECT_FALSE(find("context"));
    question_.build.boost_version = "1.74";
    question_.build.context_implementation = "fcontext";
    EXPECT_THAT(get("boost version"), is_ok("1.74"));
    EXPECT_THAT(get("context"), is_ok("fcontext"));
    question_.build.context_implementation = "ucontext";
    EXPECT_THAT(get("context"), is_bad("ucontext"));
    question_.build.context_implementation = "winfib";
    EXPECT_THAT(get("context"), is_unknown("winfib"));
}

TEST(build_facts_check, the_library_knows_its_compiler) {
    const build_facts facts = facts_of_this_build();
    EXPECT_THAT(facts.compiler, ::testing::Not(IsEmpty()));
    EXPECT_THAT(facts.boost_version, IsEmpty());
}

// ---- this machine

TEST(environment_here_check, every_verdict_that_is_not_ok_says_why) {
    environment_question question;
    question.build = facts_of_this_build();
    for (const verdict& one : examine_environment(machine_files(), question)) {
        SCOPED_TRACE(one.name);
        EXPECT_THAT(one.found, ::testing::Not(IsEmpty()));
        EXPECT_EQ(one.why.empty(), one.state == condition::ok);
        EXPECT_EQ(one.fix.empty(), one.undo.empty());
    }
}

} // namespace
} // namespace tollgate::measure
