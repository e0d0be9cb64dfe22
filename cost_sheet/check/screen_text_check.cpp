// SPDX-License-Identifier: BSL-1.0

#include "fake_screen.hpp"
#include "ranking.hpp"

#include <tollgate/report/printable.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <sstream>
#include <string>

namespace tollgate::cost_sheet {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::string text_of(const results& all, const report::terminal& on = {}) {
    return screen_text(all, make_screen(all), {}, on);
}

TEST(screen_text, has_at_most_43_lines_of_100_columns) {
    results all = healthy_results();
    all.files[0].lost_times = {{0, 1, {0.000'001, {}}, 999e6, 0}, {1, 2, {0.99, {}}, 0, 0}};
    all.files[0].about.cpu_model = "Intel(R) Xeon(R) Platinum 8488C" + std::string(200, 'x');
    all.files[0].about.kernel = "Linux 6.8.0-1021-aws-fips-hwe.x86_64";
    all.files[0].about.cpus = 2;
    for (const char* name : {"hypervisor", "load", "pressure", "governor"}) {
        all.files[0].environment.push_back(
            {name, environment::condition::bad, std::string(50, 'f'), "", "", ""});
    }
    each_case(all, "fiber_own", [](case_row& row) {
        row.cost.ns.range = interval_of(0.1 * row.ns(), 900 * row.ns());
        make_quiet(row, 0.5, {9 * row.ns(), interval_of(8 * row.ns(), 10'000 * row.ns())});
    });
    remove_cases(all, "token_returned");
    all.files[0].unavailable = {
        {measure::case_key("cancel/cancel_to_return"), std::string(99, 'w')}};
    const std::string text = screen_text(all, make_screen(all), "results/report.html");
    EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 43) << text;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        EXPECT_LE(report::width_of(line), screen_columns) << line;
    }
}

TEST(screen_text, says_how_good_the_run_is_before_it_recommends_and_before_any_cost) {
    const std::string text = text_of(healthy_results());
    const auto quality = text.find("\nQUALITY: GOOD. ");
    const auto use = text.find("\nWHAT TO USE HERE\n");
    const auto costs = text.find("95 % interval");
    EXPECT_THAT(text, StartsWith("What concurrency costs on An Example CPU, "));
    ASSERT_NE(quality, text.npos);
    EXPECT_LT(quality, use);
    EXPECT_LT(use, costs);
    EXPECT_THAT(text.substr(costs),
                HasSubstr("SWITCH    coroutine, no scheduler                1.00 ns"));
}

TEST(screen_text, explains_the_marks_that_occur) {
    EXPECT_THAT(text_of(healthy_results()), HasSubstr("\nNo p99: (diff) of two costs\n"));
    const results same = results_of([](std::string_view) { return 20.0; });
    EXPECT_THAT(text_of(same), HasSubstr("; =: not clearly > 1\n"));
}

TEST(screen_text, a_name_is_wider_without_quiet_costs) {
    results all = healthy_results();
    EXPECT_THAT(text_of(all), Not(HasSubstr("quiet")));
    each_case(all, "checkpoint", [](case_row& row) {
        make_quiet(row, 0.5, {9 * row.ns(), interval_of(8 * row.ns(), 10 * row.ns())});
    });
    EXPECT_THAT(text_of(all), HasSubstr("95 % interval    quiet"));
}

TEST(screen_text, has_colours_for_quality_best_and_unsure_on_a_terminal_only) {
    results all = healthy_results();
    each_case(all, "checkpoint", [](case_row& row) {
        row.cost.ns.range = interval_of(0.5 * row.ns(), 1.5 * row.ns());
    });
    EXPECT_THAT(text_of(all), Not(HasSubstr("\x1b")));
    const report::terminal terminal{.columns = 100, .colours = true};
    const std::string text = text_of(all, terminal);
    EXPECT_THAT(text, HasSubstr("QUALITY: \x1b[1;32mGOOD\x1b[0m. "));
    EXPECT_THAT(text, HasSubstr("\x1b[32m1.50 ns\x1b[0m"));
    EXPECT_THAT(text, HasSubstr(" ?\x1b[0m"));
}

TEST(screen_text, lines_of_other_runtimes_fit_and_their_marks_are_explained) {
    results all = healthy_results();
    all.cases = {fake_case("fiber/yield/impl:tollgate/fibers:4", 5, 0.1),
                 fake_case("fiber/yield/impl:tokio/flavor:current_thread/of:" +
                               std::string(200, 'x') + "/fibers:4",
                           9, 0.1)};
    all.cases[1].record.valued_by = measure::method::self_timed;
    all.cases[1].summary.samples = 0;
    set_percentiles(all.cases[1], {}, {}, {}, {});
    const std::string text = text_of(all);
    EXPECT_THAT(text, HasSubstr("\nNo p99: (loop) "));
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        EXPECT_LE(report::width_of(line), screen_columns) << line;
    }
}

TEST(screen_text, the_best_has_its_colour_only_if_another_costs_significantly_more) {
    const report::terminal terminal{.columns = 100, .colours = true};
    const results same = results_of([](std::string_view) { return 20.0; });
    EXPECT_THAT(text_of(same, terminal), Not(HasSubstr("\x1b[32m20.0 ns")));
}

TEST(screen_text, a_row_of_a_run_with_other_arguments_names_no_command) {
    results all = healthy_results();
    all.files[0].about.arguments = {"1000", "--time", "9"};
    EXPECT_THAT(text_of(all),
                AllOf(HasSubstr("unusual arguments: testAll"), Not(HasSubstr(" Fiber ring\n"))));
}

TEST(screen_text, names_the_page) {
    const results all = healthy_results();
    EXPECT_THAT(screen_text(all, make_screen(all), "results/report.html"),
                HasSubstr("all: ./costSheet --all FILES; page: results/report.html\n"));
}

TEST(screen_text, names_failed_runtimes_and_self_checks_at_the_top) {
    results all = healthy_results();
    all.files[0].path = "runtimes.json";
    all.files[0].unavailable = {{measure::case_key("thread/pipe"), "there is one CPU"}};
    EXPECT_THAT(text_of(all), Not(HasSubstr("FAILED")));
    EXPECT_TRUE(all.self_checks_held());
    all.files[0].unavailable.push_back(
        {measure::case_key("thread/pipe/impl:go"), "runtime go: it has ended", true});
    EXPECT_THAT(text_of(all),
                StartsWith("FAILED: a runtime in runtimes.json: its cases have no figures\n"));
    all.files.push_back(fake_file("testOther", "other.json"));
    all.files[1].failures = {"an operation was lost"};
    EXPECT_THAT(text_of(all),
                HasSubstr("\nFAILED: a self-check in other.json: its figures are worth nothing\n"));
    EXPECT_FALSE(all.self_checks_held());
    EXPECT_THAT(rows_text(all),
                AllOf(HasSubstr("\n  thread/pipe/impl:go: runtime go: it has ended\n"),
                      HasSubstr("not available: 1 case, the first: ")));
}

TEST(screen_text, no_byte_from_a_file_controls_a_terminal) {
    results all = healthy_results();
    all.files[0].about.cpu_model = "\x1b[2J";
    all.files[0].about.kernel = "\x1b[3J";
    all.files[0].environment = {
        {"load", environment::condition::bad, "\x07", "\x1b]0;x", "\x1b[1m", ""}};
    remove_cases(all, "thread_sleeps");
    all.files[0].unavailable = {
        {measure::case_key("thread/*", {{"placement", "core"}}), "\x1b[31m"}};
    EXPECT_THAT(text_of(all), AllOf(Not(HasSubstr("\x1b")), Not(HasSubstr("\x07"))));
}

TEST(screen_text, the_name_of_a_program_is_bounded) {
    results all = healthy_results();
    all.cases = {fake_case("a/b/impl:tollgate", 5, 0.1), fake_case("a/b/impl:go", 9, 0.1)};
    all.cases[1].record.valued_by = measure::method::self_timed;
    all.files[0].about.program = std::string(5'000, 'x');
    EXPECT_THAT(text_of(all), AllOf(HasSubstr(" " + std::string(20, 'x') + "… b "),
                                    Not(HasSubstr(std::string(21, 'x')))));
}

} // namespace
} // namespace tollgate::cost_sheet
