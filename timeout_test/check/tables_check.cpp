// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"
#include "receive_counts.hpp"

#include <tollgate/faults/made_up_result.hpp>
#include <tollgate/report/json.hpp>

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::timeout_test;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string os_of_ours = "/impl:tollgate/clock:os/between:fibers";

std::string table_of(const std::vector<measure::case_record>& cases) {
    return ancestor_table(faults::made_up_result(cases));
}

TEST(group_of, receives_alone) {
    const auto of = [](const char* name) { return group_of(report::guess_key(name)); };
    EXPECT_EQ(of("timeout/reused_sleep/impl:boost/clock:tsc/between:threads/placement:same"),
              group::reused_sleep);
    for (const char* other :
         {"timeout/armed/arm/impl:set/timers:1", "queue/stream/impl:pipe", "",
          "timeout/fires/late/impl:boost/clock:os/between:fibers/load:idle/after_us:1000",
          "x/timeout/baseline/impl:boost/clock:os/between:fibers"}) {
        EXPECT_FALSE(of(other)) << other;
    }
}

TEST(ancestor_table, has_a_group_a_row_and_a_clock_a_column_for_each_implementation_and_place) {
    EXPECT_EQ(table_of({}), "");
    EXPECT_EQ(table_of({faults::made_up_case("timeout/armed/arm/impl:set/timers:1", {5})}), "");
    EXPECT_EQ(table_of({faults::made_up_case("timeout/baseline" + os_of_ours, {50}),
                        faults::made_up_case("timeout/timeout" + os_of_ours, {60}),
                        faults::made_up_case(
                            "timeout/baseline/impl:tollgate/clock:tsc/between:fibers", {2000}),
                        faults::made_up_case(
                            "timeout/baseline/impl:boost/clock:os/between:threads/placement:same",
                            {900})}),
              R"(Ratio to the baseline, time of a message, messages per second:
| tollgate, between fibers |                clock:os |              clock:tsc |
|:-------------------------|------------------------:|-----------------------:|
| timeout/baseline         |   1.00  50.0 ns  20 M/s | 1.00  2000 ns  500 K/s |
| timeout/timeout          | 1.20  60.0 ns  16.7 M/s |                      - |

| boost, between threads/placement:same |                 clock:os |
|:--------------------------------------|-------------------------:|
| timeout/baseline                      | 1.00  900.0 ns  1.11 M/s |

)");
}

TEST(ancestor_table, has_no_ratio_without_a_baseline_and_shows_less_than_nothing) {
    EXPECT_THAT(table_of({faults::made_up_case("timeout/sleep" + os_of_ours, {60})}),
                HasSubstr("| -  60.0 ns"));
    EXPECT_THAT(table_of({faults::made_up_case("timeout/sleep" + os_of_ours, {-3})}),
                HasSubstr("-3.00 ns  -"));
}

TEST(counts_table, has_a_row_for_all_clocks_together) {
    std::vector<measure::case_record> cases;
    for (const char* clock : {"os", "tsc"}) {
        cases.push_back(faults::made_up_case(
            std::string("timeout/timeout/impl:tollgate/clock:") + clock + "/between:fibers", {60}));
        cases.back().counted = {{receives_name, 400},
                                {clock_readings_name, 100},
                                {queue_operations_name, 2},
                                {dispatcher_passes_name, 0}};
    }
    cases.push_back(
        faults::made_up_case("timeout/timeout/impl:boost/clock:os/between:fibers", {1}));
    const std::string text = counts_table(faults::made_up_result(cases));
    EXPECT_THAT(text, HasSubstr("| timeout, tollgate, between fibers |         0.2500 |           "
                                "0.0050 |            0.0000 |\n\n"));
    EXPECT_THAT(text, Not(HasSubstr("boost")));
    EXPECT_EQ(counts_table({}), "");
}

TEST(receive_counts, exceed_more_than_one_in_so_many) {
    EXPECT_FALSE((receive_counts{160, 10, 10, 10}.exceeds(16)));
    EXPECT_THAT((receive_counts{160, 11, 0, 0}.exceeds(16)).value_or(""),
                HasSubstr("11 clock readings in 160 receives"));
    EXPECT_TRUE((receive_counts{160, 0, 11, 0}.exceeds(16)));
    EXPECT_TRUE((receive_counts{160, 0, 0, 11}.exceeds(16)));
}

} // namespace
