// SPDX-License-Identifier: BSL-1.0
#include <tollgate/environment/cpu_events.hpp>

#include "fake_machine.hpp"

#include <gmock/gmock.h>

namespace tollgate::environment {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

const char* const interrupts = "            CPU0       CPU2       \n"
                               "  4:          7          9   IO-APIC   4-edge      ttyS0\n"
                               "LOC:       1000       2000   Local timer interrupts\n"
                               "ERR:          3\n"
                               "MIS:          0\n"
                               "XXX:          5          x   Broken\n"
                               "     1 2 3\n";

TEST(column_of_cpu, is_found_by_its_title_and_has_names_for_a_reader) {
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

TEST_F(cpu_events_check, are_read_of_one_cpu_and_of_the_calling_thread) {
    write("proc/interrupts", interrupts);
    write("proc/softirqs", "          CPU0 CPU2\n TIMER: 11 22\n");
    write("proc/stat", "cpu  1 1 1 1 1 1 1 90\ncpu0 0 0 0 0 0 0 0 40\ncpu2 0 0 0 0 0 0 0 50\n");
    write("proc/thread-self/schedstat", "123 456 7\n");
    const cpu_events seen = read_cpu_events(machine_files(root_), 2);
    EXPECT_EQ(seen.interrupts.at("Local timer interrupts (LOC)"), 2000U);
    EXPECT_THAT(seen.softirqs, ElementsAre(Pair("TIMER", 22U)));
    EXPECT_EQ(seen.steal_ticks, 50U);
    EXPECT_EQ(seen.waited_ns, 456U);
}

TEST_F(cpu_events_check, what_is_not_there_is_left_out) {
    const cpu_events seen = read_cpu_events(machine_files(root_), 0);
    EXPECT_THAT(seen.interrupts, IsEmpty());
    EXPECT_THAT(seen.softirqs, IsEmpty());
    EXPECT_FALSE(seen.steal_ticks);
    EXPECT_FALSE(seen.waited_ns);
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
