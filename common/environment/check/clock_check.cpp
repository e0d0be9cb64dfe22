// SPDX-License-Identifier: BSL-1.0
#include "fake_machine.hpp"

namespace tollgate::environment {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

class clock_check : public fake_machine {
protected:
    void source(const std::string& current, const std::string& offered) const {
        write("sys/devices/system/clocksource/clocksource0/current_clocksource", current);
        write("sys/devices/system/clocksource/clocksource0/available_clocksource", offered);
    }
    const std::string write_to =
        " > /sys/devices/system/clocksource/clocksource0/current_clocksource";
};

TEST_F(clock_check, sources_of_the_vdso_are_ok) {
    program_.clock_reading_ns = 23.4;
    for (const std::string name :
         {"tsc", "arch_sys_counter", "kvm-clock", "hyperv_clocksource_tsc_page"}) {
        source(name, name);
        EXPECT_THAT(get("clock source"), is_ok(name + ", 23 ns for each reading"));
    }
    program_.clock_reading_ns.reset();
    EXPECT_THAT(get("clock source"), is_ok("hyperv_clocksource_tsc_page, reading not measured"));
    source("never heard of", "never heard of");
    EXPECT_EQ(get("clock source").state, condition::unknown);
    program_.clock_reading_ns = 30;
    EXPECT_THAT(get("clock source"), is_ok("never heard of, 30 ns for each reading"));
}

TEST_F(clock_check, sources_of_the_kernel_are_bad_and_tsc_is_the_fix_if_available) {
    source("hpet", "tsc hpet acpi_pm ");
    EXPECT_THAT(get("clock source"), is_bad("hpet, reading not measured: a system call"));
    EXPECT_EQ(get("clock source").fix, "echo tsc" + write_to);
    EXPECT_EQ(get("clock source").undo, "echo hpet" + write_to);
    source("acpi_pm", "hpet acpi_pm tsc-early");
    EXPECT_EQ(get("clock source").state, condition::bad);
    EXPECT_THAT(get("clock source").fix, IsEmpty());
    EXPECT_THAT(get("clock source").undo, IsEmpty());
}

TEST_F(clock_check, a_slow_reading_counts_as_a_system_call) {
    program_.clock_reading_ns = 412;
    source("tsc", "tsc");
    EXPECT_THAT(get("clock source"),
                is_bad("tsc, 412 ns for each reading: reads as a system call"));
    EXPECT_THAT(get("clock source").fix, IsEmpty());
    source("kvm-clock", "kvm-clock tsc");
    EXPECT_EQ(get("clock source").fix, "echo tsc" + write_to);
    EXPECT_EQ(get("clock source").undo, "echo kvm-clock" + write_to);
    unreadable("sys/devices/system/clocksource/clocksource0/current_clocksource");
    EXPECT_THAT(get("clock source"), is_bad("412 ns for each reading: reads as a system call"));
}

TEST_F(clock_check, a_source_that_cannot_be_read_is_unknown) {
    program_.clock_reading_ns = 30;
    EXPECT_EQ(get("clock source").state, condition::unknown);
    EXPECT_THAT(get("clock source").found, HasSubstr("cannot read"));
}

TEST_F(clock_check, counter_must_be_invariant) {
    EXPECT_THAT(get("counter"), is_bad("not invariant"));
    program_.clock_invariant = true;
    EXPECT_THAT(get("counter"), is_ok("invariant"));
}

TEST_F(clock_check, timer_slack_above_the_default_is_bad) {
    write("proc/self/timerslack_ns", "50000");
    EXPECT_THAT(get("timer slack"), is_ok("50000 ns"));
    write("proc/self/timerslack_ns", "4000000");
    EXPECT_THAT(get("timer slack"), is_bad("4000000 ns"));
    EXPECT_EQ(get("timer slack").fix, "echo 50000 > /proc/$$/timerslack_ns");
    EXPECT_EQ(get("timer slack").undo, "echo 4000000 > /proc/$$/timerslack_ns");
}

} // namespace
} // namespace tollgate::environment
