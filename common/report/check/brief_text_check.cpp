// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/text.hpp>

#include "made_up_costs.hpp"
#include "made_up_result.hpp"
#include "markdown_reader.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <limits>

namespace tollgate::report {
namespace {

using measure::case_key;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const measure::estimate any_cost = sure_to(44.21, 0.009);

/// The table's rows, whatever stands above it.
std::vector<std::vector<std::string>> brief_rows(const result& seen) {
    const std::string text = brief_table(seen);
    return read_markdown(text.substr(text.find('|')));
}

/// How the cases of these keys are called in the table.
std::vector<std::string> names_of(const std::vector<case_key>& keys) {
    std::vector<measure::case_result> cases;
    for (const case_key& key : keys) {
        cases.push_back(costing(key, any_cost));
    }
    std::vector<std::string> names;
    for (const auto& row : brief_rows(digest_of(std::move(cases)))) {
        names.push_back(row.front());
    }
    names.erase(names.begin());
    return names;
}

/// What stands above the table.
std::string left_out_of(const std::vector<case_key>& keys) {
    std::vector<measure::case_result> cases;
    for (const case_key& key : keys) {
        cases.push_back(costing(key, any_cost));
    }
    const std::string text = brief_table(digest_of(std::move(cases)));
    return text.substr(0, text.find('|'));
}

TEST(brief_table, has_a_row_for_each_case) {
    measure::case_result sure = costing("thread/yield", sure_to(44.21, 0.009));
    sure.record.unit = "one yield";
    sure.summary.percentiles[0].corrected_ns = 43.1;
    sure.summary.percentiles[1].corrected_ns = 44.4;
    sure.summary.percentiles[2].corrected_ns = 1'250;
    sure.summary.cpu_ns = 44.3;
    const measure::case_result rough = costing("thread/pipe", within(18'000, 15'000, 21'000));
    const measure::case_result poor = costing("thread/lock", sure_to(44, 0.6));
    const auto rows = brief_rows(digest_of({sure, rough, poor}));
    ASSERT_EQ(rows.size(), 4u);
    EXPECT_THAT(rows[0], ElementsAre("case", "cost", "±", "as it is", "p50", "p99", "CPU time",
                                     "times", "unit of work"));
    EXPECT_THAT(rows[1], ElementsAre("yield", "44.2 ns", "0.9 %", "", "43.1 ns", "1.25 µs",
                                     "44.3 ns", "", "one yield"));
    EXPECT_THAT(rows[2],
                ElementsAre("pipe", "15 to 21 µs", "", "", "-", "-", "0 ns", "", "one of them"));
    EXPECT_EQ(rows[3].at(1), "not measured well enough");
    EXPECT_EQ(rows[3].at(2), "");
}

TEST(brief_table, a_case_without_rounds_has_no_figures) {
    measure::case_result none = costing("thread/yield", any_cost);
    none.summary.rounds = 0;
    const auto rows = brief_rows(digest_of({none, costing("thread/pipe", any_cost)},
                                           {ratio_to("thread/pipe", "thread/yield", 2)}));
    EXPECT_THAT(rows.at(1), ElementsAre("yield", "-", "", "", "-", "-", "-", "", "one of them"));
}

TEST(brief_table, without_cases_is_empty) {
    EXPECT_EQ(brief_table(result{}), "");
}

TEST(brief_table, says_what_a_cost_is_as_it_is_only_beside_a_quiet_one) {
    measure::case_result one = costing("yield", sure_to(40, 0.009));
    one.summary.as_it_is_ns = within(50, 45, 60);
    EXPECT_EQ(brief_rows(digest_of({one})).at(1).at(3), "");
    one.summary.quiet_ns = one.summary.value_ns;
    EXPECT_EQ(brief_rows(digest_of({one})).at(1).at(3), "45 to 60 ns");
}

TEST(brief_table, says_how_many_times_the_case_that_it_is_compared_with) {
    const case_key ours{"queue/stream", {{"impl", "ours"}, {"placement", "core"}}};
    const case_key other{"queue/stream", {{"impl", "std"}, {"placement", "core"}}};
    const case_key hand_off{"queue/pingpong", {{"impl", "ours"}, {"placement", "core"}}};
    const case_key lock("queue/lock");
    const auto times = [&](const std::vector<measure::comparison>& comparisons) {
        const auto rows =
            brief_rows(digest_of({costing(other, any_cost), costing(ours, any_cost),
                                  costing(hand_off, any_cost), costing(lock, any_cost)},
                                 comparisons));
        return std::vector<std::string>{rows.at(1).at(7), rows.at(2).at(7), rows.at(3).at(7),
                                        rows.at(4).at(7)};
    };
    EXPECT_THAT(times({}), ElementsAre("", "", "", ""));
    EXPECT_THAT(times({ratio_to(other, ours, 0.753)}), ElementsAre("", "0.75 × impl:std", "", ""));
    EXPECT_THAT(times({tie_with(other, ours), ratio_to(other, hand_off, 12.3)}),
                ElementsAre("", "not told from impl:std", "12 × stream/impl:std", ""));
    EXPECT_THAT(times({ratio_to(other, lock, 3), tie_with(lock, other)}),
                ElementsAre("not told from lock", "", "", "3.0 × stream/impl:std"))
        << "other parameters: all of its name as the table has it";
    measure::comparison without_pairs = tie_with(other, ours);
    without_pairs.pairs = 0;
    EXPECT_THAT(times({without_pairs}), ElementsAre("", "", "", ""));
}

TEST(brief_table, names_no_ratio_whose_size_is_open) {
    measure::comparison open = ratio_to("a/one", "a/two", 0.25);
    open.range = stats::interval{0.07, 0.9, measure::confidence};
    const auto rows =
        brief_rows(digest_of({costing("a/one", any_cost), costing("a/two", any_cost)}, {open}));
    EXPECT_EQ(rows.at(2).at(7), "less than one");
}

TEST(brief_table, tells_how_a_reference_differs_in_what_names_have) {
    const case_key ours{"cancel/check", {{"impl", "ours"}, {"token", "standalone"}}};
    const case_key other{"cancel/check", {{"impl", "flag"}}};
    const auto rows = brief_rows(
        digest_of({costing(other, any_cost), costing(ours, any_cost)}, {ratio_to(other, ours, 3)}));
    EXPECT_EQ(rows.at(2).at(0), "check/impl:ours");
    EXPECT_EQ(rows.at(2).at(7), "3.0 × impl:flag") << "the token is left out of all names";
}

TEST(brief_table, names_a_reference_of_another_program_in_full) {
    const auto rows = brief_rows(
        digest_of({costing("thread/yield", any_cost), costing("thread/pipe", any_cost)},
                  {tie_with("locks", "thread/yield"), ratio_to("a/b", "thread/pipe", 2)}));
    EXPECT_EQ(rows.at(1).at(7), "not told from locks");
    EXPECT_EQ(rows.at(2).at(7), "2.0 × a/b");
}

TEST(brief_table, leaves_out_of_names_what_they_share) {
    const std::vector<case_key> keys{
        {"fiber/yield", {{"impl", "boost"}, {"fibers", 4U}, {"stack", "pooled"}}},
        {"fiber/yield", {{"impl", "tollgate"}, {"fibers", 4U}, {"stack", "pooled"}}},
        {"fiber/context", {{"fibers", 4U}}}};
    EXPECT_THAT(names_of(keys), ElementsAre("yield/impl:boost", "yield/impl:tollgate", "context"));
    EXPECT_EQ(left_out_of(keys),
              "Left out of all names that have it: fiber/, fibers:4, stack:pooled\n\n");
}

TEST(brief_table, says_nothing_of_what_is_left_out_if_nothing_is) {
    const std::vector<case_key> keys{"first", {"second", {}}};
    EXPECT_THAT(names_of(keys), ElementsAre("first", "second"));
    EXPECT_EQ(left_out_of(keys), "");
}

TEST(brief_table, keeps_what_tells_two_cases_apart) {
    EXPECT_THAT(names_of({{"fiber/yield", {{"fibers", 4U}}},
                          {"fiber/yield", {{"fibers", 4U}, {"impl", "tollgate"}}}}),
                ElementsAre("yield", "yield/impl:tollgate"))
        << "the one value of those that have it";
    EXPECT_THAT(names_of({{"p/a", {{"x", 1U}}}, {"p/a", {{"y", 2U}}}}), ElementsAre("a", "a/y:2"))
        << "either could be left out, but not both";
    EXPECT_THAT(names_of({{"p/a", {{"x", 1U}, {"y", 1U}}},
                          {"p/a", {{"x", 1U}, {"y", 2U}}},
                          {"p/a", {{"x", 2U}, {"y", 2U}}}}),
                ElementsAre("a/x:1/y:1", "a/x:1/y:2", "a/x:2/y:2"))
        << "each tells two apart";
    EXPECT_THAT(names_of({{"p/a", {{"x", 1U}}}, {"p/b", {{"x", 2U}}}}),
                ElementsAre("a/x:1", "b/x:2"))
        << "it has two values";
    EXPECT_THAT(names_of({"p/a", "p/a"}), ElementsAre("p/a", "p/a")) << "one name alone";
}

TEST(brief_table, leaves_out_the_program_if_all_have_the_same_and_more) {
    EXPECT_THAT(names_of({"fiber/yield", "fiber/resume/all"}), ElementsAre("yield", "resume/all"));
    EXPECT_THAT(names_of({"fiber/yield", "fibers/yield"}),
                ElementsAre("fiber/yield", "fibers/yield"));
    EXPECT_THAT(names_of({"fiber/yield", "fiber"}), ElementsAre("fiber/yield", "fiber"));
    EXPECT_THAT(names_of({"fiber/yield", "fiber/"}), ElementsAre("fiber/yield", "fiber/"));
}

TEST(brief_table, a_single_case_keeps_all_of_its_name) {
    for (const case_key& key : {case_key("yield"), case_key("yield", {{"fibers", 4U}}),
                                case_key("fiber/yield", {{"fibers", 4U}})}) {
        EXPECT_THAT(names_of({key}), ElementsAre(key.name()));
        EXPECT_EQ(left_out_of({key}), "");
    }
}

TEST(brief_table, keeps_values_without_a_name) {
    EXPECT_THAT(names_of({{"p/a", {{"", "word"}}}, {"p/b", {{"", "word"}}}}),
                ElementsAre("a/word", "b/word"));
}

TEST(brief_table, survives_odd_figures) {
    const double no_number = std::numeric_limits<double>::quiet_NaN();
    measure::case_result odd = costing("fäden/ä|ö", {no_number, {}});
    odd.summary.cpu_ns = no_number;
    odd.summary.percentiles[0].corrected_ns = std::numeric_limits<double>::infinity();
    const result seen =
        digest_of({odd, costing("fäden/µ", {0, {}})},
                  {ratio_to("fäden/µ", "fäden/ä|ö", std::numeric_limits<double>::infinity()),
                   ratio_to("fäden/ä|ö", "fäden/µ", 0)});
    const auto rows = brief_rows(seen);
    EXPECT_THAT(rows.at(1), ElementsAre("ä|ö", "not measured well enough", "", "", "inf s", "-",
                                        "nan ns", "inf × µ", "one of them"));
    EXPECT_EQ(rows.at(2).at(7), "0 × ä|ö");
}

TEST(brief_text, has_all_its_parts_in_their_order) {
    const result seen = made_up_result();
    EXPECT_EQ(brief_text(seen, "A yield costs 58 ns.\n"),
              classical_text(seen) + "A yield costs 58 ns.\n\n" + brief_table(seen) +
                  conditions_text(seen, extent::brief) + environment_summary(seen.environment));
    EXPECT_EQ(brief_text(seen, ""), classical_text(seen) + brief_table(seen) +
                                        conditions_text(seen, extent::brief) +
                                        environment_summary(seen.environment));
    EXPECT_THAT(brief_text(result{}, ""), StartsWith("proofs of work: none"));
}

/// What the screen of a terminal has to hold.
result much_to_say() {
    result seen = made_up_result();
    seen.cases.clear();
    seen.twins.clear();
    for (unsigned i = 0; i < 12; ++i) {
        const std::string name = "fiber/yield/fibers:" + std::to_string(4 + i);
        seen.cases.emplace_back(made_up_record(name, 58 + i));
        if (i < 3) {
            seen.twins.emplace_back(made_up_record(name, 58.01 + i));
        }
    }
    seen.speed.interrupts_share = 0; // no slope disagrees
    conclude_anew(seen);
    seen.notes = {"note 1", "note 2", "note 3", "note 4", "note 5"};
    seen.unavailable.assign(3, {"fiber/yield/placement:smt", "no SMT siblings"});
    seen.environment.clear();
    for (int i = 0; i < 9; ++i) {
        seen.environment.push_back(
            {"property " + std::to_string(i),
             i < 3 ? environment::condition::bad : environment::condition::unknown, "found", "why",
             "a fix", "an undo"});
    }
    return seen;
}

TEST(brief_text, fits_on_a_screen) {
    const result seen = much_to_say();
    const std::string text =
        brief_text(seen, "A yield costs 58 ns.\nA second costs 59 ns.\nA third costs 60 ns.\n");
    EXPECT_THAT(text, HasSubstr("the classical figure is"));
    EXPECT_THAT(text, HasSubstr("Left out of all names"));
    EXPECT_THAT(text, HasSubstr("machine: "));
    EXPECT_THAT(text, Not(HasSubstr("not sure")));
    EXPECT_THAT(text, HasSubstr("remark: and 3 more"));
    EXPECT_THAT(text, HasSubstr("not known here: "));
    EXPECT_THAT(text, HasSubstr("CPUs 1 and 3: "));
    EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 46) << text;
}

} // namespace
} // namespace tollgate::report
