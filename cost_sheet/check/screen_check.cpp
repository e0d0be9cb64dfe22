// SPDX-License-Identifier: BSL-1.0
#include "made_up_screen.hpp"
#include "screen/screen.hpp"

#include <gmock/gmock.h>

#include <regex>
#include <stdexcept>
#include <string>

namespace tollgate::cost_sheet {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

TEST(screen, every_line_leads_to_its_cases) {
    for (const line_rule* line : all_lines()) {
        for (const report::case_pattern& one : line->among) {
            EXPECT_TRUE(std::regex_search(key_of(one).name(), std::regex(line->only)))
                << line->what;
        }
    }
}

TEST(screen, of_several_peers_the_cheapest_is_named) {
    const screen shown = make_screen(healthy_sheet());
    EXPECT_EQ(line_of(shown, "stream_peer").what, "stream, peer: cached_ring");
    results all = healthy_sheet();
    for (case_row& one : all.cases) {
        if (one.key().is("impl", {"tbb_bounded"})) {
            one.cost.ns.value = 0.5;
        }
    }
    EXPECT_EQ(line_of(make_screen(all), "stream_peer").what, "stream, peer: tbb_bounded");
}

TEST(screen, a_switch_is_by_that_yield_usually_linked_and_with_usual_stacks) {
    results all = healthy_sheet();
    const std::string scheduler = cost_cell(line_of(make_screen(all), "fiber_scheduler"));
    for (const measure::parameter& other :
         {measure::parameter{"linked", "static"}, measure::parameter{"stack", "tollgate"}}) {
        all.cases.push_back(all.cases.front());
        all.cases.back().record.key =
            key_of(rule_of("fiber_scheduler").among.front()).with(other.name, other.value);
    }
    remove_cases(all, "fiber_own");
    const screen shown = make_screen(all);
    EXPECT_EQ(cost_cell(line_of(shown, "fiber_scheduler")), scheduler);
    EXPECT_THROW(static_cast<void>(line_of(shown, "fiber_own")), std::logic_error);
    EXPECT_EQ(sentence_of(shown, *all_claims()[0]), "") << "it is said of the other yield";
}

TEST(screen, a_line_names_what_its_rule_leaves_open) {
    results all = healthy_sheet();
    for (case_row& one : all.cases) {
        one.record.key = one.key().with("flavour", "quick");
    }
    const screen shown = make_screen(all);
    ASSERT_THAT(shown.sections, Not(IsEmpty()));
    for (const screen_section& section : shown.sections) {
        for (const screen_line& line : section.lines) {
            EXPECT_THAT(line.what, HasSubstr("flavour:quick"));
        }
    }
}

TEST(screen, the_time_that_a_thread_loses_is_that_of_all_cpus) {
    results all = healthy_sheet();
    all.cases.push_back(all.cases.front());
    all.cases.back().record.key = {"noise/lost_time", {{"cpu", std::uint64_t{2}}}};
    EXPECT_THAT(lost_time(all).lines, IsEmpty()) << "its file has none";
    all.files[0].lost_times = {{0, 2, {0.044, {}}, 3'100'000, 2.4}, {1, 5, {0.076, {}}, 0, 0}};
    const screen shown = make_screen(all);
    const screen_line& line = line_of(shown, "lost_time");
    EXPECT_EQ(line.what, "time lost on a CPU, gaps up to 3.10 ms");
    EXPECT_EQ(cost_cell(line), "4.4 to 7.6 %");
    EXPECT_EQ(line.of, all.cases.size() - 1);
    all.files[0].failures = {"a proof"};
    EXPECT_THAT(lost_time(all).lines, IsEmpty());
}

TEST(screen, a_ratio_is_to_the_cheapest_way_to_do_the_same) {
    const screen shown = make_screen(
        sheet_of([](std::string_view about) { return about == "timers_heap" ? 40.0 : 20.0; }));
    EXPECT_EQ(ratio_cell(line_of(shown, "timers_wheel")), "1");
    EXPECT_EQ(ratio_cell(line_of(shown, "timers_heap")), "2.0");
    EXPECT_EQ(ratio_cell(line_of(shown, "checkpoint")), "") << "the stamp has no line";
    EXPECT_EQ(ratio_cell(line_of(shown, "limit_kernel")), "") << "it is a difference";
    EXPECT_EQ(ratio_cell(line_of(shown, "fiber_own")), "1");
    EXPECT_EQ(ratio_cell(line_of(shown, "fiber_boost")), "=") << "a tie has no ratio";
}

TEST(screen, costs_are_printed_by_how_sure_they_are) {
    results all = healthy_sheet();
    each_case(all, "checkpoint", [](case_row& one) { one.cost.ns.value = 18'000; });
    const auto shown_as = [&](double low_ns, double high_ns) {
        each_case(all, "checkpoint",
                  [&](case_row& one) { one.cost.ns.range = interval_of(low_ns, high_ns); });
        return cost_cell(line_of(make_screen(all), "checkpoint"));
    };
    EXPECT_EQ(shown_as(17'640, 18'360), "18.0 µs ± 2.0 %");
    EXPECT_EQ(shown_as(15'000, 21'000), "15 to 21 µs");
    EXPECT_EQ(shown_as(2'000, 21'000), "not measured well enough here");
}

TEST(screen, what_is_added_is_over_the_passes_that_both_have) {
    results all = sheet_of([](std::string_view) { return 20.0; });
    EXPECT_EQ(cost_cell(line_of(make_screen(all), "token_wait")), "20.0 ns ± 0.1 %");
    for (case_row& one : all.cases) {
        one.cost.passes.clear(); // then the intervals are all that there is
    }
    EXPECT_EQ(cost_cell(line_of(make_screen(all), "token_wait")), "20 ns ± 6.0 %");
    all = sheet_of([](std::string_view) { return 0.0; });
    for (case_row& one : all.cases) {
        one.cost.passes.clear();
    }
    EXPECT_EQ(cost_cell(line_of(make_screen(all), "token_wait")), "at most 1.0 ns");
}

TEST(screen, what_adds_little_is_below_a_bound_and_what_adds_much_is_a_range) {
    results all = sheet_of([](std::string_view) { return 4.0; });
    const auto shown_as = [&](double share) {
        each_case(all, "token_wait", [&](case_row& one) {
            for (std::size_t i = 0; i < one.cost.passes.size(); ++i) {
                one.cost.passes[i].log_ns = std::log(54 + (i % 2 == 0 ? share : -share));
            }
        });
        return cost_cell(line_of(make_screen(all), "token_wait"));
    };
    EXPECT_EQ(shown_as(3), "at most 7.0 ns") << "though it adds something";
    EXPECT_EQ(shown_as(1), "2.9 to 5.0 ns");
}

TEST(screen, a_reason_is_that_of_its_own_case) {
    results all = healthy_sheet();
    remove_cases(all, "fiber_boost");
    remove_cases(all, "token_returned");
    remove_cases(all, "thread_sleeps");
    all.files[0].unavailable = {
        {measure::case_key("thread/*", {{"threads", 4U}, {"placement", "smt"}}), "no siblings"},
        {measure::case_key("cancel/cancel_to_return", {{"placement", "core"}}), "one CPU"}};
    const screen shown = make_screen(all);
    EXPECT_THROW(static_cast<void>(line_of(shown, "fiber_boost")), std::logic_error)
        << "of another program";
    EXPECT_THROW(static_cast<void>(line_of(shown, "thread_sleeps")), std::logic_error)
        << "of another placement";
    EXPECT_EQ(cost_cell(line_of(shown, "token_returned")), "not here: one CPU");
    EXPECT_THAT(screen_text(all, shown), HasSubstr("not here: one CPU"));
}

TEST(screen, is_of_one_run_of_each_program_on_one_machine) {
    results all = healthy_sheet();
    all.files.push_back(all.files[0]);
    EXPECT_THAT(make_screen(all).sections, IsEmpty());
    all.files[1].about.program = "testOther";
    EXPECT_THAT(make_screen(all).sections, Not(IsEmpty()));
    all.files[1].about.cpu_model = "Another CPU";
    EXPECT_THAT(make_screen(all).sections, IsEmpty());
}

TEST(screen, what_a_run_did_not_tell_apart_is_a_tie) {
    results all = healthy_sheet();
    ASSERT_FALSE(line_of(make_screen(all), "timers_heap").tied);
    const std::string wheel = key_of(rule_of("timers_wheel").among.front()).name();
    each_case(all, "timers_heap", [&](case_row& one) { one.not_told_from = wheel; });
    EXPECT_TRUE(line_of(make_screen(all), "timers_heap").tied);
    const std::string stamp = key_of(rule_of("checkpoint_stamp").among.front()).name();
    each_case(all, "checkpoint", [&](case_row& one) { one.not_told_from = stamp; });
    EXPECT_THAT(sentence_of(make_screen(all), *all_claims()[4]), HasSubstr("is resolved"));
}

TEST(screen, a_sentence_does_not_resolve_what_is_a_tie_in_the_line_above) {
    results all = sheet_of([](std::string_view) { return 20.0; });
    each_case(all, "message_one_cpu", [](case_row& one) {
        // Of two rows by themselves t would be 3.6 with 7 degrees, which is 0.9 %.
        const double ratios[]{1.01, 1.03, 1.00, 1.04, 1.02, 1.005, 1.045, 1.01};
        one.cost.passes.resize(std::size(ratios));
        for (std::size_t i = 0; i < one.cost.passes.size(); ++i) {
            one.cost.passes[i].log_ns += std::log(ratios[i]);
        }
        one.cost.ns.value *= 1.02;
        one.cost.noise_floor = 0;
    });
    each_case(all, "message_fibers", [](case_row& one) { one.cost.noise_floor = 0; });
    const screen shown = make_screen(all);
    EXPECT_EQ(ratio_cell(line_of(shown, "message_one_cpu")), "=");
    EXPECT_THAT(sentence_of(shown, *all_claims()[1]),
                HasSubstr("no difference from threads on one CPU"));
}

TEST(screen, no_ratio_where_a_poor_cost_may_be_the_cheapest) {
    results all =
        sheet_of([](std::string_view about) { return about == "timers_wheel" ? 20.0 : 40.0; });
    each_case(all, "message_fibers", [](case_row& one) {
        one.cost.ns.value = 10;
        one.cost.ns.range = interval_of(1, 100);
    });
    EXPECT_EQ(ratio_cell(line_of(make_screen(all), "message_fibers_boost")), "");
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
    EXPECT_THAT(said, AllOf(HasSubstr(std::string(rule_.begin)), Not(HasSubstr("resolved"))));
}

TEST_P(screen_sentence, names_no_ratio_where_nothing_is_resolved) {
    const results all = sheet_of([](std::string_view) { return 20.0; });
    const std::string said = sentence_of(make_screen(all), rule_);
    EXPECT_THAT(said, AllOf(HasSubstr("no difference"), HasSubstr("is resolved."),
                            Not(HasSubstr("times")), Not(HasSubstr("1/"))));
}

TEST_P(screen_sentence, names_nothing_that_was_not_measured) {
    for (const claim_rule::other& each : rule_.others) {
        results all = healthy_sheet();
        remove_cases(all, each.about);
        EXPECT_THAT(sentence_of(make_screen(all), rule_), Not(HasSubstr(std::string(each.name))));
    }
}

TEST_P(screen_sentence, is_not_said_of_a_run_whose_proof_failed_or_what_is_not_available) {
    results all = healthy_sheet();
    each_case(all, rule_.about, [](case_row& one) { one.record.failures = {"a turn was lost"}; });
    EXPECT_EQ(sentence_of(make_screen(all), rule_), "");
    remove_cases(all, rule_.about);
    for (const report::case_pattern& one : rule_of(rule_.about).among) {
        all.files[0].unavailable.push_back({key_of(one), "there is one CPU"});
    }
    EXPECT_EQ(sentence_of(make_screen(all), rule_), "");
    all = healthy_sheet();
    all.files[0].failures = {"a turn was lost"};
    EXPECT_THAT(make_screen(all).sections, IsEmpty());
}

TEST_P(screen_sentence, is_not_said_of_a_cost_that_is_not_known_well_enough) {
    results all = healthy_sheet();
    const bool besides = rule_of(rule_.about).less.has_value();
    each_case(all, rule_.about, [&](case_row& one) {
        const double unsure_ns = (besides ? 1 : 0.6) * one.ns();
        one.cost.ns.range = interval_of(one.ns() - unsure_ns, one.ns() + unsure_ns);
        one.cost.passes.clear();
    });
    EXPECT_EQ(sentence_of(make_screen(all), rule_), "");
}

INSTANTIATE_TEST_SUITE_P(each, screen_sentence,
                         ::testing::Range<std::size_t>(0, all_claims().size()));

TEST(screen_sentences, a_sentence_tells_what_is_resolved_from_what_is_not) {
    results all = sheet_of([](std::string_view about) {
        return about == "fiber_own" || about == "thread_sleeps" ? 20.0 : 2'000.0;
    });
    const std::string said = sentence_of(make_screen(all), *all_claims()[0]);
    EXPECT_EQ(said, "A Tollgate yield costs 1/100 of a thread hand-off on one CPU; no difference "
                    "from one to an idle CPU is resolved.");
}

TEST(screen_sentences, claim_nothing_between_files_that_were_not_measured_in_turns) {
    results all = healthy_sheet();
    all.files.push_back(made_up_file("testThread", "thread.json"));
    for (const char* about : {"thread_one_cpu", "thread_sleeps"}) {
        each_case(all, about, [](case_row& one) { one.file = one.cost.file.emplace(1); });
    }
    all.files[0].spread_over_s = all.files[1].spread_over_s = 60;
    all.files[0].about.date = "2026-01-02T03:04:05Z"; // its end
    for (const char* end : {"2026-01-02T03:04:08Z", "2026-01-02T03:04:36Z", ""}) {
        all.files[1].about.date = end;
        const screen shown = make_screen(all);
        const bool in_turns = std::string(end).ends_with("8Z");
        EXPECT_EQ(ratio_cell(line_of(shown, "fiber_own")), "1");
        EXPECT_EQ(ratio_cell(line_of(shown, "thread_sleeps")).empty(), !in_turns) << end;
        EXPECT_THAT(sentence_of(shown, *all_claims()[0]),
                    HasSubstr(in_turns ? "times a thread hand-off"
                                       : "no ratio to a thread hand-off on one CPU or one to an "
                                         "idle CPU, which was not measured in turns with it."));
    }
}

TEST(screen_sentences, the_host_is_named_in_a_virtual_machine_alone) {
    results all = healthy_sheet();
    const claim_rule& wake = *all_claims().back();
    ASSERT_FALSE(wake.if_virtual.empty());
    const std::string host(wake.if_virtual);
    all.files[0].environment = {{"hypervisor", environment::condition::ok, "none", "", "", ""}};
    EXPECT_THAT(sentence_of(make_screen(all), wake), Not(HasSubstr(host)));
    all.files[0].environment[0].state = environment::condition::bad;
    EXPECT_THAT(sentence_of(make_screen(all), wake), HasSubstr(host));
    all.cases =
        sheet_of([](std::string_view about) { return about == "woken_same" ? 90.0 : 20.0; }).cases;
    EXPECT_THAT(sentence_of(make_screen(all), wake),
                AllOf(HasSubstr("times"), Not(HasSubstr(host))))
        << "it has no part in what is faster";
}

} // namespace
} // namespace tollgate::cost_sheet
