// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include <tollgate/faults/made_up_result.hpp>

#include <gmock/gmock.h>

#include <string>

namespace {

using namespace tollgate::sleep_test;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using tollgate::faults::made_up_case;
using tollgate::faults::made_up_result;

constexpr const char* woken = "sleep/wake_latency/sleeper:";
constexpr const char* late = "sleep/timeout_lateness/sleeper:";

TEST(ancestor_table, is_empty_without_anything_for_it) {
    EXPECT_EQ(ancestor_table({}), "");
    EXPECT_EQ(ancestor_table(made_up_result(
                  {made_up_case("sleep/wake_cost/sleeper:parker/found:empty", {{5, 5}}),
                   made_up_case("sleep/timeout_lateness/sleeper:parker/slice_ms:2/slack_ns:1",
                                {{5, 5}})})),
              "");
    EXPECT_EQ(
        ancestor_table(made_up_result({made_up_case(late + std::string("parker/slice_ms:2"), {})})),
        "");
}

TEST(ancestor_table, has_a_column_for_each_sleeper_and_two_rows_for_each_slice) {
    const std::string table = ancestor_table(made_up_result(
        {made_up_case(woken + std::string("condvar/slice_ms:2/placement:free"), {{1, 1'000}}),
         made_up_case(woken + std::string("parker/slice_ms:2/placement:free"), {{1, 2'000}}),
         made_up_case(woken + std::string("parker/slice_ms:10/placement:free"), {{1, 3'000}}),
         made_up_case(late + std::string("condvar/slice_ms:2"), {{1, 4'000}}),
         made_up_case(late + std::string("parker/slice_ms:2"), {{1, 5'000}}),
         made_up_case(late + std::string("condvar/slice_ms:10"), {{1, 1'000, 0}}),
         made_up_case(late + std::string("parker/slice_ms:10"), {{1, 61'234}})}));
    EXPECT_EQ(table, R"(Mean delays, interrupted with placement free:
| Timeslice (ms) | Test                   | parker (µs) | condvar (µs) |
|---------------:|:-----------------------|------------:|-------------:|
|              2 | Interrupted Mean Delay |        2.00 |         1.00 |
|                | Timeouted Mean Delay   |        5.00 |         4.00 |
|             10 | Interrupted Mean Delay |        3.00 |            - |
|                | Timeouted Mean Delay   |       61.23 |            - |

)");
}

// The median does not matter, nor how the events are divided among rounds.
TEST(ancestor_table, means_are_of_all_events) {
    const std::string table = ancestor_table(
        made_up_result({made_up_case(late + std::string("parker/slice_ms:2"),
                                     {{7, 10'000, 1}, {7, 20'000, 3}, {7, 99'000, 0}})}));
    EXPECT_THAT(table, StartsWith("Mean delays:\n")) << "without wakes there is no placement";
    EXPECT_THAT(table, HasSubstr(" 17.50 |"));
}

TEST(ancestor_table, names_the_placement_with_most_slices_and_shows_no_other) {
    const std::string table = ancestor_table(made_up_result(
        {made_up_case(woken + std::string("parker/slice_ms:2/placement:same"), {{1, 1'000}}),
         made_up_case(woken + std::string("parker/slice_ms:2/placement:core"), {{1, 2'000}}),
         made_up_case(woken + std::string("parker/slice_ms:5/placement:core"), {{1, 3'000}})}));
    EXPECT_THAT(table, StartsWith("Mean delays, interrupted with placement core:\n"));
    EXPECT_THAT(table, HasSubstr(" 2.00 |"));
    EXPECT_THAT(table, HasSubstr(" 3.00 |"));
    EXPECT_THAT(table, Not(HasSubstr(" 1.00 |")));
}

} // namespace
