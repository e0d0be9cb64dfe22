// SPDX-License-Identifier: BSL-1.0
#include "contention_text.hpp"

#include "contenders.hpp"

#include <tollgate/testing/fake.hpp>

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace tollgate::lock_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

measure::case_record contended_record(const std::string& name, std::uint64_t busiest,
                                      std::uint64_t idlest) {
    measure::case_record record =
        tollgate::testing::fake_case(name, {{.value_ns = 50.0, .cpu_ns = 40.0}});
    record.counted = {{counts::all, busiest + idlest},
                      {counts::busiest, busiest},
                      {counts::idlest, idlest},
                      {counts::hand_overs, 1'000}};
    return record;
}

TEST(contention_table, has_throughput_fairness_and_the_share_of_locks_from_others) {
    const std::string text =
        contention_text(tollgate::testing::fake_result(
                            {contended_record("lock/exclusive/impl:mcs/threads:2/section:0/"
                                              "pause:7/placement:core",
                                              6'000, 4'000)}),
                        100);
    EXPECT_THAT(
        text,
        HasSubstr("| mcs, pause 7 | 2, core |    50.0 |  40.0 |     1.50 | 10.0 % |   40.0 |"));
    EXPECT_THAT(text, Not(HasSubstr("p99.9 wait")));
    EXPECT_THAT(text, HasSubstr("Waits: --only"));
}

TEST(contention_table, says_that_threads_hardly_met) {
    const auto text_of = [](std::uint64_t each) {
        return contention_text(
            tollgate::testing::fake_result({contended_record(
                "lock/exclusive/impl:mcs/threads:2/section:0/pause:0/placement:core", each, each)}),
            100);
    };
    EXPECT_THAT(text_of(50'000), Not(HasSubstr("hardly met")));
    EXPECT_THAT(text_of(51'000), HasSubstr("Others below 1 %: the threads hardly met"));
}

TEST(contention_table, has_the_longest_waits_of_the_same_threads) {
    const std::string of_lock = "/impl:mcs/threads:2/section:0/pause:0/placement:core";
    measure::case_record waits = tollgate::testing::fake_case(
        "lock/wait" + of_lock, {{100.0}}, std::vector<std::int64_t>(20'000, 300));
    waits.valued_by = measure::method::single_events;
    const std::string text =
        contention_text(tollgate::testing::fake_result(
                            {contended_record("lock/exclusive" + of_lock, 10, 0), waits}),
                        100);
    EXPECT_THAT(text, HasSubstr("> 1000")) << "one thread did nothing";
    EXPECT_THAT(text, HasSubstr("|     300 ns |\n"));
}

TEST(contention_table, has_no_row_without_contention) {
    EXPECT_EQ(contention_text(tollgate::testing::fake_result({contended_record(
                                  "lock/counter/way:fetch_add/threads:1/placement:same", 10, 10)}),
                              100),
              "");
}

} // namespace
} // namespace tollgate::lock_test
