// SPDX-License-Identifier: BSL-1.0
//
// The loop of --matrix: the transfers of a cache line are counted, and each thread stays on its
// CPU.
#include "line_baton.hpp"

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/cpu/topology.hpp>
#include <tollgate/testing/counting_probe.hpp>
#if defined(__linux__)
#include <tollgate/testing/refusing_kernel_linux.hpp>
#endif

#include <gmock/gmock.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::testing;
using namespace tollgate::thread_test;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(line_ring, counts_each_transfer_and_stays_on_its_cpus) {
    const std::vector<int> cpus = cpu::allowed_cpus();
    if (cpus.size() < 2) {
        GTEST_SKIP() << "1 CPU: no two spinning threads";
    }
    const int from = cpus[0];
    const int to = cpus[1];
    for (const std::uint64_t operations : {0U, 1U, 2U, 1'001U}) {
        counting_probe probe(operations);
        const measure::loop_report report = line_ring{from, to}(probe);
        EXPECT_EQ(report.probe_calls, probe_calls_in_a_ring(operations + 1, 2));
        EXPECT_TRUE(probe.in_order());
        EXPECT_THAT(report.failures, IsEmpty());
        EXPECT_THAT(report.cpus, ElementsAre(from, from, to, to));
    }
    EXPECT_EQ(cpu::allowed_cpus(), cpus) << "the calling thread is no longer pinned";
}

TEST(line_case, has_neither_samples_nor_a_comparison) {
    const measure::measured_case pair = line_case({"thread/x"}, "", 0, 1);
    EXPECT_EQ(pair.valued_by, measure::method::unsampled_loop);
    EXPECT_EQ(pair.compared_with, "thread/x") << "itself";
    EXPECT_LT(pair.batch_lasts, measure::batch_length);
}

TEST(line_home, is_known_only_if_both_nodes_are_known) {
    EXPECT_EQ(home_of(1, 1), line_home::own_node);
    EXPECT_EQ(home_of(1, 0), line_home::other_node);
    EXPECT_EQ(home_of({}, 0), line_home::unknown);
    EXPECT_EQ(home_of(0, {}), line_home::unknown);
}

TEST(line_home, is_the_node_of_the_cpu_that_wrote_the_page) {
    const cpu::affinity_guard pinned(cpu::allowed_cpus().back());
#if defined(__linux__)
    const bool is_told = ::syscall(SYS_get_mempolicy, nullptr, nullptr, 0UL, nullptr, 0UL) == 0;
#else
    const bool is_told = false;
#endif
    EXPECT_EQ(own_page().home(), is_told ? line_home::own_node : line_home::unknown);
}

#if defined(__linux__)
TEST(line_home, is_reported_as_not_known_if_the_kernel_refuses_to_tell) {
    const std::vector<int> cpus = cpu::allowed_cpus();
    if (cpus.size() < 2) {
        GTEST_SKIP() << "1 CPU: no two spinning threads";
    }
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const auto run = [&] {
        refuse_calls({SYS_get_mempolicy}, EPERM);
        counting_probe probe(2);
        const measure::loop_report report = line_ring{cpus[0], cpus[1]}(probe);
        std::_Exit(report.counted.contains(on_unknown_node) ? EXIT_SUCCESS : EXIT_FAILURE);
    };
    EXPECT_EXIT(run(), ::testing::ExitedWithCode(EXIT_SUCCESS), "");
}
#endif

} // namespace
