// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/text.hpp>

#include "made_up_result.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace tollgate::report {
namespace {

result with_sums(const std::string& kind, std::int64_t switches_ns, std::int64_t calls_ns) {
    result seen;
    seen.classical =
        classical_figure{kind, "clock_gettime", "the/case", switches_ns, calls_ns, 4'000'000};
    return seen;
}

/// A case that costs this much, give or take 1 ns.
void add_reference(result& seen, double value_ns) {
    measure::case_record record;
    record.key = "the/case";
    for (std::uint64_t i = 0; i < 6; ++i) {
        measure::case_round round;
        round.process = i;
        round.value_ns = value_ns + (i == 0 ? -1 : i == 5 ? 1 : 0);
        record.rounds.push_back(round);
    }
    seen.cases.push_back(record);
}

std::string last_line(const std::string& text) {
    EXPECT_TRUE(text.ends_with("\n\n"));
    const auto end = text.size() - 2;
    return text.substr(text.rfind('\n', end - 1) + 1, end - text.rfind('\n', end - 1) - 1);
}

TEST(classical_text, is_the_ancestors_block_for_fibers) {
    EXPECT_EQ(classical_text(with_sums("Fiber", 386'241'000, 106'640'000)),
              "Fiber Context Switch Test Complete.\n"
              "    Total Fiber Context Switch Time Difference Was: 386241000ns across 4000000 "
              "Switches.\n"
              "  Average Time Difference Was: 96.5602 nanoseconds\n"
              "    Total Call Time Difference Was: 106640000ns across 4000000 Call Pairs.\n"
              "  Average Call Time Difference Was: 26.66 nanoseconds\n"
              "\n"
              "    The average, clock_gettime call compensated, fiber context switch time is: "
              "69.9002 nanoseconds\n"
              "\n");
}

TEST(classical_text, says_how_far_it_is_from_the_unobserved_cost) {
    for (const auto& [value_ns, says] :
         {std::pair(80.0, "80 ns ± 1.2 %: the classical figure is 12.6 % too low."),
          {60.0, "60 ns ± 1.7 %: the classical figure is 16.5 % too high."},
          {69.2, "69 ns ± 1.4 %: the classical figure agrees within that."},
          {70.6, "71 ns ± 1.4 %: the classical figure agrees within that."}}) {
        result seen = with_sums("Fiber", 386'241'000, 106'640'000); // 69.9 ns
        add_reference(seen, value_ns);
        EXPECT_EQ(last_line(classical_text(seen)), std::string("    Unobserved, it costs ") + says);
    }
}

TEST(classical_text, of_a_cost_that_is_not_known_well_enough_says_that_alone) {
    result seen = with_sums("Fiber", 386'241'000, 106'640'000);
    add_reference(seen, 60);
    seen.cases.front().summary.value_ns.range = stats::interval{20, 100, measure::confidence};
    EXPECT_EQ(last_line(classical_text(seen)),
              "    Unobserved, it was not measured well enough here to compare.");
}

TEST(classical_text, without_a_reference_judges_nothing) {
    result seen = with_sums("Fiber", 386'241'000, 106'640'000);
    const std::string alone = classical_text(seen);
    add_reference(seen, 60);
    seen.cases.front().record.key = "another/case";
    EXPECT_EQ(classical_text(seen), alone);
    seen.cases.front().record.key = "the/case";
    for (auto& round : seen.cases.front().record.rounds) {
        round.value_ns = 0; // a clock that stood still
    }
    conclude_anew(seen);
    EXPECT_EQ(classical_text(seen), alone);
    seen.cases.front().record.rounds.clear();
    EXPECT_EQ(classical_text(seen), alone);
}

TEST(classical_text, a_negative_figure_is_shown) {
    const std::string text = classical_text(with_sums("Fiber", 4'000'000, 8'000'000));
    EXPECT_NE(text.find("switch time is: -1 nanoseconds\n"), std::string::npos) << text;
}

TEST(classical_text, is_empty_where_there_was_no_classical_run) {
    EXPECT_EQ(classical_text(result{}), "");
    result none = with_sums("Fiber", 0, 0);
    none.classical->switches = 0;
    EXPECT_EQ(classical_text(none), "");
    EXPECT_EQ(none.classical->compensated_ns(), 0);
}

} // namespace
} // namespace tollgate::report
