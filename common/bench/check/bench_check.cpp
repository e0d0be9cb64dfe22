// SPDX-License-Identifier: BSL-1.0
#include <tollgate/bench/case_table.hpp>
#include <tollgate/bench/pivot.hpp>
#include <tollgate/bench/placements.hpp>
#include <tollgate/bench/standstill.hpp>

#include <gmock/gmock.h>

#include <cstdint>
#include <cstdlib>
#include <optional>

namespace tollgate::bench {
namespace {

using cpu::placement;
using measure::case_key;
using ::testing::ElementsAre;

measure::measured_case case_of(const case_key& key, const char* unit = "one") {
    measure::measured_case result;
    result.key = key;
    result.unit = unit;
    return result;
}

class case_table_check : public ::testing::Test {
protected:
    cli::options chosen_;
    cpu::topology machine_; ///< without a CPU to pin to
    case_table table_{chosen_, machine_};

    std::vector<std::string> names() {
        std::vector<std::string> all;
        for (const auto& listed : std::move(table_).take().cases) {
            all.push_back(listed.key.name());
        }
        return all;
    }
};

TEST_F(case_table_check, cases_are_in_the_order_of_their_ranks) {
    table_.add(case_of("c"), 1);
    table_.add(case_of("b"), 0);
    table_.add(case_of("a"), 1);
    EXPECT_THAT(names(), ElementsAre("b", "c", "a"));
}

TEST_F(case_table_check, a_case_is_compared_with_the_given_case) {
    table_.add(case_of("a"), case_key("b", {{"n", 1U}}));
    table_.add(case_of("c"));
    const run::case_list list = std::move(table_).take();
    EXPECT_EQ(list.cases[0].compared_with, "b/n:1");
    EXPECT_EQ(list.cases[1].compared_with, "");
}

TEST_F(case_table_check, an_added_case_has_no_reason) {
    table_.refuse("a", "too far");
    table_.add(case_of("a"));
    table_.refuse("a", "too late");
    const run::case_list list = std::move(table_).take();
    EXPECT_EQ(list.cases.size(), 1U);
    EXPECT_THAT(list.unavailable, ::testing::IsEmpty());
}

TEST_F(case_table_check, the_first_reason_is_kept) {
    table_.refuse("a", "too far");
    table_.refuse("a", "too late");
    table_.refuse("b", "too late");
    table_.note("that is all");
    const run::case_list list = std::move(table_).take();
    ASSERT_EQ(list.unavailable.size(), 2U);
    EXPECT_EQ(list.unavailable[0].reason, "too far");
    EXPECT_THAT(list.notes, ElementsAre("that is all"));
}

TEST_F(case_table_check, an_impossible_placement_is_refused) {
    EXPECT_TRUE(table_.assign(cpu::placement::free, 2, "a"));
    EXPECT_FALSE(table_.assign(cpu::placement::core, 2, "b"));
    const run::case_list list = std::move(table_).take();
    ASSERT_EQ(list.unavailable.size(), 1U);
    EXPECT_EQ(list.unavailable[0].key.name(), "b");
    EXPECT_NE(list.unavailable[0].reason, "");
}

TEST(product, has_all_combinations_and_the_last_value_changes_fastest) {
    EXPECT_THAT(product(std::vector{1, 2}, std::vector{'a', 'b'}),
                ElementsAre(std::tuple(1, 'a'), std::tuple(1, 'b'), std::tuple(2, 'a'),
                            std::tuple(2, 'b')));
    EXPECT_THAT(product(std::vector{1}, std::vector<char>{}), ElementsAre());
    EXPECT_EQ(product(std::vector{1, 2}, std::vector{1, 2, 3}, std::vector{1, 2}).size(), 12U);
}

TEST(pivot_table, keeps_the_order_of_rows_and_columns) {
    pivot_table table({"slice", "test"});
    EXPECT_TRUE(table.empty());
    EXPECT_EQ(table.str(), "");
    table.put({"2", "woken"}, "parker", "1.5");
    table.put({"5", "woken"}, "condvar", "4.5");
    table.put({"2", "woken"}, "condvar", "3.5");
    EXPECT_EQ(table.str(), "| slice | test  | parker | condvar |\n"
                           "|:------|:------|-------:|--------:|\n"
                           "| 2     | woken |    1.5 |     3.5 |\n"
                           "| 5     | woken |      - |     4.5 |\n");
}

/// A machine of sockets with cores with that many hardware threads.
cpu::topology machine_of(int sockets, int cores, int siblings) {
    cpu::topology machine;
    machine.relations_known = true;
    for (int socket = 0; socket < sockets; ++socket) {
        for (int core = 0; core < cores; ++core) {
            for (int sibling = 0; sibling < siblings; ++sibling) {
                cpu::hardware_thread thread;
                thread.cpu = static_cast<int>(machine.threads.size());
                thread.core = socket * cores + core;
                thread.package = socket;
                thread.l3 = socket;
                machine.threads.push_back(thread);
            }
        }
    }
    return machine;
}

cli::options asking_for(std::vector<placement> placements) {
    cli::options chosen;
    if (!placements.empty()) {
        chosen.given.insert("placement");
    }
    chosen.placements = placements.empty()
                            ? std::vector(cpu::all_placements.begin(), cpu::all_placements.end())
                            : std::move(placements);
    return chosen;
}

/// A machine whose first core is fast, and whose other cores are slow.
cpu::topology unlike_cores(int cores) {
    cpu::topology machine = machine_of(1, cores, 1);
    machine.kinds = {"slow", "fast"};
    for (cpu::hardware_thread& thread : machine.threads) {
        thread.kind = thread.cpu == 0 ? 1 : 0;
    }
    return machine;
}

TEST(placements, same_is_first_and_free_the_last) {
    EXPECT_THAT(ordered_placements(asking_for({}), machine_of(1, 2, 1)),
                ElementsAre(placement::same, placement::smt, placement::core, placement::far,
                            placement::free));
    EXPECT_THAT(
        ordered_placements(asking_for({placement::free, placement::core}), machine_of(1, 2, 1)),
        ElementsAre(placement::core, placement::free));
}

TEST(placements, mixed_is_one_of_all_only_with_several_kinds_of_core) {
    EXPECT_THAT(ordered_placements(asking_for({}), unlike_cores(2)),
                ElementsAre(placement::same, placement::smt, placement::core, placement::mixed,
                            placement::far, placement::free));
    EXPECT_THAT(near_placements(asking_for({}), unlike_cores(3), true),
                ElementsAre(placement::core));
    EXPECT_THAT(near_placements(asking_for({}), unlike_cores(2), true),
                ElementsAre(placement::mixed));
    cli::options all = asking_for({});
    all.given.insert("placement");
    EXPECT_THAT(near_placements(all, machine_of(1, 2, 1), false),
                ::testing::Not(::testing::Contains(placement::mixed)));
    EXPECT_THAT(ordered_placements(asking_for({placement::mixed}), machine_of(1, 2, 1)),
                ElementsAre(placement::mixed));
}

TEST(placements, near_are_a_single_cpu_and_the_nearest_two) {
    const cli::options any = asking_for({});
    EXPECT_THAT(near_placements(any, machine_of(1, 2, 1), false),
                ElementsAre(placement::same, placement::core));
    EXPECT_THAT(near_placements(any, machine_of(1, 2, 1), true), ElementsAre(placement::core));
    EXPECT_THAT(near_placements(any, machine_of(1, 1, 2), true), ElementsAre(placement::smt));
    EXPECT_THAT(near_placements(any, machine_of(2, 1, 1), true), ElementsAre(placement::far));
    EXPECT_THAT(near_placements(any, machine_of(1, 1, 1), true), ElementsAre(placement::same));
    EXPECT_THAT(near_placements(any, machine_of(1, 1, 1), false), ElementsAre(placement::same));
}

TEST(placements, near_are_the_given_ones) {
    EXPECT_THAT(near_placements(asking_for({placement::far}), machine_of(1, 2, 1), true),
                ElementsAre(placement::far));
}

TEST(placements, a_single_thread_is_pinned_if_possible) {
    EXPECT_EQ(one_cpu(machine_of(1, 2, 1)).cpu_of(0), 1);
    EXPECT_EQ(one_cpu(cpu::topology{}).cpu_of(0), std::nullopt);
}

TEST(standstill, ends_the_program_at_the_fifth_check_without_a_move) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    standstill moving;
    for (std::uint64_t i = 0; i < 40; ++i) {
        moving.observe(1 + i / 5); // the number changes at each fifth check
    }
    EXPECT_EXIT(
        {
            standstill still;
            for (int i = 0; i < 5; ++i) {
                still.observe(0);
            }
        },
        ::testing::ExitedWithCode(EXIT_FAILURE), "self-check failed: no operation ends any more");
}

} // namespace
} // namespace tollgate::bench
