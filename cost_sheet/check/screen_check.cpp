// SPDX-License-Identifier: BSL-1.0
#include "fake_screen.hpp"
#include "screen/screen.hpp"

#include <tollgate/report/printable.hpp>

#include <gmock/gmock.h>

#include <regex>
#include <stdexcept>
#include <string>

namespace tollgate::cost_sheet {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

TEST(screen, every_line_leads_to_its_cases_and_fits_its_column) {
    for (const line_rule* line : all_lines()) {
        for (const alternative& each : line->alternatives) {
            EXPECT_TRUE(std::regex_search(key_of(each.pattern).name(), std::regex(line->only)))
                << line->label;
            EXPECT_LT(report::width_of(line->label + " " + each.words), label_columns + 1)
                << line->label << each.words;
        }
    }
}

TEST(screen, a_line_names_the_cheapest_of_several_alternatives) {
    const screen shown = make_screen(healthy_results());
    EXPECT_EQ(line_of(shown, "stream_alternative").label, "other: spinning ring");
    EXPECT_EQ(line_of(shown, "message_awake_alternative").made_by, maker::boost);
    results all = healthy_results();
    for (case_row& row : all.cases) {
        if (row.key().is("impl", {"tbb_bounded"})) {
            row.cost.ns.value = 0.5;
        }
    }
    EXPECT_EQ(line_of(make_screen(all), "stream_alternative").label, "other: TBB bounded");
    EXPECT_EQ(line_of(make_screen(all), "message_awake_alternative").made_by, maker::other);
}

TEST(screen, a_label_is_whole) {
    results all = healthy_results();
    EXPECT_EQ(line_of(make_screen(all), "checkpoint").label, "checkpoint: I am alive");
    remove_cases(all, "stream_alternative");
    all.files[0].unavailable = {{measure::case_key("queue/stream"), "one CPU"}};
    EXPECT_EQ(line_of(make_screen(all), "stream_alternative").label, "other");
}

TEST(screen, a_switch_has_default_linking_and_stacks) {
    results all = healthy_results();
    for (const measure::parameter& other :
         {measure::parameter{"linked", "static"}, measure::parameter{"stack", "tollgate"}}) {
        all.cases.push_back(all.cases.front());
        all.cases.back().record.key = key_of(rule_of("fiber_boost").alternatives.front().pattern)
                                          .with(other.name, other.value);
    }
    remove_cases(all, "fiber_own");
    const screen shown = make_screen(all);
    EXPECT_EQ(cost_cell(line_of(shown, "fiber_boost")),
              cost_cell(line_of(make_screen(healthy_results()), "fiber_boost")));
    EXPECT_THROW(static_cast<void>(line_of(shown, "fiber_own")), std::logic_error);
}

TEST(screen, a_sweep_has_no_line) {
    results all = healthy_results();
    all.cases.push_back(all.cases.front());
    all.cases.back().record.key = all.cases.front().key().with("fibers", std::uint64_t{8});
    all.cases.front().record.key = all.cases.front().key().with("fibers", std::uint64_t{4});
    EXPECT_THROW(static_cast<void>(line_of(make_screen(all), "coroutine")), std::logic_error);
}

TEST(screen, a_ratio_is_to_the_cheapest_way_to_do_the_same) {
    const screen shown = make_screen(
        results_of([](std::string_view about) { return about == "late" ? 40.0 : 20.0; }));
    EXPECT_EQ(ratio_cell(line_of(shown, "late_spinning")), "1");
    EXPECT_EQ(ratio_cell(line_of(shown, "late")), "2.0");
    EXPECT_EQ(ratio_cell(line_of(shown, "checkpoint")), "") << "the other has no line";
    EXPECT_EQ(ratio_cell(line_of(shown, "timeout_kernel")), "") << "it is a difference";
    EXPECT_EQ(ratio_cell(line_of(shown, "coroutine")), "") << "it has no scheduler";
    EXPECT_EQ(ratio_cell(line_of(shown, "fiber_own")), "1");
    EXPECT_EQ(ratio_cell(line_of(shown, "fiber_boost")), "=") << "no significant difference";
}

TEST(screen, a_cost_is_never_withheld_and_an_unsure_one_is_marked) {
    results all = healthy_results();
    each_case(all, "checkpoint", [](case_row& row) { row.cost.ns.value = 18'000; });
    const auto shown_as = [&](std::optional<stats::interval> range) {
        each_case(all, "checkpoint", [&](case_row& row) { row.cost.ns.range = range; });
        const screen shown = make_screen(all);
        return cost_cell(line_of(shown, "checkpoint")) + ", " +
               interval_cell(line_of(shown, "checkpoint"));
    };
    EXPECT_EQ(shown_as(interval_of(17'640, 18'360)), "18.0 µs, 17.6–18.4 µs");
    EXPECT_EQ(shown_as(interval_of(15'000, 21'000)), "18 µs ?, 15.0–21.0 µs");
    EXPECT_EQ(shown_as(interval_of(-2'000, 21'000)), "18 µs ?\?, -2.0–21 µs");
    EXPECT_EQ(shown_as(interval_of(-21'000, -15'000)), "18 µs ?\?, -21.0…-15.0 µs");
    EXPECT_EQ(shown_as({}), "18 µs ?\?, ");
}

TEST(screen, a_cost_is_of_all_rounds_and_the_quiet_cost_is_beside_it_where_they_differ) {
    results all = healthy_results();
    each_case(all, "checkpoint", [](case_row& row) {
        row.cost.ns = {10, interval_of(9.9, 10.1)};
        make_quiet(row, 0.5, {14, interval_of(11, 17)});
    });
    const screen_line differs = line_of(make_screen(all), "checkpoint");
    EXPECT_EQ(cost_cell(differs), "14 ns ?");
    ASSERT_TRUE(differs.quiet);
    EXPECT_EQ(differs.quiet->value, 10);
    each_case(all, "checkpoint", [](case_row& row) {
        row.cost.all_rounds->ns = {10.3, interval_of(9.8, 10.8)};
    });
    const screen_line same = line_of(make_screen(all), "checkpoint");
    EXPECT_EQ(cost_cell(same), "10.3 ns");
    EXPECT_FALSE(same.quiet);
}

TEST(screen, a_line_has_p99_or_the_reason_why_there_is_none) {
    results all = healthy_results();
    const auto shown_as = [&](std::uint64_t samples, std::optional<double> raw,
                              std::optional<double> corrected) {
        each_case(all, "checkpoint", [&](case_row& row) {
            row.summary.samples = samples;
            row.summary.percentiles[2].raw_ns = raw;
            row.summary.percentiles[2].corrected_ns = corrected;
        });
        return p99_cell(line_of(make_screen(all), "checkpoint"));
    };
    EXPECT_EQ(shown_as(9'000, 140, 116), "116 ns");
    EXPECT_EQ(shown_as(9'000, 140, {}), "(loop)");
    EXPECT_EQ(shown_as(90, {}, {}), "(few)");
    EXPECT_EQ(shown_as(0, {}, {}), "(loop)");
    EXPECT_EQ(p99_cell(line_of(make_screen(all), "token_wait")), "(diff)");
}

TEST(screen, a_difference_is_over_the_passes_of_both_cases) {
    results all = results_of([](std::string_view) { return 20.0; });
    EXPECT_EQ(interval_cell(line_of(make_screen(all), "token_wait")), "20.0–20.1 ns");
    for (case_row& row : all.cases) {
        row.cost.passes.clear(); // then only the intervals count
    }
    EXPECT_EQ(interval_cell(line_of(make_screen(all), "token_wait")), "18.8–21.2 ns");
    all = results_of([](std::string_view) { return 0.0; });
    for (case_row& row : all.cases) {
        row.cost.passes.clear();
    }
    EXPECT_EQ(cost_cell(line_of(make_screen(all), "token_wait")), "0 ns ?\?");
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
    EXPECT_EQ(line_of(shown, "token_returned").why_not, "one CPU");
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
    EXPECT_THAT(make_screen({}).sections, IsEmpty());
}

TEST(screen, is_empty_if_a_self_check_failed) {
    results all = healthy_results();
    all.files[0].failures = {"an operation was lost"};
    const screen shown = make_screen(all);
    EXPECT_THAT(shown.sections, IsEmpty());
    EXPECT_THAT(shown.recommendations, IsEmpty());
}

TEST(screen, has_no_difference_where_the_run_found_none) {
    results all = healthy_results();
    ASSERT_FALSE(line_of(make_screen(all), "late_spinning").not_resolved);
    const std::string late = key_of(rule_of("late").alternatives.front().pattern).name();
    each_case(all, "late_spinning", [&](case_row& row) { row.no_difference_from = late; });
    EXPECT_TRUE(line_of(make_screen(all), "late_spinning").not_resolved);
}

TEST(screen, has_no_ratio_between_runs_that_were_not_interleaved) {
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
        EXPECT_EQ(ratio_cell(line_of(shown, "fiber_own")), "1");
        EXPECT_EQ(ratio_cell(line_of(shown, "thread_sleeps")).empty(),
                  !std::string(end).ends_with("8Z"))
            << end;
    }
}

TEST(screen, no_ratio_where_an_unsure_cost_may_be_the_cheapest) {
    results all = results_of([](std::string_view) { return 40.0; });
    each_case(all, "message_fibers", [](case_row& row) {
        row.cost.ns = {10, interval_of(1, 100)};
        row.cost.passes.clear();
    });
    const screen shown = make_screen(all);
    EXPECT_EQ(ratio_cell(line_of(shown, "message_fibers_boost")), "=");
    EXPECT_EQ(ratio_cell(line_of(shown, "message_one_cpu")), "=");
}

} // namespace
} // namespace tollgate::cost_sheet
