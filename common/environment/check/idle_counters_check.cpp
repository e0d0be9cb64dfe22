// SPDX-License-Identifier: BSL-1.0
#include "fake_machine.hpp"

#include <tollgate/environment/idle_counters.hpp>

#include <string>

namespace tollgate::environment {
namespace {

class idle_counts : public fake_root {
protected:
    void state(int cpu, int index, const std::string& name, int usage, int time_us) const {
        const std::string dir = "sys/devices/system/cpu/cpu" + std::to_string(cpu) +
                                "/cpuidle/state" + std::to_string(index);
        write(dir + "/name", name + "\n");
        write(dir + "/usage", std::to_string(usage) + "\n");
        write(dir + "/time", std::to_string(time_us) + "\n");
    }
    [[nodiscard]] idle_reader reader(const std::vector<int>& cpus) const {
        return {machine_files(root_), cpus};
    }
};

TEST_F(idle_counts, are_sums_over_states_and_cpus_and_polling_is_no_stop) {
    state(0, 0, "POLL", 5, 50);
    state(0, 1, "C1", 7, 700);
    state(1, 0, "POLL", 1, 10);
    state(1, 1, "C1", 2, 200);
    state(2, 0, "C6", 1000, 1000);
    EXPECT_EQ(reader({0, 1}).read(), (idle_counters{15, 9, 960}));
    EXPECT_EQ(reader({0}).read(), (idle_counters{12, 7, 750}));
}

TEST_F(idle_counts, are_read_anew_each_time) {
    state(0, 0, "POLL", 5, 50);
    const idle_reader open = reader({0});
    const idle_counters before = open.read();
    state(0, 0, "POLL", 8, 90);
    EXPECT_EQ(open.read() - before, (idle_counters{3, 0, 40}));
}

TEST_F(idle_counts, are_unknown_where_one_cpu_has_no_states) {
    state(0, 0, "POLL", 5, 50);
    EXPECT_EQ(reader({0, 1}).read(), idle_counters{});
    EXPECT_EQ(reader({}).read(), idle_counters{});
}

TEST_F(idle_counts, are_unknown_where_a_file_is_no_number) {
    state(0, 0, "POLL", 5, 50);
    write("sys/devices/system/cpu/cpu0/cpuidle/state0/usage", "many\n");
    EXPECT_EQ(reader({0}).read(), (idle_counters{std::nullopt, 0, 50}));
}

TEST_F(idle_counts, that_run_backwards_are_unknown) {
    EXPECT_EQ((idle_counters{4, 4, 4} - idle_counters{5, 4, 3}),
              (idle_counters{std::nullopt, 0, 1}));
}

} // namespace
} // namespace tollgate::environment
