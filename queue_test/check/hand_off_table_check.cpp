// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include <tollgate/faults/made_up_result.hpp>
#include <tollgate/measure/case_record.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::queue_test;
using faults::made_up_case;
using faults::made_up_result;
using faults::made_up_round;
using ::testing::HasSubstr;

std::string case_name(const std::string& impl, const std::string& capacity = "64",
                      const std::string& what = "pingpong", const std::string& place = "core") {
    return "queue/" + what + "/impl:" + impl + "/producers:1/consumers:1/capacity:" + capacity +
           "/payload:8/placement:" + place;
}

std::string table_of(std::vector<measure::case_record> cases) {
    return hand_off_table(made_up_result(std::move(cases)));
}

std::ptrdiff_t tables_in(const std::string& text) {
    std::ptrdiff_t tables = 0;
    for (std::size_t at = text.find("ns/hand-off"); at != text.npos;
         at = text.find("ns/hand-off", at + 1)) {
        ++tables;
    }
    return tables;
}

TEST(hand_off_table, has_the_cheapest_queue_first_whatever_its_capacity) {
    EXPECT_EQ(table_of({made_up_case(case_name("pipe"), {})}), "");
    EXPECT_EQ(
        table_of(
            {made_up_case(case_name("pipe"), {{.value_ns = 2'000, .cpu_ns = 1'500, .switches = 2}}),
             made_up_case(case_name("spsc"), {{.value_ns = 50, .cpu_ns = 100, .switches = 0.25}}),
             made_up_case(case_name("blocking/pop:token", "512"), {400.06})}),
        R"(| pingpong producers:1 consumers:1 payload:8 placement:core | ns/hand-off | ± | p50 | p99 | max | 10⁶ msg/s | CPU ns/msg | switches/msg |
|:----------------------------------------------------------|------------:|--:|----:|----:|----:|----------:|-----------:|-------------:|
| spsc, 64                                                  |        50.0 | - |   - |   - |   - |        20 |      100.0 |         0.25 |
| blocking/pop:token, 512                                   |       400.1 | - |   - |   - |   - |       2.5 |       0.00 |            0 |
| pipe, 64                                                  |        2000 | - |   - |   - |   - |       0.5 |       1500 |            2 |

)");
}

TEST(hand_off_table, has_one_for_each_kind_shape_and_placement) {
    const std::string text =
        table_of({made_up_case(case_name("pipe", "64", "pingpong", "same"), {{1}}),
                  made_up_case(case_name("spsc", "64", "pingpong", "same"), {{2}}),
                  made_up_case(case_name("pipe", "64", "pingpong", "core"), {{3}}),
                  made_up_case(case_name("pipe", "1024", "stream", "core"), {{4}})});
    EXPECT_EQ(tables_in(text), 3);
    std::size_t at = 0;
    for (const char* head : {"pingpong producers:1 consumers:1 payload:8 placement:same",
                             "spsc, 64", // in the first
                             "pingpong producers:1 consumers:1 payload:8 placement:core",
                             "stream producers:1 consumers:1 payload:8 placement:core"}) {
        at = text.find("| " + std::string(head), at);
        ASSERT_NE(at, text.npos) << head << "\n" << text;
    }
}

TEST(hand_off_table, percentiles_only_of_enough_samples) {
    const auto with_samples = [](std::size_t count) {
        return table_of({made_up_case(case_name("pipe"), std::vector<made_up_round>(8, {100}),
                                      std::vector<std::int64_t>(count, 120))});
    };
    EXPECT_THAT(with_samples(0), HasSubstr("| 0.00 |   - |   - |   - |        10 |"));
    EXPECT_THAT(with_samples(30), HasSubstr("| 120.0 |   - | 120.0 |")) << "the median alone";
    EXPECT_THAT(with_samples(10'000), HasSubstr("| 120.0 | 120.0 | 120.0 |"));
}

TEST(hand_off_table, a_value_below_nothing_is_shown_and_a_percentile_is_not) {
    const std::vector<made_up_round> steady(8, {.value_ns = -3, .cpu_ns = 10, .intercept_ns = 50});
    const std::string text =
        table_of({made_up_case(case_name("pipe"), steady, std::vector<std::int64_t>(10'000, 20))});
    EXPECT_THAT(text, HasSubstr(" -3.00 |"));
    EXPECT_THAT(text, HasSubstr("|   - |   - |   - |"));
    EXPECT_THAT(text, HasSubstr(" - |       10.0 |")) << "so many a second is no number";
}

TEST(hand_off_table, the_interval_needs_passes) {
    const std::vector<made_up_round> single(1, {100});
    EXPECT_THAT(table_of({made_up_case(case_name("pipe"), single)}), HasSubstr(" 100.0 | - |"));
    const std::vector<made_up_round> steady(8, {100});
    EXPECT_THAT(table_of({made_up_case(case_name("pipe"), steady)}), HasSubstr(" 100.0 | 0.00 |"));
}

} // namespace
