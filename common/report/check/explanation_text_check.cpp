// SPDX-License-Identifier: BSL-1.0
#include "fake_explanation.hpp"

#include <tollgate/report/printable.hpp>
#include <tollgate/report/text.hpp>

#include <gmock/gmock.h>

#include <sstream>
#include <string>
#include <vector>

namespace tollgate::report {
namespace {

using explain::explanation;
using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(explanation_text, is_the_cost_and_the_changes_the_best_first) {
    EXPECT_EQ(explanation_text(fake_explanation()),
              "thread/condvar/threads:2/placement:core costs 7.1 ± 0.5 µs.\n"
              "  − 5.9 ± 0.5 µs    cpus=busy: its CPUs are kept from idling\n"
              "  − 5.1 ± 0.5 µs    idle=shallow: what idle=shallow does\n"
              "  together − 6.2 ± 0.5 µs; these overlap: each of them alone is enough\n"
              "  left 900 ± 200 ns\n"
              "on top: 80 ± 20 ns while the host ran something else\n"
              "instead: placement=same costs 2.3 ± 0.2 µs\n"
              "slower with: nice=-10 by 3.0 ± 0.5 µs\n"
              "not confirmed: policy=fifo\n"
              "no significant difference with: slack=1ns; does not apply here: memory=locked; "
              "not shown to hold:\n"
              "    policy=batch, cpu=7; not possible here: halt_poll=200us\n");
}

TEST(settings_text, has_the_settings_for_production_and_reasons_for_omissions) {
    explanation all = fake_explanation();
    EXPECT_EQ(settings_text(all),
              "cpus=busy: threads that spin\n"
              "    price: power\n"
              "    do:    chrt --idle 0 spin\n"
              "    undo:  kill %1\n"
              "does not apply here: memory=locked: no page faults without it\n"
              "not shown to hold: policy=batch: the machine refused it\n"
              "not shown to hold: cpu=7: nothing here counts it\n"
              "not possible here: halt_poll=200us: the idle governor is not visible\n");
    all.changes[0].result = outcome::once;
    EXPECT_THAT(settings_text(all), HasSubstr("threads that spin")) << "what is left is with it";
    all.together.reset();
    EXPECT_THAT(settings_text(all), Not(HasSubstr("threads that spin"))) << "it may not help";
    EXPECT_EQ(settings_text({}), "");
}

TEST(explanation_text, says_whether_changes_overlap) {
    explanation all = fake_explanation();
    all.together->how = explain::all_together::overlap::some;
    EXPECT_THAT(explanation_text(all), HasSubstr("together − 6.2 ± 0.5 µs; these overlap\n"));
    all.together->how = explain::all_together::overlap::none;
    EXPECT_THAT(explanation_text(all), HasSubstr("together − 6.2 ± 0.5 µs\n"));
    all.together->takes_off_ns = give_or_take(-600, 500); // they hinder each other
    EXPECT_THAT(explanation_text(all), HasSubstr("together + 600 ± 500 ns\n"));
    all.together->takes_off_ns = give_or_take(6'200, 500);
    all.together->names.emplace_back("policy=fifo"); // which was not confirmed
    EXPECT_THAT(explanation_text(all),
                HasSubstr("− 6.2 ± 0.5 µs with cpus=busy, idle=shallow, policy=fifo\n"));
}

TEST(explanation_text, says_that_nothing_was_confirmed) {
    explanation all = fake_explanation();
    all.changes = {change_that_is(outcome::nothing, "slack=1ns")};
    all.together.reset();
    all.left_ns.reset();
    EXPECT_THAT(explanation_text(all),
                AllOf(HasSubstr("\n  no change made a difference that this run could confirm\n"),
                      HasSubstr("\nno significant difference with: slack=1ns\n")));
    all.passes = 5;
    EXPECT_THAT(explanation_text(all), AllOf(HasSubstr("too few passes to resolve a difference\n"),
                                             Not(HasSubstr("no significant difference"))));
    // No figure is printed for a change that did not hold, whatever a file says.
    all = fake_explanation();
    all.changes[0].hold.result = hold::failed;
    EXPECT_THAT(explanation_text(all), Not(HasSubstr("5.9 ±")));
}

TEST(explanation_text, has_no_plus_minus_that_contradicts_its_range) {
    explanation all = fake_explanation();
    all.changes[1].takes_off_ns = within(500, 10, 1'010);
    EXPECT_THAT(explanation_text(all), HasSubstr("  − 10 ns to 1.1 µs  idle=shallow"));
    all.cost_ns.range.reset();
    EXPECT_THAT(explanation_text(all), HasSubstr("costs 7.10 µs (too few passes for an error)."));
}

void expect_short(const explanation& all) {
    const std::string text = explanation_text(all);
    EXPECT_THAT(text, AllOf(HasSubstr(" costs "), EndsWith("\n")));
    std::istringstream from(text);
    std::size_t lines = 0;
    for (std::string line; std::getline(from, line); ++lines) {
        EXPECT_LE(width_of(line), 100U) << line;
        EXPECT_EQ(printable(line), line);
    }
    EXPECT_LE(lines, 11U) << text;
}

TEST(explanation_text, takes_at_most_eleven_lines_of_a_hundred_columns) {
    const std::string hostile = "\x1b[31m\xe2\x80\xae\n" + std::string(300, 'a') + "\xff";
    const std::string words = "one two \xc2\xb1 three four five six ";
    for (const std::string& text : {std::string(), hostile, words + words + words + words,
                                    std::string(99, 'x'), std::string(100, 'x') + " y"}) {
        for (const int times : {0, 1, 3, 40}) {
            explanation all = fake_explanation();
            all.of = measure::case_key(all.of.name() + text);
            const std::vector<explain::change> changes = all.changes;
            for (int i = 0; i < times; ++i) {
                for (explain::change each : changes) {
                    each.name += text + std::to_string(i);
                    each.effect += text;
                    each.takes_off_ns.value *= i % 2 == 0 ? 1e9 : 1e-9;
                    all.together->names.push_back(each.name);
                    all.changes.push_back(std::move(each));
                }
                all.disturbed.push_back(all.disturbed.front());
                all.not_here.push_back({text, text});
            }
            expect_short(all);
            all.changes.resize(4);
            expect_short(all);
        }
    }
}

TEST(explanation_text, breaks_a_long_name_and_still_has_the_cost) {
    explanation all = fake_explanation();
    all.of = measure::case_key("thread/" + std::string(200, 'n'));
    EXPECT_THAT(explanation_text(all), AllOf(StartsWith("thread/nnn"), HasSubstr(" costs 7.1 ± ")));
}

} // namespace
} // namespace tollgate::report
