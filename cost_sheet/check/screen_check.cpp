// SPDX-License-Identifier: BSL-1.0
#include "screen/screen.hpp"

#include "made_up_sheet.hpp"
#include "screen/lines.hpp"
#include "screen/screen_text.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <regex>

namespace tollgate::cost_sheet {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

constexpr std::size_t passes = 9;

stats::interval interval_of(double low, double high) {
    return {low, high, measure::confidence};
}

/// What a pattern asks for, and nothing else.
measure::case_key key_of(const report::case_pattern& of) {
    std::vector<measure::parameter> parameters;
    for (const auto& [name, text] : of.texts) {
        const bool number = !text.empty() && text.find_first_not_of("0123456789") == text.npos;
        if (number) {
            parameters.emplace_back(name, std::uint64_t{std::stoull(text)});
        } else if (!text.empty()) {
            parameters.emplace_back(name, text);
        }
    }
    return {of.path, std::move(parameters)};
}

sheet_case case_of(const report::case_pattern& of, double value_ns) {
    sheet_case one = made_up_case("x", value_ns, value_ns * 0.01);
    one.key = key_of(of);
    for (std::size_t pass = 0; pass < passes; ++pass) {
        const double moved = value_ns * (1 + 0.001 * static_cast<double>(pass % 3));
        one.pass_costs.push_back({pass, std::log(moved)});
    }
    return one;
}

/// Every case of which a line is made: the first of several peers cheaper than the others. What a
/// case costs besides another is what is asked for.
sheet sheet_of(const std::function<double(topic)>& cost_of) {
    sheet all;
    all.files = {made_up_file("testAll", "all.json")};
    for (const section_rule& section : screen_rules()) {
        for (const group_rule& group : section.groups) {
            for (const line_rule& line : group) {
                const double less_ns = line.less ? 50 : 0;
                double value_ns = cost_of(line.about) + less_ns;
                for (const report::case_pattern& one : line.among) {
                    all.cases.push_back(case_of(one, value_ns));
                    value_ns *= 2;
                }
                if (line.less) {
                    all.cases.push_back(case_of(*line.less, less_ns));
                }
            }
        }
    }
    return all;
}

/// Each costs three times what the one before it costs, so that all differences are resolved.
sheet healthy_sheet() {
    double cost_ns = 1;
    std::map<topic, double> known;
    return sheet_of([&](topic about) {
        const auto [at, is_new] = known.try_emplace(about, cost_ns);
        cost_ns *= is_new ? 1.5 : 1;
        return at->second;
    });
}

std::vector<const claim_rule*> all_claims() {
    std::vector<const claim_rule*> claims;
    for (const section_rule& section : screen_rules()) {
        for (const claim_rule& one : section.claims) {
            claims.push_back(&one);
        }
    }
    return claims;
}

const line_rule& rule_of(topic about) {
    for (const section_rule& section : screen_rules()) {
        for (const group_rule& group : section.groups) {
            for (const line_rule& one : group) {
                if (one.about == about) {
                    return one;
                }
            }
        }
    }
    throw std::logic_error("a topic without a line");
}

/// The sentence about this subject; empty if there is none.
std::string sentence_of(const screen& shown, const claim_rule& rule) {
    for (const screen_section& section : shown.sections) {
        for (const std::string& one : section.sentences) {
            if (one.starts_with(rule.subject)) {
                return one;
            }
        }
    }
    return {};
}

/// Does something to every case that this line is made of.
void each_case(sheet& all, topic about, const std::function<void(sheet_case&)>& change) {
    const line_rule& rule = rule_of(about);
    for (sheet_case& one : all.cases) {
        for (const report::case_pattern& each : rule.among) {
            if (each.matches(one.key)) {
                change(one);
            }
        }
    }
}

void remove_cases(sheet& all, topic about) {
    const line_rule& rule = rule_of(about);
    std::erase_if(all.cases, [&](const sheet_case& one) {
        return std::any_of(rule.among.begin(), rule.among.end(),
                           [&](const auto& each) { return each.matches(one.key); });
    });
}

class screen_sentence : public ::testing::TestWithParam<std::size_t> {
protected:
    const claim_rule& rule_ = *all_claims().at(GetParam());
};

TEST_P(screen_sentence, is_said_with_the_ratio_of_each_where_all_is_resolved) {
    const std::string said = sentence_of(make_screen(healthy_sheet()), rule_);
    for (const claim_rule::other& each : rule_.others) {
        EXPECT_THAT(said, HasSubstr(std::string(each.name)));
    }
    EXPECT_THAT(said, AllOf(HasSubstr(std::string(rule_.verb)), Not(HasSubstr("resolved"))));
}

TEST_P(screen_sentence, names_no_ratio_where_nothing_is_resolved) {
    const sheet all = sheet_of([](topic) { return 20.0; });
    const std::string said = sentence_of(make_screen(all), rule_);
    EXPECT_THAT(said, AllOf(HasSubstr("no difference"), HasSubstr("is resolved."),
                            Not(HasSubstr("times")), Not(HasSubstr("1/"))));
}

TEST_P(screen_sentence, is_not_said_without_its_case) {
    sheet all = healthy_sheet();
    remove_cases(all, rule_.about);
    EXPECT_EQ(sentence_of(make_screen(all), rule_), "");
}

TEST_P(screen_sentence, names_nothing_that_was_not_measured) {
    for (const claim_rule::other& each : rule_.others) {
        sheet all = healthy_sheet();
        remove_cases(all, each.about);
        EXPECT_THAT(sentence_of(make_screen(all), rule_), Not(HasSubstr(std::string(each.name))));
    }
}

TEST_P(screen_sentence, is_not_said_of_what_is_not_available) {
    sheet all = healthy_sheet();
    remove_cases(all, rule_.about);
    for (const report::case_pattern& one : rule_of(rule_.about).among) {
        all.files[0].unavailable.push_back({key_of(one), "there is one CPU"});
    }
    EXPECT_EQ(sentence_of(make_screen(all), rule_), "");
}

TEST_P(screen_sentence, is_not_said_of_a_run_whose_proof_failed) {
    sheet all = healthy_sheet();
    each_case(all, rule_.about, [](sheet_case& one) { one.proven = false; });
    EXPECT_EQ(sentence_of(make_screen(all), rule_), "");
    all = healthy_sheet();
    all.files[0].proven = false;
    EXPECT_THAT(make_screen(all).sections, IsEmpty());
}

TEST_P(screen_sentence, is_not_said_of_a_cost_that_is_not_known_well_enough) {
    sheet all = healthy_sheet();
    const bool besides = rule_of(rule_.about).less.has_value();
    each_case(all, rule_.about, [&](sheet_case& one) {
        const double unsure_ns = (besides ? 1 : 0.6) * one.value_ns;
        one.range = interval_of(one.value_ns - unsure_ns, one.value_ns + unsure_ns);
        one.pass_costs.clear();
    });
    EXPECT_EQ(sentence_of(make_screen(all), rule_), "");
}

TEST_P(screen_sentence, of_an_old_file_without_passes_needs_intervals_that_do_not_meet) {
    sheet all = healthy_sheet();
    for (sheet_case& one : all.cases) {
        one.pass_costs.clear();
        one.range = interval_of(one.value_ns * 0.999, one.value_ns * 1.001);
    }
    EXPECT_THAT(sentence_of(make_screen(all), rule_), Not(HasSubstr("resolved")));
    for (sheet_case& one : all.cases) {
        one.range.reset();
    }
    EXPECT_EQ(sentence_of(make_screen(all), rule_), "");
}

INSTANTIATE_TEST_SUITE_P(each, screen_sentence, ::testing::Range<std::size_t>(0, 6));

TEST(screen, has_a_sentence_for_each_rule_that_is_checked) {
    EXPECT_THAT(all_claims(), SizeIs(6));
}

TEST(screen, a_sentence_tells_what_is_resolved_from_what_is_not) {
    sheet all = sheet_of([](topic about) {
        return about == topic::fiber_own || about == topic::thread_sleeps ? 20.0 : 2'000.0;
    });
    const std::string said = sentence_of(make_screen(all), *all_claims()[0]);
    EXPECT_EQ(said, "A fiber switch costs 1/100 of a thread hand-off on one CPU; no difference "
                    "from one to a CPU that sleeps is resolved.");
}

TEST(screen, the_host_is_named_in_a_virtual_machine_alone) {
    sheet all = healthy_sheet();
    const claim_rule& wake = *all_claims().back();
    ASSERT_FALSE(wake.in_a_guest.empty());
    const std::string host(wake.in_a_guest);
    EXPECT_THAT(sentence_of(make_screen(all), wake), Not(HasSubstr(host)));
    environment::verdict machine{"hypervisor", environment::condition::ok, "none", "", "", ""};
    all.files[0].environment = {machine};
    EXPECT_THAT(sentence_of(make_screen(all), wake), Not(HasSubstr(host)));
    all.files[0].environment[0].state = environment::condition::bad;
    EXPECT_THAT(sentence_of(make_screen(all), wake), HasSubstr(host));
}

/// The line about this.
const screen_line& line_of(const screen& shown, topic about) {
    const std::string_view what = rule_of(about).what;
    for (const screen_section& section : shown.sections) {
        for (const screen_line& one : section.lines) {
            if (one.what.starts_with(what)) {
                return one;
            }
        }
    }
    throw std::logic_error("no such line");
}

TEST(screen, every_line_leads_to_its_cases) {
    for (const section_rule& section : screen_rules()) {
        for (const group_rule& group : section.groups) {
            for (const line_rule& line : group) {
                if (line.what.empty()) {
                    continue;
                }
                for (const report::case_pattern& one : line.among) {
                    EXPECT_TRUE(
                        std::regex_search(key_of(one).name(), std::regex(std::string(line.only))))
                        << line.what;
                }
            }
        }
    }
}

TEST(screen, of_several_peers_the_cheapest_is_named) {
    const screen shown = make_screen(healthy_sheet());
    EXPECT_EQ(line_of(shown, topic::stream_peer).what, "stream, best peer: cached_ring");
    sheet all = healthy_sheet();
    for (sheet_case& one : all.cases) {
        if (one.key.is("impl", {"tbb_bounded"})) {
            one.value_ns = 0.5;
        }
    }
    EXPECT_EQ(line_of(make_screen(all), topic::stream_peer).what, "stream, best peer: tbb_bounded");
}

TEST(screen, a_ratio_is_to_the_cheapest_way_to_do_the_same) {
    const screen shown = make_screen(
        sheet_of([](topic about) { return about == topic::timers_heap ? 40.0 : 20.0; }));
    EXPECT_EQ(ratio_cell(line_of(shown, topic::timers_wheel)), "1");
    EXPECT_EQ(ratio_cell(line_of(shown, topic::timers_heap)), "2.0");
    EXPECT_EQ(ratio_cell(line_of(shown, topic::checkpoint)), "") << "the stamp has no line";
    EXPECT_EQ(ratio_cell(line_of(shown, topic::limit_kernel)), "") << "it is a difference";
}

TEST(screen, a_tie_is_marked) {
    const screen shown = make_screen(sheet_of([](topic) { return 20.0; }));
    EXPECT_EQ(ratio_cell(line_of(shown, topic::fiber_own)), "1");
    EXPECT_EQ(ratio_cell(line_of(shown, topic::fiber_boost)), "= 1");
}

TEST(screen, a_poor_cost_is_no_ground_for_a_ratio) {
    sheet all = sheet_of([](topic about) { return about == topic::timers_wheel ? 20.0 : 40.0; });
    each_case(all, topic::timers_wheel, [](sheet_case& one) { one.range = interval_of(1, 100); });
    const screen shown = make_screen(all);
    EXPECT_EQ(cost_cell(line_of(shown, topic::timers_wheel)), "not measured well enough here");
    EXPECT_EQ(ratio_cell(line_of(shown, topic::timers_heap)), "");
}

TEST(screen, costs_are_printed_by_how_sure_they_are) {
    sheet all = healthy_sheet();
    each_case(all, topic::checkpoint, [](sheet_case& one) { one.value_ns = 18'000; });
    const auto shown_as = [&](double low_ns, double high_ns) {
        each_case(all, topic::checkpoint,
                  [&](sheet_case& one) { one.range = interval_of(low_ns, high_ns); });
        return cost_cell(line_of(make_screen(all), topic::checkpoint));
    };
    EXPECT_EQ(shown_as(17'640, 18'360), "18.0 µs ± 2.0 %");
    EXPECT_EQ(shown_as(15'000, 21'000), "15 to 21 µs");
    EXPECT_EQ(shown_as(2'000, 21'000), "not measured well enough here");
}

TEST(screen, what_is_added_is_over_the_passes_that_both_have) {
    sheet all = sheet_of([](topic) { return 20.0; });
    EXPECT_EQ(cost_cell(line_of(make_screen(all), topic::token_wait)), "20.0 ns ± 0.1 %");
    for (sheet_case& one : all.cases) {
        one.pass_costs.clear(); // then the intervals are all that there is
    }
    EXPECT_EQ(cost_cell(line_of(make_screen(all), topic::token_wait)), "20 ns ± 6.0 %");
}

TEST(screen, what_adds_nothing_that_is_resolved_is_below_a_bound) {
    sheet all = sheet_of([](topic) { return 0.0; });
    each_case(all, topic::token_wait, [](sheet_case& one) {
        for (std::size_t i = 0; i < one.pass_costs.size(); ++i) {
            one.pass_costs[i].log_ns += i % 2 == 0 ? 0.02 : -0.02;
        }
    });
    EXPECT_THAT(cost_cell(line_of(make_screen(all), topic::token_wait)),
                ::testing::StartsWith("below "));
    for (sheet_case& one : all.cases) {
        one.pass_costs.clear();
    }
    EXPECT_EQ(cost_cell(line_of(make_screen(all), topic::token_wait)), "below 1.0 ns");
}

TEST(screen, says_why_a_case_is_not_there) {
    sheet all = healthy_sheet();
    remove_cases(all, topic::thread_sleeps);
    EXPECT_THROW(static_cast<void>(line_of(make_screen(all), topic::thread_sleeps)),
                 std::logic_error);
    all.files[0].unavailable = {
        {measure::case_key("thread/*", {{"threads", 4u}, {"placement", "core"}}),
         "there is 1 CPU"}};
    EXPECT_EQ(cost_cell(line_of(make_screen(all), topic::thread_sleeps)),
              "not here: there is 1 CPU");
    EXPECT_THAT(screen_text(all, make_screen(all)), HasSubstr("not here: there is 1 CPU"));
}

TEST(screen, a_reason_is_that_of_its_own_case) {
    sheet all = healthy_sheet();
    remove_cases(all, topic::fiber_boost);
    remove_cases(all, topic::token_returned);
    remove_cases(all, topic::thread_sleeps);
    all.files[0].unavailable = {
        {measure::case_key("thread/*", {{"threads", 4U}, {"placement", "smt"}}), "no siblings"},
        {measure::case_key("cancel/cancel_to_return", {{"placement", "core"}}), "one CPU"}};
    const screen shown = make_screen(all);
    EXPECT_THROW(static_cast<void>(line_of(shown, topic::fiber_boost)), std::logic_error)
        << "of another program";
    EXPECT_THROW(static_cast<void>(line_of(shown, topic::thread_sleeps)), std::logic_error)
        << "of another placement";
    EXPECT_EQ(cost_cell(line_of(shown, topic::token_returned)), "not here: one CPU");
}

TEST(screen, is_of_one_run_of_each_program_on_one_machine) {
    sheet all = healthy_sheet();
    all.files.push_back(all.files[0]);
    EXPECT_THAT(make_screen(all).sections, IsEmpty());
    all.files[1].about.program = "testOther";
    EXPECT_THAT(make_screen(all).sections, Not(IsEmpty()));
    all.files[1].about.cpu_model = "Another CPU";
    EXPECT_THAT(make_screen(all).sections, IsEmpty());
}

TEST(screen, a_sweep_has_no_line) {
    sheet all = healthy_sheet();
    const report::case_pattern& boost = rule_of(topic::fiber_boost).among.front();
    for (const std::uint64_t fibers : {2U, 128U}) {
        sheet_case one = case_of(boost, 40);
        one.key = one.key.with("fibers", fibers);
        all.cases.push_back(one);
    }
    EXPECT_THROW(static_cast<void>(line_of(make_screen(all), topic::fiber_boost)),
                 std::logic_error);
}

TEST(screen, what_a_run_did_not_tell_apart_is_a_tie) {
    sheet all = healthy_sheet();
    ASSERT_FALSE(line_of(make_screen(all), topic::timers_heap).tied);
    const std::string wheel = key_of(rule_of(topic::timers_wheel).among.front()).name();
    each_case(all, topic::timers_heap, [&](sheet_case& one) { one.not_told_from = wheel; });
    EXPECT_TRUE(line_of(make_screen(all), topic::timers_heap).tied);
    const std::string stamp = key_of(rule_of(topic::checkpoint_stamp).among.front()).name();
    each_case(all, topic::checkpoint, [&](sheet_case& one) { one.not_told_from = stamp; });
    EXPECT_THAT(sentence_of(make_screen(all), *all_claims()[4]), HasSubstr("is resolved"));
}

TEST(screen, no_ratio_where_a_poor_cost_may_be_the_cheapest) {
    sheet all = sheet_of([](topic about) { return about == topic::timers_wheel ? 20.0 : 40.0; });
    each_case(all, topic::message_fibers, [](sheet_case& one) {
        one.value_ns = 10;
        one.range = interval_of(1, 100);
    });
    EXPECT_EQ(ratio_cell(line_of(make_screen(all), topic::message_fibers_boost)), "");
}

TEST(screen, no_sentence_compares_what_is_no_cost) {
    sheet all = sheet_of([](topic about) { return about == topic::limit_counter ? -5.0 : 20.0; });
    EXPECT_EQ(sentence_of(make_screen(all), *all_claims()[2]), "");
}

TEST(screen, the_host_has_no_part_in_what_is_faster) {
    sheet all = sheet_of([](topic about) { return about == topic::woken_same ? 90.0 : 20.0; });
    all.files[0].environment = {
        {"hypervisor", environment::condition::bad, "kvm", "stolen time", "", ""}};
    const claim_rule& wake = *all_claims().back();
    EXPECT_THAT(sentence_of(make_screen(all), wake),
                AllOf(HasSubstr("times"), Not(HasSubstr("host"))));
}

TEST(screen, runs_that_are_partial_or_short_are_named_first) {
    sheet all = healthy_sheet();
    all.files[0].partial = true;
    all.files[0].passes = 2;
    all.files[0].environment = {
        {"hypervisor", environment::condition::bad, "kvm", "stolen time", "", ""}};
    EXPECT_THAT(make_screen(all).environment,
                ::testing::ElementsAre("partial, interrupted: testAll",
                                       "too few passes, so that ± is too narrow: testAll",
                                       "hypervisor: kvm (stolen time)"));
}

TEST(screen_text, says_which_runs_failed_a_proof) {
    sheet all = healthy_sheet();
    all.files.push_back(made_up_file("testOther", "other.json"));
    all.files[1].proven = false;
    EXPECT_THAT(
        screen_text(all, make_screen(all)),
        HasSubstr("\nFAILED: a proof of work in other.json: its figures are worth nothing\n"));
}

TEST(screen, has_the_sections_of_what_was_measured) {
    sheet all = healthy_sheet();
    std::erase_if(all.cases, [](const sheet_case& one) { return one.key.program() != "sleep"; });
    EXPECT_THAT(make_screen(all).sections, SizeIs(1));
    all.cases.clear();
    EXPECT_THAT(make_screen(all).sections, IsEmpty());
    EXPECT_THAT(make_screen(all).environment, IsEmpty());
}

TEST(screen, names_what_can_be_helped_before_what_cannot_and_three_things_at_most) {
    using environment::condition;
    sheet all = healthy_sheet();
    all.files[0].environment = {{"power", condition::unknown, "?", "why", "", ""},
                                {"perf", condition::unknown, "off", "why", "sysctl", ""},
                                {"hypervisor", condition::bad, "kvm", "stolen time", "", ""},
                                {"governor", condition::bad, "powersave", "why", "cpupower", ""},
                                {"clock", condition::ok, "tsc", "", "", ""}};
    EXPECT_THAT(make_screen(all).environment,
                ::testing::ElementsAre("governor: powersave; against it: cpupower",
                                       "hypervisor: kvm (stolen time)",
                                       "perf: off; against it: sysctl"));
    all.files[0].environment.push_back({"load", condition::bad, "9", "why", "", ""});
    EXPECT_THAT(make_screen(all).environment, AllOf(SizeIs(3), Not(Contains(HasSubstr("perf")))));
}

TEST(screen, names_cpus_that_the_host_moved_first) {
    sheet all = healthy_sheet();
    all.files[0].environment = {
        {"hypervisor", environment::condition::bad, "kvm", "stolen time", "", ""}};
    all.files[0].distances[{0, 1}] = {47, 0.82, 30, 165, 300};
    EXPECT_THAT(
        make_screen(all).environment,
        ::testing::ElementsAre("distance: the host moves CPUs 0 and 1; 47.0 ns apart 82 % of "
                               "the time, else 30.0 ns to 165 ns",
                               "hypervisor: kvm (stolen time)"));
    all.files[0].distances[{0, 1}].usual_share = 0.96;
    EXPECT_THAT(make_screen(all).environment, SizeIs(1)) << "they mostly stayed";
    all.files[0].distances[{0, 1}].usual_share = 0.5;
    all.files[0].environment[0].state = environment::condition::ok;
    EXPECT_THAT(make_screen(all).environment, IsEmpty()) << "there is no host";
}

std::size_t width_of(const std::string& line) {
    return static_cast<std::size_t>(
        std::count_if(line.begin(), line.end(), [](char one) { return (one & 0xC0) != 0x80; }));
}

TEST(screen_text, has_at_most_40_lines_of_100_columns) {
    sheet all = healthy_sheet();
    all.files[0].about.cpu_model = std::string(200, 'x');
    all.files[0].about.kernel = std::string(200, 'y');
    const std::string why(50, 'w');
    for (const char* name : {"hypervisor", "load", "pressure", "governor"}) {
        all.files[0].environment.push_back(
            {name, environment::condition::bad, "found", why + " " + why + " " + why, "", ""});
    }
    const std::string text = screen_text(all, make_screen(all));
    EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 40) << text;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        EXPECT_LE(width_of(line), 100U) << line;
    }
}

TEST(screen_text, cuts_a_line_between_words) {
    sheet all = healthy_sheet();
    all.files[0].environment = {{"load", environment::condition::bad, "9",
                                 std::string(60, 'a') + " " + std::string(60, 'b'), "", ""}};
    EXPECT_THAT(screen_text(all, make_screen(all)),
                HasSubstr("load: 9 (" + std::string(60, 'a') + " …\n"));
}

TEST(screen_text, no_byte_from_a_file_steers_a_terminal) {
    sheet all = healthy_sheet();
    all.files[0].about.cpu_model = "\x1b[2J";
    all.files[0].environment = {
        {"\x1b[1m", environment::condition::bad, "\x07", "\x1b]0;x", "", ""}};
    remove_cases(all, topic::thread_sleeps);
    all.files[0].unavailable = {
        {measure::case_key("thread/*", {{"placement", "core"}}), "\x1b[31m"}};
    EXPECT_THAT(screen_text(all, make_screen(all)), Not(HasSubstr("\x1b")));
}

} // namespace
} // namespace tollgate::cost_sheet
