// SPDX-License-Identifier: BSL-1.0
#include "fake_machine.hpp"

namespace tollgate::environment {
namespace {

using ::testing::IsEmpty;

class frequency_check : public fake_machine {};

TEST_F(frequency_check, governor_undo_restores_each_governor) {
    program_.cpus = {0, 1, 2, 3};
    write_each("cpufreq/scaling_governor", "powersave");
    write(cpu_dir + "cpu2/cpufreq/scaling_governor", "schedutil");
    write(cpu_dir + "cpu3/cpufreq/scaling_governor", "performance");
    const verdict found = get("governor");
    EXPECT_THAT(found, is_bad("performance on CPU 3, powersave on CPU 0-1, schedutil on CPU 2"));
    EXPECT_EQ(found.fix, "cpupower -c 0-2 frequency-set -g performance");
    EXPECT_EQ(found.undo, "cpupower -c 0-1 frequency-set -g powersave && "
                          "cpupower -c 2 frequency-set -g schedutil");
}

TEST_F(frequency_check, governor_has_no_fix_if_performance_is_not_offered) {
    write_each("cpufreq/scaling_governor", "powersave");
    write_each("cpufreq/scaling_available_governors", "powersave ondemand");
    EXPECT_THAT(get("governor").fix, IsEmpty());
    EXPECT_THAT(get("governor").undo, IsEmpty());
}

TEST_F(frequency_check, governor_is_unknown_without_cpufreq_on_each_cpu) {
    EXPECT_THAT(get("governor"), is_unknown("no cpufreq: decided by the host or firmware"));
    write_each("cpufreq/scaling_governor", "performance");
    unreadable(cpu_dir + "cpu1/cpufreq/scaling_governor");
    EXPECT_THAT(get("governor"),
                is_unknown("cannot read /sys/devices/system/cpu/cpu1/cpufreq/scaling_governor: "
                           "Is a directory"));
}

TEST_F(frequency_check, no_cpus_means_all_online_cpus) {
    write_each("cpufreq/scaling_governor", "performance");
    program_.cpus.clear();
    EXPECT_EQ(get("governor").state, condition::unknown);
    write(cpu_dir + "online", "0-1");
    EXPECT_THAT(get("governor"), is_ok("performance on CPU 0-1"));
}

TEST_F(frequency_check, boost_of_the_whole_machine) {
    struct whole_machine_switch {
        std::string path, off, on;
    };
    for (const auto& [path, off, on] : {whole_machine_switch{cpu_dir + "cpufreq/boost", "0", "1"},
                                        {cpu_dir + "intel_pstate/no_turbo", "1", "0"}}) {
        write(path, off);
        EXPECT_THAT(get("boost"), is_ok("off"));
        write(path, on);
        EXPECT_THAT(get("boost"), is_bad("on"));
        EXPECT_EQ(get("boost").fix, "echo " + off + " > /" + path);
        EXPECT_EQ(get("boost").undo, "echo " + on + " > /" + path);
        unreadable(path);
        EXPECT_EQ(get("boost").state, condition::unknown);
        std::filesystem::remove_all(root_ / path);
    }
    write(cpu_dir + "amd_pstate/status", "active");
    EXPECT_THAT(get("boost"), is_unknown("amd_pstate active shows no switch"));
}

TEST_F(frequency_check, boost_of_each_policy) {
    program_.cpus = {0, 1, 2};
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

TEST_F(frequency_check, idle_states_name_the_deepest_enabled_state) {
    write_each("cpuidle/state0/name", "POLL");
    write_each("cpuidle/state0/latency", "0");
    write_each("cpuidle/state1/name", "C1");
    write_each("cpuidle/state1/latency", "2");
    EXPECT_THAT(get("idle states"), is_ok("deepest state C1, 2 µs to leave"));
    write_each("cpuidle/state2/name", "C6");
    write_each("cpuidle/state2/latency", "133");
    EXPECT_THAT(get("idle states"),
                is_ok("deepest state C6, 133 µs to leave: part of every wake-up after a pause"));
    write_each("cpuidle/state2/disable", "1");
    EXPECT_THAT(get("idle states"), is_ok("deepest state C1, 2 µs to leave"));
}

TEST_F(frequency_check, kinds_of_core_are_bad_if_there_are_several) {
    EXPECT_EQ(find("kinds of core"), std::nullopt);
    program_.kinds = {{"IntelCore 5100 MHz", {0, 1}}, {"IntelAtom 3800 MHz", {2}}};
    EXPECT_THAT(get("kinds of core"), is_bad("IntelCore 5100 MHz on CPU 0-1, where threads are "
                                             "placed; IntelAtom 3800 MHz on CPU 2"));
    program_.kinds.erase(program_.kinds.begin()); // by choice
    program_.cpus = {2};
    EXPECT_THAT(get("kinds of core"), is_ok("IntelAtom 3800 MHz on CPU 2 alone"));
    program_.cpus = {2, 3};
    EXPECT_THAT(get("kinds of core"),
                is_bad("IntelAtom 3800 MHz on CPU 2, where threads are placed"))
        << "nothing is known of the other one";
}

TEST_F(frequency_check, power_from_mains_or_battery) {
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

TEST_F(frequency_check, power_ignores_the_battery_of_a_mouse) {
    write("sys/class/power_supply/hid/type", "Battery");
    write("sys/class/power_supply/hid/scope", "Device");
    write("sys/class/power_supply/hid/status", "Discharging");
    EXPECT_THAT(get("power"), is_ok("not on battery"));
}

TEST_F(frequency_check, idle_states_and_power_are_unknown_in_a_guest) {
    virtual_machine();
    std::filesystem::create_directories(root_ / "sys/class/power_supply");
    EXPECT_EQ(get("power").state, condition::unknown);
    write_each("cpuidle/state0/name", "haltpoll");
    write_each("cpuidle/state0/latency", "1");
    EXPECT_EQ(get("idle states").state, condition::unknown);
}

} // namespace
} // namespace tollgate::environment
