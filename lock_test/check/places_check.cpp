// SPDX-License-Identifier: BSL-1.0
#include "places.hpp"

#include "program.hpp"

#include <tollgate/testing/fake.hpp>

#include <gmock/gmock.h>

#include <set>
#include <string>
#include <vector>

namespace tollgate::lock_test {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::Ne;
using ::testing::Property;
using tollgate::testing::fake_machine;

/// The words of the places, and the number of CPUs of each.
std::vector<std::string> places_of(const std::vector<std::string>& arguments, std::size_t threads,
                                   const cpu::topology& machine) {
    const cli::options chosen = cli::parse_command_line(describe_program(), arguments);
    bench::case_table table(chosen, machine);
    std::vector<std::string> words;
    for (const place& each : places_for(table, threads)) {
        words.push_back(
            each.word + " " +
            std::to_string(std::set(each.where.cpus.begin(), each.where.cpus.end()).size()));
    }
    return words;
}

TEST(places, of_one_thread_of_two_and_of_many) {
    const cpu::topology machine = fake_machine(2, 4, 2);
    EXPECT_THAT(places_of({}, 1, machine), ElementsAre("same 1"));
    EXPECT_THAT(places_of({}, 2, machine), ElementsAre("core 2"));
    EXPECT_THAT(places_of({}, 5, machine), ElementsAre("spread 16"));
    EXPECT_THAT(places_of({"--placement", "free"}, 1, machine), ElementsAre("free 0"));
    EXPECT_THAT(places_of({"--placement", "same,smt,core,far,free"}, 4, machine),
                ElementsAre("free 0", "same 1", "spread 16"));
    EXPECT_THAT(places_of({}, 5, fake_machine(1, 1, 1)), ElementsAre("same 1"));
}

TEST(places, of_many_threads_are_spread_whatever_placement_is_given) {
    const cli::options chosen =
        cli::parse_command_line(describe_program(), {"--placement", "core", "3"});
    const cpu::topology machine = fake_machine(1, 4, 1);
    bench::case_table table(chosen, machine);
    static_cast<void>(places_for(table, 3));
    const run::case_list list = std::move(table).take();
    ASSERT_EQ(list.unavailable.size(), 1U);
    EXPECT_EQ(list.unavailable.front().text(),
              "lock/*/threads:3/placement:core: more than 2 threads use all allowed CPUs "
              "(placement:spread)");
}

TEST(places, spread_over_one_cpu_of_each_core_first) {
    EXPECT_THAT(spread_cpus(fake_machine(1, 3, 2)), ElementsAre(5, 3, 1, 4, 2, 0));
}

TEST(locks_whose_threads_spin, need_a_cpu_for_each_thread) {
    const cpu::topology machine = fake_machine(1, 4, 1);
    const auto on_cpus = [](std::vector<int> cpus) {
        return place{"core", {cpu::placement::core, std::move(cpus)}};
    };
    EXPECT_FALSE(too_few_cpus(on_cpus({3, 2, 1, 0}), 4, machine));
    EXPECT_FALSE(too_few_cpus(on_cpus({3}), 1, machine));
    EXPECT_FALSE(too_few_cpus(on_cpus({}), 3, machine));
    EXPECT_THAT(*too_few_cpus(on_cpus({}), 4, machine), HasSubstr("need 5 CPUs to move between"));
    EXPECT_THAT(*too_few_cpus(on_cpus({3, 2}), 4, machine),
                AllOf(HasSubstr("4 CPUs of their own and there are 2"), HasSubstr("quanta")));
}

TEST(locks_whose_threads_spin, and_timed_waits_are_refused_with_the_reason) {
    const cli::program program = describe_program();
    const auto list = program.cases(cli::parse_command_line(program, {"5"}), fake_machine(1, 4, 1));
    std::set<std::string> refused;
    for (const auto& each : list.unavailable) {
        if (each.key.has("threads")) {
            refused.insert(each.key.path() == "lock/exclusive" ? each.key.text("impl")
                                                               : each.key.path());
        }
    }
    EXPECT_THAT(refused, ElementsAre("lock/shared_ptr", "lock/wait", "mcs", "ticket"));
    EXPECT_THAT(list.cases, Each(Field(&measure::measured_case::key,
                                       Property(&measure::case_key::path, Ne("lock/wait")))));
}

} // namespace
} // namespace tollgate::lock_test
