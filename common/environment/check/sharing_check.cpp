// SPDX-License-Identifier: BSL-1.0
#include "fake_machine.hpp"

namespace tollgate::environment {
namespace {

using ::testing::IsEmpty;

class sharing_check : public fake_machine {};

TEST_F(sharing_check, smt_is_bad_only_with_siblings_of_our_cpus) {
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

TEST_F(sharing_check, smt_is_ok_if_off_and_unknown_if_it_cannot_be_read) {
    write(cpu_dir + "smt/active", "0");
    EXPECT_THAT(get("smt"), is_ok("off"));
    virtual_machine();
    EXPECT_THAT(get("smt"), is_unknown("off as the guest sees it; the host is not visible"));
    write(cpu_dir + "smt/active", "1");
    EXPECT_THAT(get("smt"), is_unknown("on, and the siblings cannot be read"));
}

TEST_F(sharing_check, load_is_judged_by_the_number_of_cpus) {
    write("proc/loadavg", "1.00 0.50 0.20 1/99 1234");
    EXPECT_THAT(get("load"), is_ok("1.00 for 2 CPUs"));
    write("proc/loadavg", "1.01 0.50 0.20 2/99 1234");
    EXPECT_THAT(get("load"), is_bad("1.01 for 2 CPUs"));
    write("proc/loadavg", "1.01 0.50 0.20 11/99 1234");
    EXPECT_THAT(get("load"), is_bad("1.01 for 2 CPUs"));
    write("proc/loadavg", "1.01 0.50 0.20 1/99 1234");
    EXPECT_THAT(get("load"), is_ok("1.01 for 2 CPUs, but nothing else runs now"));
    unreadable("proc/loadavg");
    EXPECT_THAT(get("load"), is_unknown("cannot read /proc/loadavg: Is a directory"));
}

TEST_F(sharing_check, pressure_of_the_last_ten_seconds) {
    const std::string rest = " avg60=0.00 avg300=0.00 total=1\nfull avg10=9.00 avg60=0.00";
    write("proc/pressure/cpu", "some avg10=5.00" + rest);
    EXPECT_THAT(get("pressure"), is_ok("5.00 % of the last 10 s"));
    write("proc/pressure/cpu", "some avg10=5.01" + rest);
    EXPECT_THAT(get("pressure"), is_bad("5.01 % of the last 10 s"));
    write("proc/pressure/cpu", "some avg10=much");
    EXPECT_EQ(get("pressure").state, condition::unknown);
}

TEST_F(sharing_check, isolated_cpus_are_named_and_ok) {
    write(cpu_dir + "isolated", "");
    EXPECT_THAT(get("isolated cpus"), is_ok("none"));
    write(cpu_dir + "nohz_full", "(null)");
    EXPECT_THAT(get("isolated cpus"), is_ok("none"));
    write(cpu_dir + "isolated", "2-3");
    EXPECT_THAT(get("isolated cpus"), is_ok("2-3; without tick none"));
    unreadable(cpu_dir + "nohz_full");
    EXPECT_EQ(get("isolated cpus").state, condition::unknown);
}

TEST_F(sharing_check, hypervisor_is_recognized_by_each_of_its_signs) {
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

TEST_F(sharing_check, hypervisor_is_unknown_without_cpuid_flags) {
    write("proc/cpuinfo", "processor : 0\nFeatures : fp asimd");
    EXPECT_EQ(get("hypervisor").state, condition::unknown);
    write("proc/device-tree/hypervisor/compatible", "linux,kvm");
    EXPECT_THAT(get("hypervisor"), is_bad("virtual machine: linux,kvm"));
    unreadable("proc/cpuinfo");
    unreadable("proc/device-tree/hypervisor/compatible");
    EXPECT_THAT(get("hypervisor"), is_unknown("cannot read /proc/cpuinfo: Is a directory"));
}

TEST_F(sharing_check, steal_is_a_share_of_our_cpus) {
    write("proc/stat", "cpu 0 0 0 0 0 0 0 0\ncpu0 50 0 0 930 0 0 10 10 0 0\n"
                       "cpu1 50 0 0 930 0 0 10 10 0 0\ncpu2 0 0 0 0 0 0 0 500 0 0\nintr 5");
    EXPECT_THAT(get("steal"), is_ok("1.000 % since boot"));
    program_.cpus = {0, 2};
    EXPECT_THAT(get("steal"), is_bad("34.000 % since boot"));
}

TEST_F(sharing_check, steal_of_zero_is_unknown_in_a_guest) {
    write("proc/stat", "cpu0 5 0 5 90 0 0 0 0\ncpu1 5 0 5 90 0 0 0 0");
    EXPECT_THAT(get("steal"), is_ok("0.000 % since boot"));
    virtual_machine();
    EXPECT_THAT(get("steal"), is_unknown("0 since boot; the host may not report it"));
}

} // namespace
} // namespace tollgate::environment
