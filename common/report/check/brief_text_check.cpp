// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/printable.hpp>
#include <tollgate/report/text.hpp>

#include "fake_costs.hpp"
#include "fake_result.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <limits>
#include <string>

namespace tollgate::report {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(brief_table, has_the_cost_as_it_is_and_the_quiet_value_if_it_differs) {
    measure::case_result sure = costing("thread/yield/threads:4", sure_to(44.21, 0.009));
    sure.summary.percentiles[2].corrected_ns = 1'250;
    sure.summary.quiet_ns = sure.summary.value_ns = sure_to(30, 0.01);
    measure::case_result rough = costing("thread/pipe", within(18'000, 15'000, 21'000));
    rough.summary.quiet_ns = rough.summary.value_ns = sure_to(16'000, 0.01);
    measure::case_result none = costing("thread/none", sure_to(44, 0.01));
    none.summary.rounds = 0;
    measure::case_result gaps = costing("thread/gaps", sure_to(44, 0.01));
    gaps.record.gaps.watched = {{0, 0, 1}};
    EXPECT_EQ("\n" + brief_table(digest_of(
                         {sure, rough, gaps, costing("thread/lock", sure_to(44, 0.6)), none},
                         {ratio_to("thread/gaps", "thread/lock", 2)})),
              R"(
Common to all rows: thread/

| case            |     cost |     ± |   quiet |     p99 |
|:----------------|---------:|------:|--------:|--------:|
| yield/threads:4 |  44.2 ns | 0.9 % | 30.0 ns | 1.25 µs |
| pipe            |  18 µs ? |  17 % |         |         |
| lock            | 44 ns ?? |  60 % |         |         |
| none            |        - |       |         |         |

)");
    EXPECT_EQ(brief_table(digest_of({none})), "");
    measure::case_result unmeasured_gaps = costing({"thread/gaps", {{"cpu", 1U}}}, {});
    unmeasured_gaps.summary.rounds = 0;
    EXPECT_THAT(brief_table(digest_of({sure, unmeasured_gaps})), Not(HasSubstr("gaps")));
    EXPECT_EQ(brief_table(result{}), "");
}

TEST(brief_table, has_multiples_if_they_are_resolved) {
    const measure::estimate cost = sure_to(44.21, 0.009);
    measure::comparison open = ratio_to("q/std", "q/open", 0.25);
    open.range = stats::interval{0.07, 0.9, measure::confidence};
    measure::comparison without_pairs = ratio_to("q/std", "q/unpaired", 5);
    without_pairs.pairs = 0;
    measure::comparison untested = unresolved_with("q/std", "q/gone");
    untested.range.reset(); // too few passes
    std::vector<measure::case_result> cases;
    for (const char* name : {"q/std", "q/ours", "q/tie", "q/open", "q/unpaired", "q/gone"}) {
        cases.push_back(costing(name, cost));
    }
    const std::vector<measure::comparison> with_one_base{ratio_to("q/std", "q/ours", 0.753),
                                                         unresolved_with("q/std", "q/tie"),
                                                         open,
                                                         without_pairs,
                                                         untested,
                                                         ratio_to("q/not_here", "q/gone", 3)};
    EXPECT_EQ("\n" + brief_table(digest_of(cases, with_one_base)), R"(
Common to all rows: q/

| case     |    cost |     ± | multiple |
|:---------|--------:|------:|---------:|
| std      | 44.2 ns | 0.9 % |        1 |
| ours     | 44.2 ns | 0.9 % |     0.75 |
| tie      | 44.2 ns | 0.9 % |        = |
| open     | 44.2 ns | 0.9 % |      < 1 |
| unpaired | 44.2 ns | 0.9 % |          |
| gone     | 44.2 ns | 0.9 % |          |
multiple: of the cost of the row with 1; =: not clearly different; empty: not compared

)");
    EXPECT_EQ("\n" + brief_table(digest_of({cases[0], cases[1], cases[2]},
                                           {ratio_to("q/std", "q/ours", 12.3),
                                            ratio_to("q/ours", "q/tie", 3),
                                            unresolved_with("q/ours", "q/std")})),
              R"(
Common to all rows: q/

| case |    cost |     ± |    multiple |
|:-----|--------:|------:|------------:|
| std  | 44.2 ns | 0.9 % |  = b, a = 1 |
| ours | 44.2 ns | 0.9 % | 12 a, b = 1 |
| tie  | 44.2 ns | 0.9 % |       3.0 b |
multiple: 2 a is twice the row with a = 1; = a: not clearly different

)");
}

/// Two cases with a value in every column.
result with_all_columns() {
    std::vector<measure::case_result> cases;
    for (const char* name :
         {"queue/stream/impl:std/placement:core", "queue/stream/impl:tollgate"}) {
        cases.push_back(costing(guess_key(name), sure_to(44.21, 0.009)));
        cases.back().summary.percentiles[2].corrected_ns = 99;
        cases.back().summary.quiet_ns = sure_to(30, 0.01);
    }
    return digest_of(cases, {ratio_to(cases[0].record.key, cases[1].record.key, 0.75)});
}

TEST(brief_table, loses_columns_but_never_a_cost_in_a_narrow_terminal) {
    const auto first_row = [](std::size_t columns) {
        const std::string table =
            brief_table(with_all_columns(), {{{"queue/stream", {{"impl", "std"}}}, "a stream"}},
                        {.columns = columns});
        std::size_t widest = 0;
        for (std::size_t at = table.find("\n| "); at != table.npos;
             at = table.find("\n| ", at + 1)) {
            widest =
                std::max(widest, width_of(table.substr(at + 1, table.find('\n', at + 1) - at - 1)));
        }
        EXPECT_LE(widest, columns);
        const std::size_t begin = table.find("| a stream");
        return table.substr(begin, table.find('\n', begin) - begin);
    };
    EXPECT_EQ(first_row(100),
              "| a stream             | 44.2 ns | 0.9 % | 30.0 ns | 99.0 ns |        1 |");
    EXPECT_EQ(first_row(66), "| a stream             | 44.2 ns | 0.9 % | 99.0 ns |        1 |");
    EXPECT_EQ(first_row(60), "| a stream             | 44.2 ns | 0.9 % |        1 |");
    EXPECT_EQ(first_row(45), "| a stream             | 44.2 ns | 0.9 % |");
    EXPECT_EQ(first_row(36), "| a stream             | 44.2 ns |");
    EXPECT_EQ(first_row(30), "| a stream         | 44.2 ns |") << "the other name takes two rows";
}

TEST(brief_table, colours_unsure_costs_and_the_lowest_cost_of_a_group) {
    const auto table = [](const measure::comparison& second) {
        return brief_table(
            digest_of({costing("q/std", sure_to(40, 0.01)), costing("q/ours", sure_to(30, 0.01)),
                       costing("q/third", sure_to(31, 0.3))},
                      {ratio_to("q/std", "q/ours", 0.75), second}),
            {}, {.colours = true});
    };
    const std::string with_best = table(ratio_to("q/std", "q/third", 2));
    EXPECT_THAT(with_best, AllOf(HasSubstr("| std   | 40.0 ns |"),
                                 HasSubstr("| ours  | \x1b[32m30.0 ns\x1b[0m |"),
                                 HasSubstr("| third | \x1b[33m31 ns ?\x1b[0m |")));
    EXPECT_THAT(table(ratio_to("q/std", "q/third", 0.76)), Not(HasSubstr("\x1b[32m")))
        << "the intervals of the ratios overlap";
    EXPECT_THAT(table(unresolved_with("q/std", "q/third")), HasSubstr("\x1b[32m30.0 ns"));
    measure::comparison open = unresolved_with("q/std", "q/third");
    open.range = stats::interval{0.5, 2, measure::confidence};
    EXPECT_THAT(table(open), Not(HasSubstr("\x1b[32m"))) << "the third may be as cheap";
}

TEST(brief_table, survives_odd_figures) {
    constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
    constexpr double no_end = std::numeric_limits<double>::infinity();
    measure::case_result odd = costing("fäden/ä|ö", {no_number, {}});
    odd.summary.percentiles[2].corrected_ns = no_end;
    EXPECT_EQ("\n" + brief_table(digest_of({odd, costing("fäden/µ", {0, {}})},
                                           {ratio_to("fäden/µ", "fäden/ä|ö", no_end),
                                            ratio_to("fäden/ä|ö", "fäden/µ", 0)})),
              R"(
Common to all rows: fäden/

| case |      cost |   p99 |     multiple |
|:-----|----------:|------:|-------------:|
| ä¦ö  | nan ns ?? | inf s | inf b, a = 1 |
| µ    |   0 ns ?? |       |   0 a, b = 1 |
multiple: 2 a is twice the row with a = 1

)");
}

TEST(brief_text, has_the_answer_first_and_the_conditions_last) {
    const result run = fake_result();
    const std::string above =
        "A yield costs 58 ns.\n\n" + brief_table(run) + fitted(clock_pair_text(run), 100);
    const std::string text = brief_text(run, "A yield costs 58 ns.\n");
    EXPECT_THAT(text, StartsWith(above + "self-checks: all passed; noise floor: "));
    EXPECT_THAT(text, EndsWith(brief_conditions(run, {}, {}, 99)));
    EXPECT_THAT(brief_text(result{}, ""), StartsWith("self-checks: none"));
}

/// A run with many remarks, which must fit on a screen.
result much_to_say() {
    result run = fake_result();
    run.cases.clear();
    run.controls.clear();
    for (unsigned i = 0; i < 12; ++i) {
        const std::string name = "fiber/yield/fibers:" + std::to_string(4 + i);
        run.cases.emplace_back(fake_record(name, 58 + i));
        if (i < 3) {
            run.controls.emplace_back(fake_record(name, 58.01 + i));
        }
    }
    run.speed.interrupts_share = 0; // no slope disagrees
    conclude_anew(run);
    run.notes.assign(5,
                     "a note that is as long as a line of a usual terminal, and then a bit longer "
                     "than that, so that it is broken");
    run.unavailable.assign(3, {"fiber/yield/placement:smt", "no SMT siblings"});
    run.environment.clear();
    for (int i = 0; i < 9; ++i) {
        run.environment.push_back(
            {"property " + std::to_string(i),
             i < 3 ? environment::condition::bad : environment::condition::unknown, "found", "why",
             "a fix", "an undo"});
    }
    return run;
}

TEST(brief_text, fits_on_a_screen) {
    for (const std::size_t columns : {100U, 80U}) {
        const std::string text = brief_text(
            much_to_say(), "A yield costs 58 ns.\nA second costs 59 ns.\nA third costs 60 ns.\n",
            {}, {.columns = columns});
        EXPECT_THAT(text, AllOf(HasSubstr("this average is"), HasSubstr("Common to all rows"),
                                HasSubstr("bad here: "), HasSubstr(" more remarks\n")));
        EXPECT_LE(std::ranges::count(text, '\n'), 40) << text;
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = text.find('\n', at);
            EXPECT_LE(width_of(text.substr(at, end - at)), columns) << text.substr(at, end - at);
            at = end + 1;
        }
    }
}

TEST(brief_text, has_the_bad_verdicts_however_narrow_the_terminal_is) {
    const std::string answer(300, 'x');
    const std::string narrow = brief_text(much_to_say(), answer + "\n", {}, {.columns = 40});
    EXPECT_THAT(narrow, AllOf(HasSubstr("bad here: "), HasSubstr("The average, "),
                              Not(HasSubstr("Test Complete")), Not(HasSubstr("multiple: ")),
                              Not(HasSubstr("remark: "))))
        << narrow;
    result long_table = much_to_say();
    EXPECT_THAT(brief_text(long_table, ""), HasSubstr("multiple: "));
    for (const measure::case_result& each : much_to_say().cases) {
        long_table.cases.push_back(each);
        long_table.cases.back().record.key = guess_key(each.record.key.name() + "0");
    }
    EXPECT_THAT(brief_text(long_table, ""),
                AllOf(HasSubstr("multiple: "), HasSubstr("Test Complete")))
        << "it would not fit without them";
}

} // namespace
} // namespace tollgate::report
