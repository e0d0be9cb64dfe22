// SPDX-License-Identifier: BSL-1.0
#include "fake_screen.hpp"
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
        for (const report::case_pattern& pattern : line->patterns) {
            EXPECT_TRUE(std::regex_search(key_of(pattern).name(), std::regex(line->only)))
                << line->label;
        }
    }
}

TEST(screen, a_line_names_the_cheapest_of_several_alternatives) {
    const screen shown = make_screen(healthy_results());
    EXPECT_EQ(line_of(shown, "stream_alternative").label, "stream: cached_ring");
    results all = healthy_results();
    for (case_row& row : all.cases) {
        if (row.key().is("impl", {"tbb_bounded"})) {
            row.cost.ns.value = 0.5;
        }
    }
    EXPECT_EQ(line_of(make_screen(all), "stream_alternative").label, "stream: tbb_bounded");
}

TEST(screen, a_switch_has_default_linking_and_stacks) {
    results all = healthy_results();
    const std::string scheduler = cost_cell(line_of(make_screen(all), "fiber_scheduler"));
    for (const measure::parameter& other :
         {measure::parameter{"linked", "static"}, measure::parameter{"stack", "tollgate"}}) {
        all.cases.push_back(all.cases.front());
        all.cases.back().record.key =
            key_of(rule_of("fiber_scheduler").patterns.front()).with(other.name, other.value);
    }
    remove_cases(all, "fiber_own");
    const screen shown = make_screen(all);
    EXPECT_EQ(cost_cell(line_of(shown, "fiber_scheduler")), scheduler);
    EXPECT_THROW(static_cast<void>(line_of(shown, "fiber_own")), std::logic_error);
    EXPECT_EQ(sentence_of(shown, *all_claims()[0]), "")
        << "the sentence is about the missing yield";
}

TEST(screen, a_line_names_the_texts_that_its_rule_leaves_open) {
    results all = healthy_results();
    for (case_row& row : all.cases) {
        row.record.key = row.key().with("flavour", "quick");
    }
    const screen shown = make_screen(all);
    ASSERT_THAT(shown.sections, Not(IsEmpty()));
    for (const screen_section& section : shown.sections) {
        for (const screen_line& line : section.lines) {
            EXPECT_THAT(line.label, HasSubstr("flavour:quick"));
        }
    }
}

TEST(screen, lost_time_is_of_all_cpus) {
    results all = healthy_results();
    all.cases.push_back(all.cases.front());
    all.cases.back().record.key = {"noise/lost_time", {{"cpu", std::uint64_t{2}}}};
    EXPECT_THAT(lost_time(all).lines, IsEmpty()) << "its file has none";
    all.files[0].lost_times = {{0, 2, {0.044, {}}, 3'100'000, 2.4}, {1, 5, {0.076, {}}, 0, 0}};
    const screen shown = make_screen(all);
    const screen_line& line = line_of(shown, "lost_time");
    EXPECT_EQ(line.label, "time lost on a CPU, gaps up to 3.10 ms");
    EXPECT_EQ(cost_cell(line), "4.4 to 7.6 %");
    EXPECT_EQ(line.case_index, all.cases.size() - 1);
    all.files[0].failures = {"a self-check"};
    EXPECT_THAT(lost_time(all).lines, IsEmpty());
}

TEST(screen, a_ratio_is_to_the_cheapest_way_to_do_the_same) {
    const screen shown = make_screen(
        results_of([](std::string_view about) { return about == "timers_heap" ? 40.0 : 20.0; }));
    EXPECT_EQ(ratio_cell(line_of(shown, "timers_wheel")), "1");
    EXPECT_EQ(ratio_cell(line_of(shown, "timers_heap")), "2.0");
    EXPECT_EQ(ratio_cell(line_of(shown, "checkpoint")), "") << "the stamp has no line";
    EXPECT_EQ(ratio_cell(line_of(shown, "timeout_kernel")), "") << "it is a difference";
    EXPECT_EQ(ratio_cell(line_of(shown, "fiber_own")), "1");
    EXPECT_EQ(ratio_cell(line_of(shown, "fiber_boost")), "=") << "no significant difference";
}

TEST(screen, the_format_of_a_cost_depends_on_its_uncertainty) {
    results all = healthy_results();
    each_case(all, "checkpoint", [](case_row& row) { row.cost.ns.value = 18'000; });
    const auto shown_as = [&](double low_ns, double high_ns) {
        each_case(all, "checkpoint",
                  [&](case_row& row) { row.cost.ns.range = interval_of(low_ns, high_ns); });
        return cost_cell(line_of(make_screen(all), "checkpoint"));
    };
    EXPECT_EQ(shown_as(17'640, 18'360), "18.0 µs ± 2.0 %");
    EXPECT_EQ(shown_as(15'000, 21'000), "15 to 21 µs");
    EXPECT_EQ(shown_as(2'000, 21'000), "not measured well enough here");
}

TEST(screen, a_difference_is_over_the_passes_of_both_cases) {
    results all = results_of([](std::string_view) { return 20.0; });
    EXPECT_EQ(cost_cell(line_of(make_screen(all), "token_wait")), "20.0 ns ± 0.1 %");
    for (case_row& row : all.cases) {
        row.cost.passes.clear(); // then only the intervals count
    }
    EXPECT_EQ(cost_cell(line_of(make_screen(all), "token_wait")), "20 ns ± 6.0 %");
    all = results_of([](std::string_view) { return 0.0; });
    for (case_row& row : all.cases) {
        row.cost.passes.clear();
    }
    EXPECT_EQ(cost_cell(line_of(make_screen(all), "token_wait")), "at most 1.0 ns");
}

TEST(screen, a_small_difference_is_a_bound_and_a_large_one_a_range) {
    results all = results_of([](std::string_view) { return 4.0; });
    const auto shown_as = [&](double share) {
        each_case(all, "token_wait", [&](case_row& row) {
            for (std::size_t i = 0; i < row.cost.passes.size(); ++i) {
                row.cost.passes[i].log_ns = std::log(54 + (i % 2 == 0 ? share : -share));
            }
        });
        return cost_cell(line_of(make_screen(all), "token_wait"));
    };
    EXPECT_EQ(shown_as(3), "at most 7.0 ns") << "though it adds something";
    EXPECT_EQ(shown_as(1), "2.9 to 5.0 ns");
}

TEST(screen, a_line_has_the_reason_of_its_own_case) {
    results all = healthy_results();
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
    results all = healthy_results();
    all.files.push_back(all.files[0]);
    EXPECT_THAT(make_screen(all).sections, IsEmpty());
    all.files[1].about.program = "testOther";
    EXPECT_THAT(make_screen(all).sections, Not(IsEmpty()));
    all.files[1].about.cpu_model = "Another CPU";
    EXPECT_THAT(make_screen(all).sections, IsEmpty());
}

TEST(screen, has_no_difference_where_the_run_found_none) {
    results all = healthy_results();
    ASSERT_FALSE(line_of(make_screen(all), "timers_heap").not_resolved);
    const std::string wheel = key_of(rule_of("timers_wheel").patterns.front()).name();
    each_case(all, "timers_heap", [&](case_row& row) { row.no_difference_from = wheel; });
    EXPECT_TRUE(line_of(make_screen(all), "timers_heap").not_resolved);
    const std::string stamp = key_of(rule_of("checkpoint_stamp").patterns.front()).name();
    each_case(all, "checkpoint", [&](case_row& row) { row.no_difference_from = stamp; });
    EXPECT_THAT(sentence_of(make_screen(all), *all_claims()[4]),
                HasSubstr("no significant difference"));
}

TEST(screen, a_sentence_agrees_with_the_line_above) {
    results all = results_of([](std::string_view) { return 20.0; });
    each_case(all, "message_one_cpu", [](case_row& row) {
        // For these two rows alone t is 3.6 with 7 degrees of freedom: the p-value is 0.9 %.
        const double ratios[]{1.01, 1.03, 1.00, 1.04, 1.02, 1.005, 1.045, 1.01};
        row.cost.passes.resize(std::size(ratios));
        for (std::size_t i = 0; i < row.cost.passes.size(); ++i) {
            row.cost.passes[i].log_ns += std::log(ratios[i]);
        }
        row.cost.ns.value *= 1.02;
        row.cost.noise_floor = 0;
    });
    each_case(all, "message_fibers", [](case_row& row) { row.cost.noise_floor = 0; });
    const screen shown = make_screen(all);
    EXPECT_EQ(ratio_cell(line_of(shown, "message_one_cpu")), "=");
    EXPECT_THAT(sentence_of(shown, *all_claims()[1]),
                HasSubstr("no significant difference from threads on one CPU"));
}

TEST(screen, no_ratio_where_a_poor_cost_may_be_the_cheapest) {
    results all =
        results_of([](std::string_view about) { return about == "timers_wheel" ? 20.0 : 40.0; });
    each_case(all, "message_fibers", [](case_row& row) {
        row.cost.ns.value = 10;
        row.cost.ns.range = interval_of(1, 100);
    });
    EXPECT_EQ(ratio_cell(line_of(make_screen(all), "message_fibers_boost")), "");
}

class screen_sentence : public ::testing::TestWithParam<std::size_t> {
protected:
    const claim_rule& rule_ = *all_claims().at(GetParam());
};

TEST_P(screen_sentence, names_each_ratio_if_all_differences_are_significant) {
    const std::string sentence = sentence_of(make_screen(healthy_results()), rule_);
    for (const claim_rule::other& each : rule_.others) {
        EXPECT_THAT(sentence, HasSubstr(std::string(each.words)));
    }
    EXPECT_THAT(sentence,
                AllOf(HasSubstr(std::string(rule_.begin)), Not(HasSubstr("significant"))));
}

TEST_P(screen_sentence, names_no_ratio_without_a_significant_difference) {
    const results all = results_of([](std::string_view) { return 20.0; });
    const std::string sentence = sentence_of(make_screen(all), rule_);
    EXPECT_THAT(sentence, AllOf(HasSubstr("no significant difference"), Not(HasSubstr("times")),
                                Not(HasSubstr("1/"))));
}

TEST_P(screen_sentence, names_only_measured_cases) {
    for (const claim_rule::other& each : rule_.others) {
        results all = healthy_results();
        remove_cases(all, each.line);
        EXPECT_THAT(sentence_of(make_screen(all), rule_), Not(HasSubstr(std::string(each.words))));
    }
}

TEST_P(screen_sentence, is_absent_if_a_self_check_failed_or_its_case_is_not_available) {
    results all = healthy_results();
    each_case(all, rule_.subject,
              [](case_row& row) { row.record.failures = {"an operation was lost"}; });
    EXPECT_EQ(sentence_of(make_screen(all), rule_), "");
    remove_cases(all, rule_.subject);
    for (const report::case_pattern& pattern : rule_of(rule_.subject).patterns) {
        all.files[0].unavailable.push_back({key_of(pattern), "there is one CPU"});
    }
    EXPECT_EQ(sentence_of(make_screen(all), rule_), "");
    all = healthy_results();
    all.files[0].failures = {"an operation was lost"};
    EXPECT_THAT(make_screen(all).sections, IsEmpty());
}

TEST_P(screen_sentence, is_absent_if_the_cost_is_too_uncertain) {
    results all = healthy_results();
    const bool is_difference = rule_of(rule_.subject).subtracted.has_value();
    each_case(all, rule_.subject, [&](case_row& row) {
        const double unsure_ns = (is_difference ? 1 : 0.6) * row.ns();
        row.cost.ns.range = interval_of(row.ns() - unsure_ns, row.ns() + unsure_ns);
        row.cost.passes.clear();
    });
    EXPECT_EQ(sentence_of(make_screen(all), rule_), "");
}

INSTANTIATE_TEST_SUITE_P(each, screen_sentence,
                         ::testing::Range<std::size_t>(0, all_claims().size()));

TEST(screen_sentences, a_sentence_separates_significant_differences_from_others) {
    results all = results_of([](std::string_view about) {
        return about == "fiber_own" || about == "thread_sleeps" ? 20.0 : 2'000.0;
    });
    const std::string sentence = sentence_of(make_screen(all), *all_claims()[0]);
    EXPECT_EQ(sentence, "A Tollgate yield costs 1/100 of a hand-off on one CPU; no "
                        "significant difference from a hand-off to an idle CPU.");
}

TEST(screen_sentences, claim_nothing_about_runs_that_were_not_interleaved) {
    results all = healthy_results();
    all.files.push_back(fake_file("testThread", "thread.json"));
    for (const char* about : {"thread_one_cpu", "thread_sleeps"}) {
        each_case(all, about, [](case_row& row) { row.file = row.cost.file.emplace(1); });
    }
    all.files[0].spread_over_s = all.files[1].spread_over_s = 60;
    all.files[0].about.date = "2026-01-02T03:04:05Z"; // its end
    for (const char* end : {"2026-01-02T03:04:08Z", "2026-01-02T03:04:36Z", ""}) {
        all.files[1].about.date = end;
        const screen shown = make_screen(all);
        const bool interleaved = std::string(end).ends_with("8Z");
        EXPECT_EQ(ratio_cell(line_of(shown, "fiber_own")), "1");
        EXPECT_EQ(ratio_cell(line_of(shown, "thread_sleeps")).empty(), !interleaved) << end;
        EXPECT_THAT(sentence_of(shown, *all_claims()[0]),
                    HasSubstr(interleaved
                                  ? "times a hand-off on one CPU"
                                  : "no ratio to a hand-off on one CPU or a hand-off "
                                    "to an idle CPU, because the runs were not interleaved."));
    }
}

TEST(screen_sentences, name_the_host_only_in_a_virtual_machine) {
    results all = healthy_results();
    const claim_rule& wake = *all_claims().back();
    ASSERT_FALSE(wake.if_virtual.empty());
    const std::string host(wake.if_virtual);
    all.files[0].environment = {{"hypervisor", environment::condition::ok, "none", "", "", ""}};
    EXPECT_THAT(sentence_of(make_screen(all), wake), Not(HasSubstr(host)));
    all.files[0].environment[0].state = environment::condition::bad;
    EXPECT_THAT(sentence_of(make_screen(all), wake), HasSubstr(host));
    all.cases = results_of([](std::string_view about) {
                    return about == "woken_same" ? 90.0 : 20.0;
                }).cases;
    EXPECT_THAT(sentence_of(make_screen(all), wake),
                AllOf(HasSubstr("times"), Not(HasSubstr(host))))
        << "the host does not make it faster";
}

} // namespace
} // namespace tollgate::cost_sheet
