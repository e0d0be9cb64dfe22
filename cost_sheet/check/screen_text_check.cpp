// SPDX-License-Identifier: BSL-1.0

#include "fake_explained.hpp"
#include "fake_screen.hpp"
#include "ranking.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <sstream>
#include <string>

namespace tollgate::cost_sheet {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

std::size_t width_of(const std::string& line) {
    return static_cast<std::size_t>(
        std::ranges::count_if(line, [](char byte) { return (byte & 0xC0) != 0x80; }));
}

TEST(screen_text, has_at_most_40_lines_of_100_columns) {
    results all = healthy_results();
    all.cases.push_back(all.cases.front());
    all.cases.back().record.key = {"noise/lost_time", {{"cpu", std::uint64_t{1}}}};
    all.files[0].lost_times = {{0, 1, {0.000'001, {}}, 999e6, 0}, {1, 2, {0.99, {}}, 0, 0}};
    all.files[0].about.cpu_model = std::string(200, 'x');
    all.files[0].about.kernel = std::string(200, 'y');
    const std::string why(50, 'w');
    for (const char* name : {"hypervisor", "load", "pressure", "governor"}) {
        all.files[0].environment.push_back(
            {name, environment::condition::bad, "found", why + " " + why + " " + why, "", ""});
    }
    const std::string text = screen_text(all, make_screen(all));
    EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 40) << text;
    EXPECT_THAT(text, HasSubstr("hypervisor: found (" + why + " …\n")) << "cut between words";
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        EXPECT_LE(width_of(line), 100U) << line;
    }
}

TEST(screen_text, wraps_a_sentence_between_words_and_drops_environment_lines_that_do_not_fit) {
    results all = healthy_results();
    for (const char* name : {"hypervisor", "load"}) {
        all.files[0].environment.push_back(
            {name, environment::condition::bad, "found", "why", "", ""});
    }
    screen shown = make_screen(all);
    const auto lines = [&] {
        const std::string text = screen_text(all, shown);
        return std::count(text.begin(), text.end(), '\n');
    };
    EXPECT_EQ(lines(), 40);
    const std::string half(60, 'a');
    shown.sections[0].sentences = {half + " " + half + "."};
    EXPECT_THAT(screen_text(all, shown),
                AllOf(HasSubstr("\n  " + half + "\n  " + half + ".\n"), HasSubstr("hypervisor: "),
                      Not(HasSubstr("load: "))));
    EXPECT_EQ(lines(), 40);
    shown.sections[1].sentences = shown.sections[0].sentences;
    shown.sections[2].sentences = shown.sections[0].sentences;
    EXPECT_THAT(screen_text(all, shown), HasSubstr("hypervisor: ")) << "one of them at least";
}

TEST(screen_text, names_failed_runtimes_and_self_checks_at_the_top) {
    results all = healthy_results();
    all.files[0].path = "runtimes.json";
    all.files[0].unavailable = {{measure::case_key("thread/pipe"), "there is one CPU"}};
    EXPECT_THAT(screen_text(all, make_screen(all)), Not(HasSubstr("FAILED")));
    EXPECT_TRUE(all.self_checks_held());
    all.files[0].unavailable.push_back(
        {measure::case_key("thread/pipe/impl:go"), "runtime go: it has ended", true});
    EXPECT_THAT(screen_text(all, make_screen(all)),
                HasSubstr("\nFAILED: a runtime in runtimes.json: its cases have no figures\n"));
    all.files.push_back(fake_file("testOther", "other.json"));
    all.files[1].failures = {"an operation was lost"};
    EXPECT_THAT(screen_text(all, make_screen(all)),
                HasSubstr("\nFAILED: a self-check in other.json: its figures are worth nothing\n"));
    EXPECT_FALSE(all.self_checks_held());
    EXPECT_THAT(rows_text(all),
                AllOf(HasSubstr("\n  thread/pipe/impl:go: runtime go: it has ended\n"),
                      HasSubstr("1 cases not available")));
}

TEST(screen_text, no_byte_from_a_file_controls_a_terminal) {
    results all = healthy_results();
    all.files[0].about.cpu_model = "\x1b[2J";
    all.files[0].environment = {
        {"\x1b[1m", environment::condition::bad, "\x07", "\x1b]0;x", "", ""}};
    remove_cases(all, "thread_sleeps");
    all.files[0].unavailable = {
        {measure::case_key("thread/*", {{"placement", "core"}}), "\x1b[31m"}};
    EXPECT_THAT(screen_text(all, make_screen(all)), Not(HasSubstr("\x1b")));
}

TEST(about_runs, name_three_conditions_by_severity_and_remedy) {
    using environment::condition;
    results all = healthy_results();
    all.files[0].environment = {{"power", condition::unknown, "?", "why", "", ""},
                                {"perf", condition::unknown, "off", "why", "sysctl", ""},
                                {"hypervisor", condition::bad, "kvm", "stolen time", "", ""},
                                {"governor", condition::bad, "powersave", "why", "cpupower", ""},
                                {"clock", condition::ok, "tsc", "", "", ""}};
    EXPECT_THAT(about_runs(all),
                ElementsAre("governor: powersave; against it: cpupower",
                            "hypervisor: kvm (stolen time)", "perf: off; against it: sysctl"));
    all.files[0].stopped = measure::stop_reason::interrupted;
    all.files[0].passes = 2;
    EXPECT_THAT(about_runs(all), ElementsAre("partial, interrupted: testAll",
                                             "few passes, so that ± is wide or missing: testAll",
                                             "governor: powersave; against it: cpupower"));
}

TEST(about_runs, begin_with_files_that_are_not_of_one_run) {
    results all = healthy_results();
    all.files.push_back(fake_file("testOther", "other.json"));
    all.files.push_back(explained_file("explain.json"));
    for (result_file& file : all.files) {
        file.about.version = "0.1.0";
        file.about.date = "2026-07-01T10:00:00+00:00";
    }
    all.files[2].about.date = "2026-05-01T10:00:00+00:00";
    EXPECT_THAT(about_runs(all), IsEmpty()) << "explanations do not count";
    all.files[1].about.date = "2026-07-08T10:00:00+00:00";
    all.files[1].about.version = "\x1b" + std::string(300, '9');
    all.files[1].about.release_build = false;
    all.files[1].stopped = measure::stop_reason::interrupted;
    EXPECT_THAT(about_runs(all),
                ElementsAre("the files are not of one run: build debug or release; version 0.1.0 "
                            "or \\x1b999999999999999…; date 2026-07-01 or 2026-07-08",
                            "partial, interrupted: testOther"));
    EXPECT_THAT(ranking_text(all), HasSubstr("\nthe files are not of one run: build debug or "));
    EXPECT_TRUE(make_screen(all).sections.empty()) << "no ratio between debug and release";
    all.files[1].about.release_build = true;
    EXPECT_THAT(screen_text(all, make_screen(all)),
                HasSubstr("\nthe files are not of one run: version 0.1.0 or "));
}

TEST(screen_text, the_name_of_a_program_is_bounded) {
    results all = healthy_results();
    all.cases = {fake_case("a/b/impl:tollgate", 5, 0.1), fake_case("a/b/impl:go", 9, 0.1)};
    all.cases[1].record.valued_by = measure::method::self_timed;
    all.files[0].about.program = std::string(5'000, 'x');
    EXPECT_THAT(screen_text(all, make_screen(all)),
                AllOf(HasSubstr(" " + std::string(20, 'x') + "… b\n"),
                      Not(HasSubstr(std::string(21, 'x')))));
}

TEST(about_runs, begin_with_cpus_that_the_host_moved) {
    results all = healthy_results();
    all.files[0].environment = {
        {"hypervisor", environment::condition::bad, "kvm", "stolen time", "", ""}};
    all.files[0].speed.latencies[{0, 1}] = {47, 0.82, 30, 165, 300};
    EXPECT_THAT(about_runs(all),
                ElementsAre("latency of CPU 0 to 1: 47.0 ns for 82 % of "
                            "the time, else 30.0 ns to 165 ns (the host moves CPUs)",
                            "hypervisor: kvm (stolen time)"));
    all.files[0].speed.latencies[{0, 1}].usual_share = 0.96;
    EXPECT_THAT(about_runs(all), SizeIs(1)) << "they mostly stayed";
    all.files[0].speed.latencies[{0, 1}].usual_share = 0.5;
    all.files[0].environment[0].state = environment::condition::ok;
    EXPECT_THAT(about_runs(all), IsEmpty()) << "there is no host";
}

} // namespace
} // namespace tollgate::cost_sheet
