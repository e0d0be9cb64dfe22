// SPDX-License-Identifier: BSL-1.0
//
// The pairs of --matrix on machines that do not exist here.
#include "matrix_cases.hpp"
#include "matrix_plan.hpp"
#include "program.hpp"

#include <tollgate/cli/program.hpp>
#include <tollgate/testing/described_machine.hpp>
#include <tollgate/testing/fake.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::thread_test;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using tollgate::testing::described_machine;
using tollgate::testing::fake_machine;

constexpr const char* two_sockets = "package:2 l3:1 core:8 pu:2";
constexpr const char* eight_caches = "package:1 l3:8 core:8 pu:1";
constexpr const char* many_cpus = "package:2 l3:18 core:8 pu:2"; // 576 CPUs
/// The siblings of CPU 0 and 1 are 8 and 9; the second socket begins at 300.
constexpr const char* gaps = "package:2 l3:1 core:2 pu:2(indexes=0,8,1,9,300,308,301,309)";

std::map<relation, std::size_t> relations_in(const cpu::topology& machine) {
    std::map<relation, std::size_t> counts;
    for (const cpu_pair& pair : plan_pairs(machine, SIZE_MAX).pairs) {
        ++counts[relation_of(machine, pair.from, pair.to)];
    }
    return counts;
}

TEST(pair_plan, has_each_pair_once) {
    for (const char* description : {two_sockets, eight_caches, many_cpus, gaps}) {
        SCOPED_TRACE(description);
        const cpu::topology machine = described_machine(description);
        const std::vector<int> cpus = machine.cpus();
        const pair_plan plan = plan_pairs(machine, SIZE_MAX);
        const std::set<cpu_pair> different(plan.pairs.begin(), plan.pairs.end());
        EXPECT_EQ(plan.all, cpus.size() * (cpus.size() - 1) / 2);
        EXPECT_EQ(plan.pairs.size(), plan.all);
        EXPECT_EQ(different.size(), plan.all);
        for (const cpu_pair& pair : different) {
            ASSERT_LT(pair.from, pair.to);
            ASSERT_TRUE(std::ranges::binary_search(cpus, pair.from));
            ASSERT_TRUE(std::ranges::binary_search(cpus, pair.to));
        }
    }
}

TEST(pair_plan, knows_what_each_pair_shares) {
    using counts = std::map<relation, std::size_t>;
    EXPECT_EQ(relations_in(described_machine(two_sockets)),
              (counts{{relation::smt, 16}, {relation::l3, 224}, {relation::far, 256}}));
    EXPECT_EQ(relations_in(described_machine(eight_caches)),
              (counts{{relation::l3, 224}, {relation::node, 1792}}));
    EXPECT_EQ(relations_in(described_machine("package:1 numa:2 l3:2 core:2 pu:1")),
              (counts{{relation::l3, 4}, {relation::node, 8}, {relation::socket, 16}}));
    cpu::topology unknown = fake_machine(1, 3, 1);
    for (cpu::hardware_thread& thread : unknown.threads) {
        thread = {.cpu = thread.cpu};
    }
    EXPECT_EQ(relations_in(unknown), (counts{{relation::unknown, 3}}));
    const cpu::topology numbered = described_machine(gaps);
    EXPECT_EQ(relation_of(numbered, 1, 9), relation::smt);
    EXPECT_EQ(relation_of(numbered, 8, 9), relation::l3);
    EXPECT_EQ(relation_of(numbered, 9, 301), relation::far);
    EXPECT_EQ(relation_of(numbered, 0, 2), relation::unknown) << "there is no CPU 2";
}

TEST(cpu_groups, are_the_cpus_under_one_l3_or_of_one_node) {
    EXPECT_THAT(groups_of(described_machine(gaps)).cpus,
                ElementsAre(ElementsAre(0, 1, 8, 9), ElementsAre(300, 301, 308, 309)));
    EXPECT_EQ(groups_of(described_machine(many_cpus)).cpus.size(), 36U);
    EXPECT_THAT(groups_of(described_machine("package:2 core:2 pu:1")).cpus.size(), 1U)
        << "no L3, and one node";
    EXPECT_EQ(groups_of(described_machine("package:2 numa:1 core:2 pu:1")).cpus.size(), 2U);
}

TEST(cpu_groups, have_cores_of_one_kind) {
    cpu::topology machine = described_machine("package:1 l3:1 core:6 pu:1");
    for (cpu::hardware_thread& thread : machine.threads) {
        thread.kind = thread.cpu < 4 ? 0 : 1;
    }
    EXPECT_THAT(groups_of(machine).cpus, ElementsAre(ElementsAre(0, 1, 2, 3), ElementsAre(4, 5)));
    EXPECT_EQ(plan_pairs(machine, 3).needed, 3U) << "in each kind, and between the kinds";
}

// The first pairs are the most important: one for each two groups, in each group and of siblings.
TEST(pair_plan, begins_with_a_pair_of_each_kind) {
    const cpu::topology machine = described_machine(many_cpus);
    const cpu_groups groups = groups_of(machine);
    const std::size_t needed = 36 + 36 + 36 * 35 / 2; // siblings, inside, two groups
    const pair_plan plan = plan_pairs(machine, 2'000);
    EXPECT_EQ(plan.needed, needed);
    EXPECT_EQ(plan.all, 165'600U);
    ASSERT_EQ(plan.pairs.size(), 2'000U);
    std::set<std::pair<std::size_t, std::size_t>> covered;
    std::set<std::size_t> with_siblings;
    for (const cpu_pair& pair : std::span(plan.pairs).first(needed)) {
        if (relation_of(machine, pair.from, pair.to) == relation::smt) {
            with_siblings.insert(*groups.of(pair.from));
        } else {
            covered.insert(std::minmax(*groups.of(pair.from), *groups.of(pair.to)));
        }
    }
    EXPECT_EQ(with_siblings.size(), 36U);
    EXPECT_EQ(covered.size(), needed - 36);
    EXPECT_EQ(relation_of(machine, plan.pairs[0].from, plan.pairs[0].to), relation::smt);
}

run::case_list cases_for(const std::vector<std::string>& arguments, const cpu::topology& machine) {
    const cli::program description = describe_program();
    return description.cases(cli::parse_command_line(description, arguments), machine);
}

TEST(matrix_cases, are_the_pairs_in_ascending_order_and_nothing_else) {
    const run::case_list list = cases_for({"--matrix"}, described_machine(gaps));
    ASSERT_EQ(list.cases.size(), 28U);
    EXPECT_EQ(list.cases.front().key.name(), "thread/cache_line/from:0/to:1");
    EXPECT_EQ(list.cases.back().key.name(), "thread/cache_line/from:308/to:309");
    EXPECT_EQ(list.cases.front().unit, "one transfer of a cache line (same L3)");
    EXPECT_THAT(list.unavailable, IsEmpty());
    for (const auto& usual : cases_for({"--all"}, fake_machine(1, 2, 1)).cases) {
        EXPECT_NE(usual.key.path(), "thread/cache_line");
    }
}

TEST(matrix_cases, are_all_pairs_of_64_cpus_and_fewer_of_more) {
    EXPECT_EQ(cases_for({"--matrix"}, described_machine(eight_caches)).cases.size(), 2'016U);
    const cpu::topology machine = described_machine(many_cpus);
    const run::case_list list = cases_for({"--matrix"}, machine);
    EXPECT_GE(list.cases.size(), 702U);
    ASSERT_EQ(list.unavailable.size(), 1U);
    EXPECT_EQ(list.unavailable.front().key.name(), "thread/cache_line/from:*/to:*");
    EXPECT_THAT(list.unavailable.front().reason,
                HasSubstr("the time is too short; --time 280 measures 10000; at least one pair of "
                          "each two groups is measured"));
    const run::case_list most = cases_for({"--matrix", "--time", "280"}, machine);
    EXPECT_EQ(most.cases.size(), 10'000U);
    EXPECT_EQ(
        most.unavailable.front().reason,
        "155600 of 165600 pairs, because a result has at most 10000 pairs, and --cpus selects "
        "others; at least one pair of each two groups is measured");
    const cpu::topology middle = described_machine("package:2 l3:8 core:8 pu:1");
    EXPECT_THAT(cases_for({"--matrix"}, middle).unavailable.front().reason,
                HasSubstr("--time 228 measures all"));
    EXPECT_THAT(cases_for({"--matrix", "--time", "228"}, middle).unavailable, IsEmpty());
    EXPECT_THAT(cases_for({"--matrix", "--quick"}, machine).unavailable.front().reason,
                HasSubstr("fewer than one pair of each two groups"));
}

TEST(matrix_cases, are_chosen_by_their_names_before_the_time_leaves_some_out) {
    const run::case_list list =
        cases_for({"--matrix", "--only", "from:0/"}, described_machine(many_cpus));
    EXPECT_EQ(list.cases.size(), 575U);
    EXPECT_THAT(list.unavailable, IsEmpty());
    EXPECT_EQ(
        cases_for({"--matrix", "--only", "from:0/", "--time", "14"}, described_machine(many_cpus))
            .unavailable.front()
            .reason,
        "75 of 575 pairs, because the time is too short; --time 17 measures all")
        << "--only may leave out groups";
}

TEST(matrix_cases, get_two_to_sixty_seconds) {
    EXPECT_EQ(matrix_budget_s(fake_machine(1, 2, 1)), 2);
    EXPECT_EQ(matrix_budget_s(described_machine(eight_caches)), 57);
    EXPECT_EQ(matrix_budget_s(described_machine(many_cpus)), 60);
}

TEST(matrix_cases, are_refused_with_a_reason) {
    const run::case_list single_cpu = cases_for({"--matrix"}, fake_machine(1, 1, 1));
    EXPECT_THAT(single_cpu.cases, IsEmpty());
    EXPECT_EQ(single_cpu.unavailable.front().reason, "1 CPU allowed, and a pair has two");
    cpu::topology unpinned = fake_machine(1, 4, 1);
    unpinned.can_pin = false;
    EXPECT_THAT(cases_for({"--matrix"}, unpinned).cases, IsEmpty());
    EXPECT_EQ(cases_for({"--matrix"}, unpinned).unavailable.front().reason,
              "this system does not let a thread choose its CPU");
}

} // namespace
