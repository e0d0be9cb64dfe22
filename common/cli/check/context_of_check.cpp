// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cli/context_of.hpp>
#include <tollgate/testing/temporary_folder.hpp>

#include <gmock/gmock.h>

namespace tollgate::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::MatchesRegex;

class context_of_check : public ::testing::Test {
protected:
    [[nodiscard]] report::context read() const {
        cpu::topology machine;
        for (const int cpu : {0, 1, 5}) {
            machine.threads.push_back({cpu, cpu, 0, 0, 0});
        }
        return context_of("testNothing", {"--quick", "4"}, machine,
                          environment::machine_files(root_.path()), build_);
    }

    testing::temporary_folder root_;
    environment::build_facts build_{.optimized = true,
                                    .assertions = false,
                                    .compiler = "g++ 12.2",
                                    .boost_version = {},
                                    .context_implementation = {},
                                    .fiber_library = {},
                                    .sanitizer = {}};
};

TEST_F(context_of_check, holds_the_program_and_its_arguments) {
    const report::context about = read();
    EXPECT_EQ(about.program, "testNothing");
    EXPECT_THAT(about.arguments, ElementsAre("--quick", "4"));
    EXPECT_EQ(about.cpus, 3);
    EXPECT_EQ(about.compiler, "g++ 12.2");
    EXPECT_NE(about.topology, "");
    EXPECT_THAT(about.date, // of RFC 3339
                MatchesRegex("20[0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]"
                             "[-+][0-9][0-9]:[0-9][0-9]"));
}

TEST_F(context_of_check, leaves_unknown_facts_empty) {
    for (const char* cpuinfo : {"", "processor\t: 0\nmodel name\t:\ncpu MHz\t\t: fast\n"}) {
        root_.write("proc/cpuinfo", cpuinfo);
        const report::context about = read();
        EXPECT_EQ(about.cpu_model, "");
        EXPECT_EQ(about.mhz_per_cpu, 0);
        EXPECT_EQ(about.cpu_scaling_enabled, std::nullopt);
        EXPECT_EQ(about.aslr_enabled, std::nullopt);
    }
}

TEST_F(context_of_check, takes_the_model_of_the_first_processor) {
    root_.write("proc/cpuinfo", "processor\t: 0\n"
                                "vendor_id\t: GenuineIntel\n"
                                "model\t\t: 85\n"
                                "model name\t: Xeon: a model @ 2.60GHz\n"
                                "cpu MHz\t\t: 2599.998\n"
                                "\n"
                                "processor\t: 1\n"
                                "model name\t: another\n"
                                "cpu MHz\t\t: 800.000\n");
    const report::context about = read();
    EXPECT_EQ(about.cpu_model, "Xeon: a model @ 2.60GHz");
    EXPECT_EQ(about.mhz_per_cpu, 2600);
}

TEST_F(context_of_check, knows_frequency_scaling_and_address_randomization) {
    const char* governor = "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor";
    const char* random_addresses = "proc/sys/kernel/randomize_va_space";
    root_.write(governor, "performance\n");
    root_.write(random_addresses, "2\n");
    EXPECT_EQ(read().cpu_scaling_enabled, false);
    EXPECT_EQ(read().aslr_enabled, true);
    root_.write(governor, "powersave\n");
    root_.write(random_addresses, "0\n");
    EXPECT_EQ(read().cpu_scaling_enabled, true);
    EXPECT_EQ(read().aslr_enabled, false);
}

TEST_F(context_of_check, a_release_build_is_optimized_and_asserts_nothing) {
    EXPECT_TRUE(read().release_build);
    build_.assertions = true;
    EXPECT_FALSE(read().release_build);
    build_.assertions = false;
    build_.optimized = false;
    EXPECT_FALSE(read().release_build);
}

} // namespace
} // namespace tollgate::cli
