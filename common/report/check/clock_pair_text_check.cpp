// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/text.hpp>

#include "fake_result.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace tollgate::report {
namespace {

result with_sums(const std::string& kind, std::int64_t switches_ns, std::int64_t calls_ns) {
    result run;
    run.clock_pair =
        clock_pair_average{kind, "clock_gettime", "the/case", switches_ns, calls_ns, 4'000'000};
    return run;
}

/// A case that costs this much, give or take 1 ns.
void add_reference(result& run, double value_ns) {
    measure::case_record record;
    record.key = "the/case";
    for (std::uint64_t i = 0; i < 6; ++i) {
        measure::case_round round;
        round.process = i;
        round.value_ns = value_ns + (i == 0 ? -1 : i == 5 ? 1 : 0);
        record.rounds.push_back(round);
    }
    run.cases.push_back(record);
}

std::string last_line(const std::string& text) {
    EXPECT_TRUE(text.ends_with("\n\n"));
    const auto end = text.size() - 2;
    return text.substr(text.rfind('\n', end - 1) + 1, end - text.rfind('\n', end - 1) - 1);
}

TEST(clock_pair_text, has_the_words_of_the_earlier_tool_for_fibers) {
    EXPECT_EQ(clock_pair_text(with_sums("Fiber", 386'241'000, 106'640'000)),
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

TEST(clock_pair_text, has_the_error_of_the_average) {
    for (const auto& [value_ns, says] :
         {std::pair(80.0, "80 ns ± 1.2 %: this average is about 13 % lower."),
          {60.0, "60 ns ± 1.7 %: this average is about 17 % higher; it includes preemptions."},
          {25.0, "25 ns ± 4.0 %: this average is about 180 % higher; it includes preemptions."},
          {69.2, "69 ns ± 1.4 %: this average agrees."},
          {70.6, "71 ns ± 1.4 %: this average agrees."}}) {
        result run = with_sums("Fiber", 386'241'000, 106'640'000); // 69.9 ns
        add_reference(run, value_ns);
        EXPECT_EQ(last_line(clock_pair_text(run)),
                  std::string("    In an untimed loop, a switch costs ") + says);
    }
}

TEST(clock_pair_text, has_the_interval_of_an_unsure_cost_as_it_is) {
    result run = with_sums("Fiber", 386'241'000, 106'640'000);
    add_reference(run, 60);
    measure::case_summary& summary = run.cases.front().summary;
    summary.as_it_is_ns.range = stats::interval{20, 100, measure::confidence};
    summary.value_ns = {10, {}}; // the quiet value is not printed
    EXPECT_EQ(last_line(clock_pair_text(run)),
              "    In an untimed loop, a switch costs 60 ns (20 to "
              "100 ns).")
        << "a cost that is hardly known judges nothing";
    summary.as_it_is_ns.range = stats::interval{40, 80, measure::confidence};
    EXPECT_EQ(last_line(clock_pair_text(run)),
              "    In an untimed loop, a switch costs 60 ns (40 to 80 ns): this average agrees.");
    summary.as_it_is_ns = {800, {}};
    EXPECT_EQ(last_line(clock_pair_text(run)),
              "    In an untimed loop, a switch costs 800 ns ?\?.");
}

TEST(clock_pair_text, of_a_queue_is_about_messages) {
    result run = with_sums("Queue", 386'241'000, 106'640'000);
    add_reference(run, 80);
    EXPECT_EQ(clock_pair_text(run),
              "Queue Message Test Complete.\n"
              "    Total Queue Message Time Difference Was: 386241000ns across 4000000 Messages.\n"
              "  Average Time Difference Was: 96.5602 nanoseconds\n"
              "    Total Call Time Difference Was: 106640000ns across 4000000 Call Pairs.\n"
              "  Average Call Time Difference Was: 26.66 nanoseconds\n"
              "\n"
              "    The average, clock_gettime call compensated, queue message time is: 69.9002 "
              "nanoseconds\n"
              "    In an untimed loop, a message costs 80 ns ± 1.2 %: this average is about "
              "13 % lower.\n"
              "\n");
}

TEST(clock_pair_text, without_a_reference_judges_nothing) {
    result run = with_sums("Fiber", 386'241'000, 106'640'000);
    const std::string alone = clock_pair_text(run);
    add_reference(run, 60);
    run.cases.front().record.key = "another/case";
    EXPECT_EQ(clock_pair_text(run), alone);
    run.cases.front().record.key = "the/case";
    for (auto& round : run.cases.front().record.rounds) {
        round.value_ns = 0; // a clock that stood still
    }
    conclude_anew(run);
    EXPECT_EQ(clock_pair_text(run), alone);
    run.cases.front().record.rounds.clear();
    EXPECT_EQ(clock_pair_text(run), alone);
}

TEST(clock_pair_text, a_negative_figure_is_shown) {
    const std::string text = clock_pair_text(with_sums("Fiber", 4'000'000, 8'000'000));
    EXPECT_NE(text.find("switch time is: -1 nanoseconds\n"), std::string::npos) << text;
}

TEST(clock_pair_text, is_empty_without_a_clock_pair_run) {
    EXPECT_EQ(clock_pair_text(result{}), "");
    result none = with_sums("Fiber", 0, 0);
    none.clock_pair->switches = 0;
    EXPECT_EQ(clock_pair_text(none), "");
    EXPECT_EQ(none.clock_pair->compensated_ns(), 0);
}

} // namespace
} // namespace tollgate::report
