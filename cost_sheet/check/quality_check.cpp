// SPDX-License-Identifier: BSL-1.0
#include "fake_explained.hpp"
#include "fake_screen.hpp"
#include "ranking.hpp"
#include "screen/screen.hpp"

#include <gmock/gmock.h>

#include <string>

namespace tollgate::cost_sheet {
namespace {

using environment::condition;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;
using grade = run_quality::grade;

run_quality quality(const results& all) {
    return make_screen(all).quality;
}

/// Makes the ± of the first lines this share of their cost.
void make_unsure(results& all, std::size_t lines, double share) {
    for (const line_rule* rule : all_lines()) {
        if (lines != 0 && !rule->label.empty()) {
            --lines;
            each_case(all, rule->name, [&](case_row& row) {
                row.cost.ns.range = interval_of((1 - share) * row.ns(), (1 + share) * row.ns());
                row.cost.passes.clear();
            });
        }
    }
}

TEST(quality, is_by_the_number_of_unsure_costs) {
    results all = healthy_results();
    EXPECT_EQ(quality(all).how_good, grade::good);
    EXPECT_THAT(quality(all).reasons, ElementsAre("Sure to 10 %: 29 of 29 costs"));
    make_unsure(all, 2, 0.2);
    EXPECT_EQ(quality(all).how_good, grade::good);
    EXPECT_THAT(quality(all).reasons[0], "Trust the others: 2 of 29 costs may be off > 10 % (?)");
    make_unsure(all, 20, 0.2);
    make_unsure(all, 5, 0.6);
    EXPECT_EQ(quality(all).how_good, grade::fair);
    EXPECT_THAT(quality(all).reasons,
                ElementsAre("Trust big differences: 20 of 29 costs may be off > 10 % (?), "
                            "5 of them > 50 % (?\?)",
                            "Better: ./testAll --time 60"));
    make_unsure(all, 8, 0.6);
    EXPECT_EQ(quality(all).how_good, grade::poor);
    EXPECT_THAT(quality(all).reasons[0], HasSubstr("Trust only magnitudes"));
}

TEST(quality, names_what_disturbs_and_the_command_that_helps) {
    results all = healthy_results();
    all.files[0].environment = {
        {"hypervisor", condition::bad, "virtual machine: cpuid flag", "", "", ""},
        {"smt", condition::bad, "CPU 0-1 share their core", "", "echo off", ""},
        {"pressure", condition::unknown, "no file", "", "", ""},
        {"governor", condition::bad, "powersave on CPU 0", "", "cpupower frequency-set", ""}};
    EXPECT_EQ(quality(all).how_good, grade::fair);
    EXPECT_THAT(quality(all).reasons,
                ElementsAre("Sure to 10 %: 29 of 29 costs",
                            "This VM: the host can pause it; governor: powersave on CPU 0",
                            "Better: cpupower frequency-set, then ./testAll --time 60"));
    all.files[0].environment[3] = {"load", condition::bad, "1.52 for 2 CPUs", "", "", ""};
    all.files[0].budget_s = 50;
    EXPECT_THAT(quality(all).reasons[2], "Better: stop other work, then ./testAll --time 200");
    all.files[0].environment.pop_back();
    EXPECT_EQ(quality(all).how_good, grade::good) << "a virtual machine may be quiet";
}

TEST(quality, names_the_time_that_each_cpu_lost) {
    results all = healthy_results();
    all.files.push_back(fake_file("testOther", "other.json"));
    all.files[0].lost_times = {{0, 0, {0.044, {}}, 3'100'000, 2.4}, {1, 1, {0.076, {}}, 0, 0}};
    EXPECT_EQ(quality(all).how_good, grade::poor);
    EXPECT_THAT(quality(all).reasons,
                ElementsAre("Sure to 10 %: 29 of 29 costs",
                            "This machine: bad; other work took 4.4 % of CPU 0, 7.6 % of CPU 1",
                            "Better: stop other work, then make run TIME=60"));
    all.files[0].environment = {{"hypervisor", condition::bad, "cpuid flag", "", "", ""}};
    EXPECT_THAT(quality(all).reasons[1], StartsWith("This VM: bad; host or other work took 4.4 %"));
    EXPECT_THAT(quality(all).reasons[2],
                "Better: stop other work (if none runs: it is the host), then make run TIME=60");
    all.files[0].environment.clear();
    all.files[0].lost_times[1].share.value = 0.02;
    EXPECT_EQ(quality(all).how_good, grade::fair);
    all.files[0].lost_times.push_back({2, 2, {0.001, {}}, 0, 0});
    EXPECT_THAT(quality(all).reasons[1],
                "This machine: usable; other work took 0.10 to 4.4 % of each CPU");
    all.files[0].lost_times = {{0, 0, {0.001, {}}, 0, 0}};
    EXPECT_EQ(quality(all).how_good, grade::good);
    EXPECT_THAT(quality(all).reasons[1], StartsWith("This machine: good; "));
}

TEST(quality, counts_no_load_that_interleaved_programs_are_for_each_other) {
    results all = healthy_results();
    all.files.push_back(fake_file("testOther", "other.json"));
    all.files[0].environment = {{"load", condition::bad, "1.30 for 2 CPUs", "", "", ""}};
    all.files[1].environment = {{"load", condition::ok, "0.10 for 2 CPUs", "", "", ""}};
    all.files[0].about.date = all.files[1].about.date = "2026-07-01T10:00:00Z";
    all.files[0].spread_over_s = all.files[1].spread_over_s = 80;
    EXPECT_EQ(quality(all).how_good, grade::good);
    EXPECT_THAT(quality(all).reasons, SizeIs(1));
    all.files[1].about.date = "2026-07-01T10:03:00Z";
    EXPECT_THAT(quality(all).reasons[1], HasSubstr("load 1.30 for 2 CPUs")) << "not interleaved";
    all.files[1].about.date = all.files[0].about.date;
    all.files[1].environment = all.files[0].environment;
    EXPECT_EQ(quality(all).how_good, grade::fair);
    EXPECT_THAT(quality(all).reasons[1], "load 1.30 for 2 CPUs");
}

TEST(quality, is_poor_of_runs_that_are_no_measurement) {
    results all = healthy_results();
    all.files[0].stopped = measure::stop_reason::interrupted;
    EXPECT_EQ(quality(all).how_good, grade::poor);
    EXPECT_THAT(quality(all).reasons[1], "partial, interrupted: testAll");
    for (const char* const program : {"testB", "testC", "testD"}) {
        all.files.push_back(fake_file(program, program));
        all.files.back().stopped = measure::stop_reason::interrupted;
    }
    EXPECT_THAT(quality(all).reasons[1], HasSubstr("partial, interrupted: all programs"));
    all = healthy_results();
    all.files[0].passes = 2;
    EXPECT_EQ(quality(all).how_good, grade::poor);
    EXPECT_THAT(quality(all).reasons[1], "too few passes for intervals: testAll");
    all = healthy_results();
    all.files[0].about.release_build = false;
    EXPECT_EQ(quality(all).how_good, grade::poor);
    EXPECT_THAT(quality(all).reasons[1], "a debug build: testAll");
}

TEST(quality, names_files_that_are_not_of_one_run) {
    results all = healthy_results();
    all.files.push_back(fake_file("testOther", "other.json"));
    all.files.push_back(explained_file("explain.json"));
    for (result_file& file : all.files) {
        file.about.version = "0.1.0";
        file.about.date = "2026-07-01T10:00:00+00:00";
    }
    all.files[2].about.date = "2026-05-01T10:00:00+00:00";
    EXPECT_THAT(quality(all).reasons, SizeIs(1)) << "explanations do not count";
    all.files[1].about.version = "\x1b" + std::string(300, '9');
    EXPECT_THAT(quality(all).reasons[1], "files of different runs: version");
    EXPECT_EQ(quality(all).how_good, grade::fair);
    EXPECT_THAT(ranking_text(all), HasSubstr("\nthe files are not of one run: version 0.1.0 or "));
    all.files[1].about.release_build = false;
    EXPECT_TRUE(make_screen(all).sections.empty()) << "no ratio between debug and release";
}

TEST(quality, of_many_phrases_those_that_fit_are_named) {
    results all = healthy_results();
    for (const char* const name : {"load", "steal", "throttling", "governor"}) {
        all.files[0].environment.push_back(
            {name, condition::bad, std::string(28, 'f'), "", std::string(60, 'c'), ""});
    }
    EXPECT_THAT(quality(all).reasons[1], HasSubstr("; 2 more"));
    EXPECT_THAT(quality(all).reasons[2], HasSubstr("see ./testFiber --environment"));
    EXPECT_THAT(quality(all).reasons[2], Not(HasSubstr("ccc")));
    for (const std::string& reason : quality(all).reasons) {
        EXPECT_LE(reason.size(), 98U) << reason;
    }
}

} // namespace
} // namespace tollgate::cost_sheet
