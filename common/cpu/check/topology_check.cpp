// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cpu/affinity.hpp>
#include <tollgate/cpu/topology.hpp>

#include "described_machines.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <stdexcept>

namespace {

using namespace tollgate::cpu;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::vector<int> numbers(const topology& of) {
    std::vector<int> cpus;
    for (const hardware_thread& thread : of.threads) {
        cpus.push_back(thread.cpu);
    }
    return cpus;
}

TEST(reading, two_sockets_with_two_caches_each) {
    const topology read = described::machine(described::two_sockets);
    ASSERT_EQ(read.threads.size(), 32U);
    EXPECT_EQ(read.packages, 2);
    EXPECT_EQ(read.cores, 16);
    EXPECT_TRUE(read.relations_known);
    EXPECT_TRUE(read.can_pin);
    EXPECT_THAT(read.source, StartsWith("hwloc 2."));
    for (int cpu = 0; cpu < 32; ++cpu) {
        const hardware_thread& thread = read.threads[static_cast<std::size_t>(cpu)];
        EXPECT_EQ(thread.cpu, cpu);
        EXPECT_EQ(thread.core, cpu / 2);
        EXPECT_EQ(thread.l3, cpu / 8);
        EXPECT_EQ(thread.package, cpu / 16);
        EXPECT_GE(thread.numa, 0);
    }
}

TEST(reading, no_l3_is_unknown) {
    for (const hardware_thread& thread : described::machine(described::no_l3).threads) {
        EXPECT_EQ(thread.l3, -1);
        EXPECT_EQ(thread.package, thread.cpu / 3);
    }
}

TEST(reading, keeps_and_counts_only_allowed_cpus) {
    const auto whole = described::whole(described::two_sockets);
    const topology read = detail::within(whole, std::vector{5, 4, 7});
    EXPECT_EQ(numbers(read), (std::vector{4, 5, 7}));
    EXPECT_EQ(read.packages, 1);
    EXPECT_EQ(read.cores, 2);
}

TEST(reading, uses_only_the_mask_if_hwloc_does_not_know_a_cpu) {
    const auto whole = described::whole(described::two_cores);
    const topology read = detail::within(whole, std::vector{1, 7});
    EXPECT_EQ(read.threads, (std::vector<hardware_thread>{{.cpu = 1}, {.cpu = 7}}));
    EXPECT_FALSE(read.relations_known);
    EXPECT_EQ(read.packages, 0);
    EXPECT_EQ(read.cores, 0);
    EXPECT_EQ(read.source, "affinity mask only: " + whole.source + " does not know CPU 7");
}

TEST(reading, a_machine_without_cores_has_no_known_relations) {
    const detail::machine whole{{{.cpu = 0, .package = 0}, {.cpu = 1, .package = 0}}, "hwloc"};
    const topology read = detail::within(whole, std::vector{0, 1});
    EXPECT_FALSE(read.relations_known);
    EXPECT_THAT(read.source, HasSubstr("the core of CPU 0"));
}

TEST(reading, this_machine_within_the_mask) {
    const std::vector<int> before = allowed_cpus();
    const topology read = read_topology();
    EXPECT_EQ(numbers(read), before);
    EXPECT_EQ(allowed_cpus(), before);
    EXPECT_FALSE(read.source.empty());
    if (read.relations_known) {
        EXPECT_GE(read.cores, 1);
        EXPECT_LE(static_cast<std::size_t>(read.cores), read.threads.size());
    }
}

TEST(reading, ignores_another_machine_in_the_environment) {
    ASSERT_EQ(setenv("HWLOC_SYNTHETIC", described::two_sockets, 1), 0);
    const topology read = read_topology();
    unsetenv("HWLOC_SYNTHETIC");
    EXPECT_EQ(numbers(read), allowed_cpus());
    EXPECT_FALSE(read.relations_known);
    EXPECT_THAT(read.source, StartsWith("affinity mask only: "));
}

TEST(restricting, keeps_order_and_counts_again) {
    const topology all = described::machine(described::two_sockets);
    const topology fewer = restrict_to(all, std::vector{17, 0, 1, 17});
    EXPECT_EQ(numbers(fewer), (std::vector{0, 1, 17}));
    EXPECT_EQ(fewer.packages, 2);
    EXPECT_EQ(fewer.cores, 2);
    EXPECT_TRUE(fewer.relations_known);
    EXPECT_EQ(fewer.source, all.source);
}

TEST(restricting, refuses_cpus_that_are_not_allowed) {
    const topology two = described::machine(described::two_cores);
    const auto refusal = [&two](const std::vector<int>& cpus) -> std::string {
        try {
            restrict_to(two, cpus);
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
        return "nothing was thrown";
    };
    EXPECT_EQ(refusal({0, 7}), "CPU 7 is not among the allowed CPUs 0-1");
    EXPECT_EQ(refusal({}), "no CPU chosen among the allowed CPUs 0-1");
}

TEST(describing, one_line) {
    const auto line = [](const char* of) { return describe(described::machine(of)); };
    EXPECT_EQ(line(described::one_cpu), "1 CPU (0), 1 core, 1 socket, 1 L3 domain");
    EXPECT_EQ(line(described::two_cores), "2 CPUs (0-1), 2 cores, 1 socket, L3 shared");
    EXPECT_EQ(line(described::desktop_smt), "8 CPUs (0-7), 4 cores, 1 socket, L3 shared");
    EXPECT_EQ(line(described::two_sockets), "32 CPUs (0-31), 16 cores, 2 sockets, 4 L3 domains");
    EXPECT_EQ(line(described::no_l3), "6 CPUs (0-5), 6 cores, 2 sockets, L3 not known");
    EXPECT_EQ(line(described::two_nodes_four_caches),
              "8 CPUs (0-7), 8 cores, 1 socket, 4 L3 domains, 2 NUMA nodes");
}

TEST(describing, names_the_kinds_of_core_that_placements_take_first) {
    EXPECT_EQ(describe(described::hybrid()),
              "8 CPUs (0-7), 4 cores (IntelCore 5100 MHz: CPU 0-3; IntelAtom 3800 MHz: CPU 4-7), "
              "1 socket, L3 shared");
    EXPECT_EQ(describe(described::with_one_fastest()),
              "7 CPUs (0-6), 7 cores (capacity 800: CPU 3-5; capacity 1024: CPU 6; capacity 300: "
              "CPU 0-2), 1 socket, L3 shared");
    EXPECT_EQ(describe(restrict_to(described::hybrid(), std::vector{5, 6})),
              "2 CPUs (5-6), 2 cores (IntelAtom 3800 MHz: CPU 5-6), 1 socket, L3 shared")
        << "another machine than one with two of the fast cores";
    // A single kind is not named, nor kinds of which hwloc does not know the faster one.
    const std::string plain = "2 CPUs (0-1), 2 cores, 1 socket, L3 shared";
    EXPECT_EQ(describe(described::machine(described::two_cores, {{"0-1", 0}})), plain);
    EXPECT_EQ(describe(described::machine(described::two_cores, {{"0", -1}, {"1", -1}})), plain);
}

TEST(describing, unknown_relations) {
    EXPECT_EQ(describe(detail::mask_only(std::vector{0, 2}, "no hwloc")),
              "2 CPUs (0,2), how they relate is not known");
    const detail::machine hybrid{{{.cpu = 0, .core = 0, .l3 = 0}, {.cpu = 1, .core = 1, .l3 = -1}},
                                 "by hand"};
    EXPECT_EQ(describe(detail::within(hybrid, std::vector{0, 1})),
              "2 CPUs (0-1), 2 cores, sockets not known, L3 not known for all");
}

} // namespace
