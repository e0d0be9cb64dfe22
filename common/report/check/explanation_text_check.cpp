// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/figure.hpp>
#include <tollgate/report/text.hpp>

#include "made_up_explanation.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace tollgate::report {
namespace {

using explain::explanation;
using explain::share_kind;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

/// The verdict alone, without what follows from it.
std::string verdict_of(const explanation& of) {
    const std::string text = explanation_text(of);
    return text.substr(0, text.find("Settings with the same effect"));
}

std::size_t lines_of(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

TEST(explanation_text, is_the_cost_its_parts_the_other_ways_and_what_follows) {
    EXPECT_EQ(
        explanation_text(made_up_explanation()),
        "thread/condvar/threads:2/placement:core costs 17.9 ± 0.4 µs.\n"
        "  13.1 ± 0.6 µs goes when its CPUs are kept from idling (they entered idle 3 times in "
        "1,000 operations instead of 998); they share this part: cpus=busy, idle=shallow\n"
        "  2.2 ± 0.1 µs is what it costs on one CPU\n"
        "  2.6 ± 0.7 µs is left, and not explained\n"
        "With placement=free it costs 15.5 µs instead of 17.9 µs, less by 2.4 ± 0.6 µs.\n"
        "With layout=fresh its batches scatter by 1.23 µs more.\n"
        "With policy=batch it costs 23.1 µs instead of 17.9 µs, more by 1.4 to 9.0 µs (not sure to "
        "a tenth).\n"
        "Nothing was resolved from: slack=1ns, clock=tsc.\n"
        "There was nothing to take away for: memory=locked (its threads had page faults 0 times "
        "in 1,000 operations without it).\n"
        "Not proven to have taken hold, and left out: policy=fifo (the machine refused it), "
        "scheduler=ours.\n"
        "Not possible here: halt_poll=200us: the idle governor is not visible.\n"
        "Settings with the same effect in production:\n"
        "  cpus=busy: threads of idle priority that spin; its price: all of these CPUs' time\n"
        "      do:   chrt --idle 0 spin\n"
        "      undo: kill %1\n"
        "  idle=shallow: /dev/cpu_dma_latency held at 0\n");
}

TEST(explanation_text, says_a_part_that_is_not_sure_to_a_tenth_as_a_range) {
    explanation of = made_up_explanation();
    of.shares[0].ns = within(13'100, 9'950, 16'010);
    of.shares[2].ns = within(2'600, 700, 4'410);
    EXPECT_THAT(explanation_text(of),
                HasSubstr("\n  9.9 to 17 µs (not sure to a tenth) goes when its CPUs"));
    EXPECT_THAT(explanation_text(of),
                HasSubstr("\n  0.70 to 4.5 µs (not sure to a tenth) is left, and not explained\n"));
}

TEST(explanation_text, of_a_cost_that_is_not_sure_says_so) {
    explanation of = made_up_explanation();
    of.cost_ns = within(29'000, 11'000, 47'000);
    EXPECT_THAT(explanation_text(of), HasSubstr("placement:core costs 11 to 47 µs (not sure"));
    of.cost_ns = {29'000, {}};
    EXPECT_THAT(explanation_text(of),
                HasSubstr("placement:core costs 29.0 µs (too few passes for an error).\n"));
}

TEST(explanation_text, says_up_to_where_a_part_that_is_not_resolved_may_reach) {
    explanation of = made_up_explanation();
    of.shares[0].ns = within(300, -100, 710);
    of.shares[0].resolved = false;
    of.shares[2].ns = within(100, -900, 1'110);
    of.shares[2].resolved = false;
    const std::string text = explanation_text(of);
    EXPECT_THAT(text, HasSubstr("\n  below 710 ns (not resolved) goes when its CPUs"));
    EXPECT_THAT(text, HasSubstr("\n  below 1.2 µs is left, and not explained\n"));
    EXPECT_THAT(text, Not(HasSubstr("Settings with the same effect"))) << "it may have none";
    of.shares[2].ns = within(-500, -900, -1);
    EXPECT_THAT(explanation_text(of), HasSubstr("\n  nothing is left to explain\n"));
}

TEST(explanation_text, says_that_a_difference_was_not_confirmed_as_a_part) {
    explanation of = made_up_explanation();
    of.shares.erase(of.shares.begin());
    EXPECT_THAT(explanation_text(of),
                HasSubstr("\nWith cpus=busy it costs 4.00 µs instead of 17.9 µs, less by 13.9 ± "
                          "0.5 µs; no second measurement has confirmed it as a part.\n"));
    of.passes_together = 0; // the first stage went on, and was looked at once more
    EXPECT_THAT(explanation_text(of),
                HasSubstr("0.5 µs; no second measurement has confirmed it as a part.\n"));
    // Another way to do the same is no part.
    EXPECT_THAT(explanation_text(of), HasSubstr("less by 2.4 ± 0.6 µs.\n"));
}

TEST(explanation_text, of_parts_that_overlap_does_not_say_that_less_than_nothing_is_left) {
    explanation of = made_up_explanation();
    of.shares[2].ns = give_or_take(-2'600, 700);
    EXPECT_THAT(explanation_text(of),
                HasSubstr("\n  these parts overlap: they add up to more than the cost, by 2.6 ± "
                          "0.7 µs\n"));
}

TEST(explanation_text, of_what_the_kernel_says_has_what_is_resolved) {
    explanation of = made_up_explanation();
    of.shares.insert(of.shares.begin(), {{share_kind::stopped, {}, give_or_take(900, 100), true},
                                         {share_kind::throttled, {}, give_or_take(800, 100), true},
                                         {share_kind::stolen, {}, give_or_take(700, 100), true},
                                         {share_kind::rare, {}, give_or_take(600, 100), true},
                                         {share_kind::stolen, {}, give_or_take(1, 100), false}});
    const std::string text = explanation_text(of);
    EXPECT_THAT(text, HasSubstr("\n  900 ± 100 ns is there because the process was stopped and "
                                "continued\n  800 ± 100 ns is there because its cgroup had used "
                                "up its quota\n  700 ± 100 ns is there because the host ran "
                                "something else\n  600 ± 100 ns comes from a few batches that "
                                "took much longer than the others\n  13.1 ±"));
}

TEST(explanation_text, of_nothing_that_was_resolved_is_a_result) {
    explanation of = made_up_explanation();
    for (explain::tried_alone& one : of.alone) {
        one.resolved = false;
    }
    of.shares = {{share_kind::rest, {}, of.cost_ns, true}};
    const std::string text = explanation_text(of);
    EXPECT_THAT(text, HasSubstr("costs 17.9 ± 0.4 µs.\n"
                                "No intervention made a difference that this run could see.\n"
                                "  17.9 ± 0.4 µs is not explained\n"
                                "Nothing was resolved from: cpus=busy, idle=shallow, "));
    EXPECT_THAT(text, Not(HasSubstr("With ")));
    EXPECT_THAT(text, Not(HasSubstr("Settings with the same effect")));
}

TEST(explanation_text, of_a_case_without_a_share_says_that_it_was_not_measured) {
    EXPECT_THAT(explanation_text({}), HasSubstr("was not measured"));
    explanation of = made_up_explanation();
    of.shares.clear();
    EXPECT_EQ(explanation_text(of), of.of.name() + " was not measured.\n");
}

TEST(explanation_text, of_too_few_passes_does_not_say_that_there_was_nothing_to_see) {
    explanation of = made_up_explanation();
    of.alone = {held_alone("slack=1ns", {10, std::nullopt}, false)};
    EXPECT_THAT(explanation_text(of), HasSubstr("too few passes to resolve a difference.\n"));
    of.alone = {held_alone("slack=1ns", give_or_take(10, 400), false)};
    EXPECT_THAT(explanation_text(of), HasSubstr("No intervention made a difference"));
}

TEST(explanation_text, of_a_share_that_the_second_stage_alone_resolved_does_not_deny_it) {
    explanation of = made_up_explanation();
    of.alone = {held_alone("slack=1ns", give_or_take(13'000, 20'000), false)};
    of.shares[0].of = {"slack=1ns"};
    const std::string text = explanation_text(of);
    EXPECT_THAT(text, HasSubstr("13.1 ± 0.6 µs goes under slack=1ns"));
    EXPECT_THAT(text, Not(HasSubstr("Nothing was resolved")));
    EXPECT_THAT(text, Not(HasSubstr("No intervention made a difference")));
}

TEST(explanation_text, has_no_plus_minus_that_denies_what_its_range_says) {
    explanation of = made_up_explanation();
    const measure::estimate part = within(500, 10, 1'010);
    EXPECT_EQ(part_text(part, of.cost_ns), range_text(*part.range));
    EXPECT_EQ(part_text(give_or_take(500, 490), of.cost_ns), "500 ± 490 ns");
}

TEST(explanation_text, of_a_strangers_file_stays_short_and_each_text_on_its_line) {
    explanation of = made_up_explanation();
    of.alone[0].effect = "goes\nwith nothing";
    of.alone[0].follows.command = "true\nfalse";
    EXPECT_THAT(explanation_text(of),
                AllOf(HasSubstr("goes with nothing"), HasSubstr("true false")));
    for (int i = 0; i < 1'000; ++i) {
        of.alone.push_back(held_alone("i" + std::to_string(i), give_or_take(900, 10), true));
        of.alone.back().follows.setting = "a setting";
        of.shares.push_back({share_kind::intervention, {of.alone.back().name}, {900, {}}, true});
    }
    const std::string text = explanation_text(of);
    EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 20 + 1 + 3 * 20);
}

TEST(explanation_text, names_three_that_are_not_possible_and_counts_the_others) {
    explanation of = made_up_explanation();
    of.not_here = {{"a", "why a"}, {"b", "why b"}, {"c", "why c"}};
    EXPECT_THAT(explanation_text(of), HasSubstr("Not possible here: c: why c.\nSettings with"));
    of.not_here.push_back({"d", "why d"});
    of.not_here.push_back({"e", "why e"});
    EXPECT_THAT(explanation_text(of),
                HasSubstr("Not possible here: c: why c.\n2 more are not possible here; the file "
                          "that --json writes has the reasons.\nSettings with"));
}

TEST(explanation_text, takes_twenty_lines_at_most_and_names_what_has_no_line) {
    explanation of = made_up_explanation();
    of.shares.clear();
    for (const char* name : {"f1", "f2", "f3", "f4", "f5"}) {
        of.alone.push_back(held_alone(name, give_or_take(1'000, 100), true));
        of.shares.push_back({share_kind::intervention, {name}, give_or_take(1'000, 100), true});
    }
    for (const share_kind kind : {share_kind::stopped, share_kind::throttled, share_kind::stolen,
                                  share_kind::base, share_kind::rare, share_kind::rest}) {
        of.shares.push_back({kind, {}, give_or_take(1'000, 100), true});
    }
    for (int i = 0; i < 9; ++i) {
        of.alone.push_back(
            held_alone("way" + std::to_string(i), give_or_take(-1'000 - i, 100), true));
        of.not_here.push_back({"no" + std::to_string(i), "why"});
    }
    const std::string text = verdict_of(of);
    EXPECT_EQ(lines_of(text), 20U) << text;
    for (const char* name : {"placement=free", "policy=batch", "way0", "way8"}) {
        EXPECT_THAT(text, HasSubstr(name));
    }
}

TEST(same_effect, is_of_resolved_shares_alone_and_each_once) {
    explanation of = made_up_explanation();
    of.shares.push_back(of.shares[0]);
    EXPECT_THAT(same_effect(of), ElementsAre(of.find("cpus=busy"), of.find("idle=shallow")));
    of.shares[0].resolved = of.shares[3].resolved = false;
    EXPECT_THAT(same_effect(of), IsEmpty()) << "the base has no setting";
}

TEST(share_words, of_an_intervention_that_is_not_listed_has_its_name) {
    explanation of = made_up_explanation();
    EXPECT_EQ(share_words({share_kind::intervention, {"a", "b"}, {}, true}, of), "goes with a+b");
    EXPECT_EQ(share_words({share_kind::intervention, {"slack=1ns"}, {}, true}, of),
              "goes under slack=1ns");
}

} // namespace
} // namespace tollgate::report
