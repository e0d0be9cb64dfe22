// SPDX-License-Identifier: BSL-1.0
#include "../src/result_output.hpp"
#include "captured.hpp"

#include <tollgate/report/json.hpp>

#include <gmock/gmock.h>

#include <chrono>
#include <csignal>

namespace tollgate::cli {
namespace {

using fake::briefly;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;
using ::testing::UnorderedElementsAre;

TEST(run_program, a_measurement_prints_its_cases_on_stdout_and_nothing_on_stderr) {
    const captured_output output = run(briefly());
    EXPECT_EQ(output.code, 0);
    EXPECT_EQ(output.err, "");
    EXPECT_THAT(output.out,
                AllOf(HasSubstr("| first "), HasSubstr("| second "), HasSubstr("nothing/third"),
                      HasSubstr("there is no third"), HasSubstr("none of this took any time")));
    EXPECT_THAT(output.out, HasSubstr("Thing Context Switch Test Complete"));
}

TEST(run_program, wide_prints_all_columns_and_names) {
    const captured_output output = run(briefly({"--wide"}));
    EXPECT_EQ(output.code, 0);
    EXPECT_THAT(output.out, AllOf(HasSubstr("| nothing/first  |"), HasSubstr("| unit of work"),
                                  HasSubstr("environment, conditions that are not ok:")));
}

TEST(run_program, has_words_for_cases_in_tables_and_lists) {
    program description = fake::describe();
    description.case_names = {{{"nothing/first"}, "the first of all"}};
    EXPECT_THAT(run(briefly(), description).out, HasSubstr("| the first of all |"));
    EXPECT_THAT(run({"--list"}, description).out,
                StartsWith("nothing/first\n    the first of all: one operation that is none\n"));
}

TEST(run_program, usage_errors_exit_with_two_and_refusals_with_three_in_one_line) {
    const temporary_folder place;
    const std::string file = place / "result.json";
    const std::string folder = place.path();
    for (const tokens& arguments :
         {tokens{"--frobnicate"}, tokens{"one"}, tokens{"--conduct", "naughty"},
          tokens{"--cpus", "4095"}, tokens{"--only", "nowhere", "--json", file},
          tokens{"--json", folder}, tokens{"--list", "--only", "nowhere"}}) {
        const captured_output output = run(arguments);
        EXPECT_EQ(output.code, 2) << output.err;
        EXPECT_EQ(output.out, "");
        EXPECT_THAT(output.err, StartsWith("testNothing: "));
        EXPECT_EQ(std::count(output.err.begin(), output.err.end(), '\n'), 1) << output.err;
    }
    EXPECT_THAT(place.names(), IsEmpty());
    const captured_output refused = run(briefly({"--conduct", "refuses"}));
    EXPECT_EQ(refused.code, 3);
    EXPECT_EQ(refused.out, "");
    EXPECT_EQ(refused.err, "testNothing: nothing of the kind\n");
}

TEST(run_program, a_run_ended_before_any_measurement_replaces_no_file) {
    const temporary_folder place;
    place.write("file", "old");
    report::result nothing;
    nothing.stopped = measure::stop_reason::interrupted;
    nothing.passes = 0;
    options chosen;
    chosen.files = {{"json", place / "file"}};
    observe([&] {
        signals watch;
        put_out(fake::describe(), nothing, chosen, {}, watch);
        return 0;
    });
    EXPECT_EQ(place.content_of("file"), "old");
}

TEST(run_program, says_on_stderr_that_results_are_partial_if_a_format_cannot) {
    const temporary_folder place;
    report::result result;
    options chosen;
    for (const char* option : {"json", "json-ci", "bmf", "csv"}) {
        chosen.files.emplace_back(option, place / option);
    }
    const auto said = [&] {
        return observe([&] {
                   signals watch;
                   put_out(fake::describe(), result, chosen, {}, watch);
                   return 0;
               })
            .err;
    };
    EXPECT_EQ(said(), "");
    result.stopped = measure::stop_reason::interrupted;
    const auto line = [&](const std::string& option) {
        return "testNothing: PARTIAL results in " + (place / option).string() +
               "; the format of --" + option + " cannot say so\n";
    };
    EXPECT_EQ(said(), line("json-ci") + line("bmf"));
}

TEST(run_program, a_closed_stdout_is_refused_before_anything_is_measured_unless_there_is_a_file) {
    const temporary_folder place;
    const auto ending = [&](const tokens& arguments) {
        return observe([&] {
            ::close(STDOUT_FILENO);
            return fake::run(briefly(arguments));
        });
    };
    const captured_output refused = ending({"--conduct", "refuses"});
    EXPECT_EQ(refused.code, 3);
    EXPECT_EQ(refused.err, "testNothing: write stdout: Bad file descriptor\n");
    EXPECT_EQ(ending({"--json", place / "file"}).code, 3);
    EXPECT_THAT(place.names(), ElementsAre("file"));
}

TEST(run_program, writes_all_else_if_a_file_cannot_be_written) {
    const temporary_folder place;
    options chosen;
    chosen.files = {{"json", place / "gone/file"}};
    EXPECT_THAT(observe([&] {
                    signals watch;
                    EXPECT_THROW(put_out(fake::describe(), {}, chosen, {}, watch),
                                 run::machine_refused);
                    return 0;
                }).out,
                Not(IsEmpty()));
}

TEST(run_program, a_failed_self_check_exits_with_one_and_is_reported) {
    const temporary_folder place;
    const captured_output output = run(briefly({"--conduct", "wrong", "--json", place / "file"}));
    EXPECT_EQ(output.code, 1);
    EXPECT_THAT(output.out, HasSubstr("a turn was lost"));
    EXPECT_FALSE(report::read_json(place.content_of("file")).self_checks_held());
}

TEST(run_program, the_result_counts_how_often_the_program_was_continued) {
    program description = fake::describe();
    description.cases = [cases = description.cases](const options& chosen,
                                                    const cpu::topology& machine) {
        std::raise(SIGCONT);
        return cases(chosen, machine);
    };
    const captured_output output = run(briefly({"--format", "json"}), description);
    EXPECT_EQ(report::read_json(output.out).stops, 1u);
}

TEST(run_program, list_names_every_case_with_its_unit) {
    const captured_output output = run({"--list"});
    EXPECT_EQ(output.code, 0);
    EXPECT_EQ(output.out, "nothing/first\n    one operation that is none\n"
                          "nothing/second\n    one operation that is none\n"
                          "nothing/third\n    not available: there is no third\n");
    EXPECT_EQ(run({"--list", "--only", "third"}).out,
              "nothing/third\n    not available: there is no third\n");
}

TEST(run_program, help_version_and_environment_are_printed_alone) {
    for (const char* flag : {"--help", "-h"}) {
        const captured_output output = run({flag});
        EXPECT_EQ(output.code, 0);
        EXPECT_THAT(output.out, StartsWith("Usage: testNothing"));
    }
    EXPECT_THAT(run({"--environment"}).out,
                AllOf(StartsWith("environment:"), Not(HasSubstr("nothing/"))));
    const captured_output output = run({"--version"});
    EXPECT_EQ(output.code, 0);
    EXPECT_THAT(output.out,
                ::testing::MatchesRegex("testNothing \\(tollgate\\) [0-9]+\\.[0-9]+\\.[0-9]+\n"));
}

TEST(run_program, the_self_test_compares_the_first_case_with_itself) {
    const captured_output output = run(briefly({"--selftest"}));
    EXPECT_EQ(output.code, 0);
    EXPECT_THAT(output.out, HasSubstr("noise floor"));
    EXPECT_THAT(output.out,
                AllOf(Not(HasSubstr("nothing/second")), Not(HasSubstr("Context Switch"))));
}

TEST(run_program, also_writes_files) {
    const temporary_folder place;
    const captured_output output =
        run(briefly({"--json", place / "a", "--json-ci", place / "b", "--csv", place / "c", "--bmf",
                     place / "d", "--seed", "9"}));
    EXPECT_EQ(output.code, 0);
    EXPECT_THAT(output.out, HasSubstr("| first "));
    EXPECT_THAT(place.names(), UnorderedElementsAre("a", "b", "c", "d"));

    const report::result read = report::read_json(place.content_of("a"));
    EXPECT_TRUE(read.self_checks_held());
    EXPECT_FALSE(read.partial());
    EXPECT_EQ(read.rounds, 6u);
    ASSERT_EQ(read.cases.size(), 2u);
    EXPECT_EQ(read.cases[1].record.key.name(), "nothing/second");
    EXPECT_EQ(read.cases[1].record.rounds.size(), 6u);
    EXPECT_EQ(read.controls.at(0).record.key.name(), "nothing/first");
    EXPECT_EQ(read.about.program, "testNothing");
    EXPECT_THAT(read.about.arguments, ::testing::Contains("--seed"));
    EXPECT_THAT(place.content_of("b"), HasSubstr("nothing/second"));
    EXPECT_THAT(place.content_of("c"), HasSubstr("nothing/second"));
    EXPECT_EQ(place.content_of("d"), report::to_bmf(read));
}

program with_headline_second() {
    program description = fake::describe();
    description.headline = [](const measure::case_key& key) {
        return key.path() == "nothing/second";
    };
    return description;
}

TEST(run_program, headline_cases_are_measured_and_listed_unless_all_are_wanted) {
    const program description = with_headline_second();
    const report::result read =
        report::read_json(run(briefly({"--format", "json"}), description).out);
    ASSERT_EQ(read.cases.size(), 1u);
    EXPECT_EQ(read.cases[0].record.key.name(), "nothing/second");
    EXPECT_THAT(read.notes, ::testing::Contains(HasSubstr("1 of 2 cases; --all")));
    EXPECT_EQ(run({"--list"}, description).out, "nothing/second\n    one operation that is none\n");

    EXPECT_EQ(report::read_json(run(briefly({"--all", "--format", "json"}), description).out)
                  .cases.size(),
              2u);
    EXPECT_EQ(run({"--list", "--all"}, description).out, run({"--list"}).out);
    EXPECT_EQ(
        report::read_json(run(briefly({"--only", "first", "--format", "json"}), description).out)
            .cases[0]
            .record.key.name(),
        "nothing/first");
}

/// The message of a budget that is too short shows the budget.
TEST(run_program, headline_cases_have_their_own_budget) {
    program description = with_headline_second();
    description.budget_s = 9;
    description.headline_budget_s = 7;
    description.quick_budget_s = 2;
    description.cases = [](const options&, const cpu::topology&) {
        measure::measured_case event_case = fake::steady_case("nothing/second");
        event_case.valued_by = measure::method::single_events;
        event_case.events.lasts = std::chrono::hours(1);
        return run::case_list{{event_case}, {}, {}};
    };
    const temporary_folder place;
    EXPECT_THAT(run({"--json", place / "file"}, description).err, HasSubstr("--time: '7'"));
    EXPECT_THAT(place.names(), IsEmpty());
    EXPECT_THAT(run({"--all"}, description).err, HasSubstr("--time: '9'"));
    EXPECT_THAT(run({"--only", "second"}, description).err, HasSubstr("--time: '9'"));
    EXPECT_THAT(run({"--quick"}, description).err, HasSubstr("--time: '2'"));
    EXPECT_THAT(run({"--time", "5"}, description).err, HasSubstr("--time: '5'"));
    description.headline_budget_s.reset();
    EXPECT_THAT(run({}, description).err, HasSubstr("--time: '9'"));
    number_axis axis{"gap", {1, 9}, "", "1,9", "cost over gaps"};
    axis.sweep_budget_s = 8;
    description.numbers = {axis};
    EXPECT_THAT(run({"--sweep", "gap:2"}, description).err, HasSubstr("--time: '8'"));
}

TEST(run_program, the_clock_pair_run_does_the_given_number_of_operations) {
    const temporary_folder place;
    EXPECT_EQ(run(briefly({"5", "3000", "--json", place / "file"})).code, 0);
    const report::result read = report::read_json(place.content_of("file"));
    ASSERT_TRUE(read.clock_pair);
    EXPECT_EQ(read.clock_pair->switches, 15'000u);
    EXPECT_EQ(read.clock_pair->reference_case, "nothing/first");
    EXPECT_EQ(read.clock_pair->kind, "Thing");
}

TEST(run_program, a_closed_pipe_of_the_list_is_no_error) {
    EXPECT_EXIT(
        {
            int ends[2];
            if (::pipe(ends) != 0) {
                ::_exit(99);
            }
            ::close(ends[0]);
            ::dup2(ends[1], STDOUT_FILENO);
            std::signal(SIGPIPE, SIG_DFL);
            ::_exit(fake::run({"--list"}));
        },
        ::testing::ExitedWithCode(0), "^$");
}

TEST(run_program, a_signal_ends_it_while_it_lists_or_prints) {
    program signalled = fake::describe();
    signalled.cases = [](const options&, const cpu::topology&) -> run::case_list {
        std::raise(SIGTERM);
        return {{fake::steady_case("nothing/first")}, {}, {}};
    };
    EXPECT_EXIT(fake::run({"--list"}, signalled), ::testing::KilledBySignal(SIGTERM), "^$");
    const temporary_folder place;
    program printing = fake::describe();
    printing.overview = [](const report::result&, std::size_t) -> std::string {
        std::raise(SIGINT);
        return {};
    };
    EXPECT_EXIT(fake::run(briefly({"--json", place / "file"}), printing),
                ::testing::KilledBySignal(SIGINT), "^$");
    EXPECT_TRUE(report::read_json(place.content_of("file")).self_checks_held());
}

program with_overview() {
    program description = fake::describe();
    description.overview = [](const report::result& output, std::size_t) {
        return "an overview of " + std::to_string(output.cases.size()) + " cases\n";
    };
    return description;
}

/// Its self-check of the whole run fails, although no case failed.
program with_failed_self_checks() {
    program description = fake::describe();
    description.failed_self_checks = [](const report::result& output) {
        return tokens{output.cases.back().record.key.name() + " should have cost more",
                      "nothing came of it"};
    };
    return description;
}

TEST(overview, is_printed_first_and_only_with_a_table) {
    const captured_output output = run(briefly(), with_overview());
    EXPECT_EQ(output.code, 0) << output.err;
    EXPECT_THAT(output.out, StartsWith("an overview of 2 cases\n"));
    EXPECT_THAT(output.out, AllOf(HasSubstr("| first "), HasSubstr("noise floor")));
    EXPECT_THAT(run(briefly({"--format", "json"}), with_overview()).out,
                Not(HasSubstr("overview")));
    EXPECT_THAT(run(briefly({"--format", "csv"}), with_overview()).out,
                AllOf(HasSubstr("nothing/first,"), Not(HasSubstr("overview"))));
    EXPECT_THAT(run(briefly({"--selftest"}), with_overview()).out,
                AllOf(HasSubstr("noise floor"), Not(HasSubstr("overview"))));
}

TEST(failed_self_checks_of_the_run, exit_with_one_and_are_named_in_every_format) {
    const temporary_folder place;
    const captured_output output =
        run(briefly({"--json", place / "file"}), with_failed_self_checks());
    EXPECT_EQ(output.code, 1);
    EXPECT_THAT(output.out, AllOf(HasSubstr("self-checks: FAILED"),
                                  HasSubstr("  - nothing/second should have cost more\n"),
                                  HasSubstr("  - nothing came of it\n")));
    const report::result read = report::read_json(place.content_of("file"));
    EXPECT_FALSE(read.self_checks_held());
    EXPECT_THAT(read.failures,
                ElementsAre("nothing/second should have cost more", "nothing came of it"));
    EXPECT_EQ(run(briefly({"--format", "csv"}), with_failed_self_checks()).code, 1);
    EXPECT_THAT(run(briefly({"--selftest"}), with_failed_self_checks()).out,
                HasSubstr("nothing/first should have cost more"));
}

TEST(failed_self_checks_of_the_run, see_the_result_of_all_passes) {
    program description = fake::describe();
    description.failed_self_checks = [](const report::result& output) {
        return tokens{std::to_string(output.passes) + " passes"};
    };
    const captured_output output = run(briefly({"--passes", "2"}), description);
    EXPECT_EQ(output.code, 1);
    EXPECT_THAT(output.out, HasSubstr("  - 2 passes\n"));
}

TEST(self_checks_not_made, are_remarks_but_not_failures) {
    program description = fake::describe();
    description.self_checks_not_made = [](const report::result& output) {
        return tokens{output.cases.back().record.key.name() +
                      ": its self-check is not counted here"};
    };
    const captured_output json = run(briefly({"--format", "json"}), description);
    EXPECT_EQ(json.code, 0);
    EXPECT_THAT(report::read_json(json.out).notes,
                ::testing::Contains("nothing/second: its self-check is not counted here"));
    EXPECT_THAT(run(briefly(), description).out,
                HasSubstr("nothing/second: its self-check is not counted"));
}

} // namespace
} // namespace tollgate::cli
