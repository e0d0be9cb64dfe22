// SPDX-License-Identifier: BSL-1.0
#include <tollgate/environment/idle_counters.hpp>
#include <tollgate/environment/machine_files.hpp>

#include "fake_machine.hpp"

#include <gmock/gmock.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

namespace tollgate::environment {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class machine_files_check : public fake_root {};

TEST_F(machine_files_check, reads_below_the_root_with_and_without_a_leading_slash) {
    write("proc/uptime", "42 7\n");
    const machine_files files(root_);
    EXPECT_EQ(files.read("/proc/uptime"), "42 7");
    EXPECT_EQ(files.read("proc/uptime"), "42 7");
    EXPECT_EQ(files.locate("/proc/uptime"), root_ / "proc/uptime");
}

TEST_F(machine_files_check, trims_white_space_and_nul_but_keeps_what_is_inside) {
    write("a", " \t one\n two \n\n");
    write("b", std::string("linux,kvm\0", 10));
    const machine_files files(root_);
    EXPECT_EQ(files.read("a"), "one\n two");
    EXPECT_EQ(files.read("b"), "linux,kvm");
}

TEST_F(machine_files_check, reads_a_file_longer_than_one_buffer) {
    const std::string text(100'001, 'x');
    write("long", text);
    EXPECT_EQ(machine_files(root_).read("long"), text);
}

TEST_F(machine_files_check, a_missing_file_has_no_text_but_a_reason) {
    const machine_files files(root_);
    EXPECT_EQ(files.read("/proc/stat"), std::nullopt);
    EXPECT_FALSE(files.exists("/proc/stat"));
    EXPECT_EQ(files.failure("/proc/stat"), "cannot read /proc/stat: No such file or directory");
}

TEST_F(machine_files_check, lists_names_sorted) {
    write("d/state1", "");
    write("d/state0", "");
    write("d/state10/name", "");
    const machine_files files(root_);
    EXPECT_THAT(files.list("/d"), ElementsAre("state0", "state1", "state10"));
    EXPECT_THAT(files.list("/none"), IsEmpty());
    EXPECT_THAT(files.list("/d/state0"), IsEmpty());
}

class idle_counts : public fake_root {
protected:
    void state(int cpu, int index, const std::string& name, int usage) const {
        const std::string dir = "sys/devices/system/cpu/cpu" + std::to_string(cpu) +
                                "/cpuidle/state" + std::to_string(index);
        write(dir + "/name", name + "\n");
        write(dir + "/usage", std::to_string(usage) + "\n");
    }
    [[nodiscard]] idle_reader reader(const std::vector<int>& cpus) const {
        return {machine_files(root_), cpus};
    }
};

TEST_F(idle_counts, are_sums_over_states_and_cpus_and_polling_is_no_stop) {
    state(0, 0, "POLL", 5);
    state(0, 1, "C1", 7);
    state(1, 0, "POLL", 1);
    state(1, 1, "C1", 2);
    state(2, 0, "C6", 1000);
    EXPECT_EQ(reader({0, 1}).read(), (idle_counters{15, 9}));
    EXPECT_EQ(reader({0}).read(), (idle_counters{12, 7}));
}

TEST_F(idle_counts, are_known_for_each_state_of_a_cpu) {
    state(0, 0, "POLL", 5);
    state(0, 1, "C1", 7);
    state(1, 1, "C6", 2);
    const std::map<std::string, std::uint64_t> expected{{"C1", 7}, {"POLL", 5}};
    EXPECT_EQ(idle_entries_of_states(machine_files(root_), 0), expected);
    EXPECT_TRUE(idle_entries_of_states(machine_files(root_), 3).empty());
}

TEST_F(idle_counts, are_read_each_time) {
    state(0, 0, "POLL", 5);
    const idle_reader open = reader({0});
    const idle_counters before = open.read();
    state(0, 0, "POLL", 8);
    EXPECT_EQ(open.read() - before, (idle_counters{3, 0}));
}

TEST_F(idle_counts, are_unknown_if_a_cpu_has_no_states) {
    state(0, 0, "POLL", 5);
    EXPECT_EQ(reader({0, 1}).read(), idle_counters{});
    EXPECT_EQ(reader({}).read(), idle_counters{});
}

TEST_F(idle_counts, that_run_backwards_are_unknown) {
    EXPECT_EQ((idle_counters{4, 4} - idle_counters{5, 3}), (idle_counters{std::nullopt, 1}));
}

} // namespace
} // namespace tollgate::environment
