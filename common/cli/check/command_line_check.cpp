// SPDX-License-Identifier: BSL-1.0
#include "captured.hpp"

#include <tollgate/cli/output_file.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/run/errors.hpp>

#include <gmock/gmock.h>

namespace tollgate::cli {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::Pair;
using ::testing::StartsWith;
using action = options::action;

options parse(const tokens& arguments) {
    return parse_command_line(fake::describe(), arguments);
}

std::string complaint(const tokens& arguments) {
    std::string message = message_of<run::usage_error>([&] { parse(arguments); });
    EXPECT_THAT(message, Not(HasSubstr("\n")));
    return message;
}

/// An option with a value that it takes, and values that it refuses.
struct valued_option {
    std::string name;
    std::string good;
    tokens bad;
};

const valued_option valued_options[] = {
    {"--only", "yield|resume", {"(", "[", "*", "a{2,1}", "(a)\\1", "a{1,30000}", "(a{100}){100}"}},
    {"--time", "2.5", {"0.09", "86401", "soon", ""}},
    {"--rounds", "7", {"0", "100001", ""}},
    {"--precision", "0.5", {"0", "101", "5%", ""}},
    {"--placement", "core,same", {"near", "core,", "Core", "all,core", ""}},
    {"--cpus", "0-3,6", {"x", "3-1", "0,", "-1", "0--1", "0 1", "99999", ""}},
    {"--clock", "monotonic", {"rdtsc", "Realtime", "monotonic_raw", ""}},
    {"--sweep", "things:2..8", {"2..8", "threads:2..8", ""}},
    {"--conduct", "wrong", {"naughty", ""}},
    {"--passes", "3", {"0", "101", ""}},
    {"--format", "json", {"xml", "JSON", "table ", ""}},
    {"--json", "a.json", {""}},
    {"--json-ci", "b.json", {""}},
    {"--bmf", "d.json", {""}},
    {"--csv", "c.csv", {""}},
    {"--seed", "0", {"-1", "18446744073709551616", ""}},
};

TEST(command_line, takes_a_value_after_a_blank_or_an_equals_sign) {
    for (const valued_option& option : valued_options) {
        EXPECT_NO_THROW(parse({option.name, option.good})) << option.name;
        EXPECT_NO_THROW(parse({option.name + "=" + option.good})) << option.name;
    }
}

TEST(command_line, names_an_option_whose_value_is_wrong_missing_or_repeated) {
    for (const valued_option& option : valued_options) {
        for (const std::string& value : option.bad) {
            const std::string message = complaint({option.name, value});
            EXPECT_THAT(message, HasSubstr(option.name)) << value;
            EXPECT_THAT(message, HasSubstr(value)) << option.name;
        }
        EXPECT_THAT(complaint({option.name}), HasSubstr(option.name));
        EXPECT_THAT(complaint({option.name, option.good, option.name, option.good}),
                    AllOf(HasSubstr("'" + option.name + "'"), HasSubstr("more than once")));
    }
    EXPECT_THAT(complaint({"--list", "--list"}), HasSubstr("--list"));
}

TEST(command_line, names_unknown_options_and_takes_no_abbreviations) {
    for (const std::string text :
         {"--frobnicate", "--Quick", "--stack-size", "-x", "-", "--rou", "--json-c", "--lis",
          "--conduc", "--members", "--iterations=5", "--list=1", "--no-progress="}) {
        EXPECT_THAT(complaint({text}), HasSubstr(text.substr(0, text.find('=')))) << text;
        EXPECT_NE(complaint({text, "5"}), "");
    }
    EXPECT_EQ(complaint({"-l"}), "unrecognised option '-l'; see --help");
    EXPECT_EQ(complaint({"-l", "5", "6"}), "unrecognised option '-l'; see --help");
    EXPECT_EQ(complaint({"--only", ""}),
              "--only: '' is a part of every name; --all measures all cases");
}

TEST(command_line, takes_no_option_as_the_value_of_another_option) {
    EXPECT_EQ(complaint({"--json", "--list"}),
              "--json: '--list' is an option, and no value; --json=--list is one");
    EXPECT_NO_THROW(parse({"--json=--list"}));
}

TEST(command_line, negative_numbers_are_values_and_not_options) {
    EXPECT_EQ(complaint({"--rounds", "-5"}),
              "--rounds: '-5' is not a whole number from 1 to 100,000");
    EXPECT_EQ(complaint({"-5"}), "things: '-5' is not a whole number from 2 to 1,000");
}

TEST(command_line, takes_positional_arguments_anywhere_and_checks_their_ranges) {
    const options least = parse({"--seed", "7", "2", "--quick", "3"});
    EXPECT_EQ(least.members, 2u);
    EXPECT_EQ(least.iterations, 3u);
    EXPECT_EQ(least.seed, 7u);
    const options most = parse({"1000", "500000000"});
    EXPECT_EQ(most.members, 1'000u);
    EXPECT_EQ(most.iterations, 500'000'000u);
    for (const char* text : {"1", "1001", "", "four"}) {
        EXPECT_THAT(complaint({text}), HasSubstr(std::string("things: '") + text + "'"));
    }
    for (const char* text : {"2", "500000001", "", "1e6"}) {
        EXPECT_THAT(complaint({"4", text}), HasSubstr(std::string("iterations: '") + text + "'"));
    }
    EXPECT_EQ(complaint({"4", "5", "6"}), "too many arguments; at most two: things and iterations");
}

TEST(command_line, has_defaults) {
    const options chosen = parse({});
    EXPECT_EQ(chosen.precision_pct, 0.5);
    EXPECT_THAT(chosen.placements, ElementsAreArray(cpu::all_placements));
    EXPECT_EQ(chosen.clock, clock::source::realtime);
    EXPECT_EQ(chosen.format, output_format::table);
    EXPECT_EQ(chosen.passes, measure::default_passes);
    EXPECT_EQ(chosen.members, 4u);
    EXPECT_EQ(chosen.iterations, std::nullopt);
    EXPECT_EQ(chosen.own.at("conduct"), "good");
}

TEST(command_line, stores_each_value_in_its_member) {
    const options chosen =
        parse({"--only=a.b", "--time=2.5", "--rounds=7", "--precision=2",
               "--placement=far,same,far", "--cpus=3,0-1", "--clock=tsc", "--sweep=things:8,2..4",
               "--conduct=wrong", "--passes=5", "--format=csv", "--json=a", "--json-ci=b",
               "--bmf=d", "--csv=c", "--seed=18446744073709551615", "--no-progress"});
    EXPECT_EQ(chosen.only, "a.b");
    EXPECT_EQ(chosen.time_s, 2.5);
    EXPECT_EQ(chosen.rounds, 7u);
    EXPECT_EQ(chosen.precision_pct, 2);
    EXPECT_THAT(chosen.placements, ElementsAre(cpu::placement::same, cpu::placement::far));
    EXPECT_THAT(chosen.cpus, ElementsAre(0, 1, 3));
    EXPECT_EQ(chosen.clock, clock::source::tsc);
    EXPECT_THAT(chosen.numbers.at("things"), ElementsAre(2, 4, 8));
    EXPECT_EQ(chosen.own.at("conduct"), "wrong");
    EXPECT_EQ(chosen.passes, 5u);
    EXPECT_EQ(chosen.format, output_format::csv);
    EXPECT_THAT(chosen.files, ElementsAre(Pair("json", "a"), Pair("json-ci", "b"), Pair("bmf", "d"),
                                          Pair("csv", "c")));
    EXPECT_EQ(chosen.seed, UINT64_MAX);
    EXPECT_FALSE(chosen.progress);
}

TEST(command_line, chooses_the_action) {
    EXPECT_EQ(parse({"--list"}).wanted, action::list);
    EXPECT_EQ(parse({"--environment"}).wanted, action::environment);
    EXPECT_EQ(parse({"--selftest"}).wanted, action::selftest);
    EXPECT_EQ(parse({"--version"}).wanted, action::version);
    EXPECT_EQ(parse({"--help"}).wanted, action::help);
    EXPECT_EQ(parse({"-h"}).wanted, action::help);
    EXPECT_EQ(parse({"--list", "-h"}).wanted, action::help);
}

TEST(command_line, placements_may_be_all_and_are_unknown_to_a_program_without) {
    EXPECT_THAT(parse({"--placement", "all"}).placements, ElementsAreArray(cpu::all_placements));
    program description = fake::describe();
    description.has_placements = false;
    EXPECT_THAT(message_of<run::usage_error>([&] {
                    (void)parse_command_line(description, {"--placement", "same"});
                }),
                HasSubstr("--placement"));
}

program with_headline_cases() {
    program description = fake::describe();
    description.numbers = {{"depth", {1, 100}, "how deep", "", "", {1}}};
    description.words = {{"kinds", {"a", "b"}, "which kinds"}};
    description.headline = [](const measure::case_key&) { return true; };
    return description;
}

TEST(command_line, quick_is_a_budget_of_its_own) {
    EXPECT_TRUE(parse({"--quick"}).quick);
    EXPECT_THAT(complaint({"--quick", "--time", "3"}), HasSubstr("--quick and --time: "));
    EXPECT_THAT(complaint({"--quick", "--all"}), HasSubstr("unrecognised option '--all'"))
        << "of a program without headline cases";
    EXPECT_EQ(message_of<run::usage_error>([] {
                  (void)parse_command_line(with_headline_cases(), {"--quick", "--all"});
              }),
              "--quick and --all: give one of them; a second is too short for all");
}

TEST(command_line, headline_cases_are_wanted_unless_the_user_chooses) {
    const auto wanted = [](const tokens& arguments) {
        return static_cast<bool>(parse_command_line(with_headline_cases(), arguments).headline);
    };
    EXPECT_FALSE(parse({}).headline) << "it has none";
    for (const tokens& arguments :
         {tokens{}, tokens{"5", "600"}, tokens{"--quick"}, tokens{"--list"}, tokens{"--selftest"},
          tokens{"--clock", "tsc", "--cpus", "0", "--rounds", "6"}}) {
        EXPECT_TRUE(wanted(arguments));
    }
    for (const tokens& arguments :
         {tokens{"--all"}, tokens{"--list", "--all"}, tokens{"--only", "second"},
          tokens{"--sweep", "things:2,4"}, tokens{"--depth", "1"}, tokens{"--kinds", "a"},
          tokens{"--placement", "same"}, tokens{"--conduct", "good"},
          tokens{"--quick", "--only", "second"}}) {
        EXPECT_FALSE(wanted(arguments)) << arguments.front();
    }
}

TEST(command_line, refuses_a_result_file_for_actions_that_measure_nothing) {
    for (const char* instead : {"--list", "--environment"}) {
        for (const char* option : {"--json", "--json-ci", "--bmf", "--csv"}) {
            EXPECT_EQ(complaint({instead, option, "file"}),
                      std::string(instead) + " and " + option +
                          ": give one of them; a file is of what was measured");
        }
    }
}

TEST(command_line, refuses_two_results_in_the_same_file) {
    const std::string message = complaint({"--json", "a", "--csv", "./b/../a"});
    EXPECT_THAT(message, HasSubstr("--json and --csv: './b/../a'"));
    EXPECT_THAT(complaint({"--json-ci", "x", "--json", "x"}), HasSubstr("--json and --json-ci"));
    EXPECT_THAT(complaint({"--bmf", "x", "--csv", "x"}), HasSubstr("--bmf and --csv"));
    EXPECT_NO_THROW(parse({"--json", "a", "--json-ci", "b/a", "--bmf", "b", "--csv", "c"}));
    const temporary_folder place;
    place.write("file", "old");
    std::filesystem::create_hard_link(place / "file", place / "link");
    EXPECT_THAT(complaint({"--json", place / "file", "--csv", place / "link"}),
                HasSubstr("is given to both"));
}

TEST(command_line, keeps_options_of_the_run_from_the_process_of_a_pass) {
    const tokens repeated{"--only", "first", "5", "--conduct", "good", "600", "--quick"};
    tokens arguments{"--json=a",   "--json-ci=b", "--bmf=d",       "--csv=c",    "--format=json",
                     "--passes=3", "--seed=9",    "--no-progress", "--rounds=7", "--turns=5,6"};
    arguments.insert(arguments.end(), repeated.begin(), repeated.end());
    EXPECT_EQ(parse(arguments).for_one_pass, repeated);
    EXPECT_EQ(parse({"--time", "4", "4"}).for_one_pass, (tokens{"--time", "4", "4"}))
        << "the number of cases may depend on the time";
}

TEST(help_text, explains_every_option_and_positional_argument) {
    const std::string help = help_text(fake::describe());
    for (const valued_option& option : valued_options) {
        EXPECT_THAT(help, HasSubstr(option.name + " ")) << help;
    }
    EXPECT_THAT(help, HasSubstr("Usage: testNothing [options] [things [iterations]]"));
    EXPECT_THAT(help, HasSubstr("What does nothing cost on this machine?"));
    EXPECT_THAT(help, HasSubstr("2 to 1000 (4)"));
    EXPECT_THAT(help, HasSubstr("3 to 500000000"));
    EXPECT_THAT(help, HasSubstr("130 interrupted"));
    EXPECT_THAT(help, Not(HasSubstr("--members")));
}

TEST(help_text, says_how_long_a_run_takes_and_what_quick_and_all_do) {
    program description = fake::describe();
    EXPECT_THAT(help_text(description),
                AllOf(HasSubstr("take about a second; rough values\n"), Not(HasSubstr("--all"))));
    description = with_headline_cases();
    description.budget_s = 25;
    description.quick_budget_s = 2.5;
    EXPECT_THAT(help_text(description),
                AllOf(HasSubstr("budget for the whole program (25)\n"),
                      HasSubstr("take about 2.5 s; rough values\n"), HasSubstr("--all ")));
    description.headline_budget_s = 12;
    EXPECT_THAT(help_text(description),
                AllOf(HasSubstr("budget for the whole program (12)\n"),
                      HasSubstr("the default of --time"), HasSubstr(" 25\n")));
}

program with_action(const std::function<exit_code()>& act) {
    program description = fake::describe();
    description.actions = {{"show", "shows something", act}};
    return description;
}

program showing() {
    return with_action([] {
        write_stdout("shown\n");
        return exit_code::success;
    });
}

TEST(own_action, replaces_the_measurement_and_sets_the_exit_code) {
    const captured_output output = run({"--show"}, showing());
    EXPECT_EQ(output.code, 0);
    EXPECT_EQ(output.out, "shown\n");
    EXPECT_EQ(output.err, "");
    EXPECT_EQ(run({"--show"}, with_action([] { return exit_code::wrong_answer; })).code, 1);
    const captured_output refused =
        run({"--show"}, with_action([]() -> exit_code { throw run::machine_refused("no light"); }));
    EXPECT_EQ(refused.code, 3);
    EXPECT_EQ(refused.err, "testNothing: no light\n");
}

TEST(own_action, goes_alone) {
    for (const tokens& more : {tokens{"--quick"}, tokens{"--list"}, tokens{"--time", "1"},
                               tokens{"--json", "file"}, tokens{"4"}, tokens{"--no-progress"}}) {
        tokens arguments{"--show"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const std::string message = message_of<run::usage_error>(
            [&] { static_cast<void>(parse_command_line(showing(), arguments)); });
        EXPECT_THAT(message, HasSubstr("--show: it goes alone"));
    }
}

TEST(own_action, is_in_the_help_of_the_program_that_has_it) {
    EXPECT_THAT(run({"--show", "--help"}, showing()).out,
                AllOf(StartsWith("Usage: testNothing"), HasSubstr("shows something")));
    EXPECT_THAT(help_text(fake::describe()), Not(HasSubstr("--show")));
    EXPECT_EQ(run({"--show"}).code, 2);
}

/// A program that counts nothing: it has neither positional arguments nor a clock-pair run.
program without_members() {
    program description = fake::describe();
    description.members.clear();
    description.reference = {};
    return description;
}

std::string complaint_without_members(const tokens& arguments) {
    return message_of<run::usage_error>(
        [&] { static_cast<void>(parse_command_line(without_members(), arguments)); });
}

TEST(no_members, help_speaks_of_options_only) {
    EXPECT_THAT(help_text(without_members()),
                AllOf(StartsWith("Usage: testNothing [options]\nWhat does nothing cost"),
                      HasSubstr("--rounds "), HasSubstr("--conduct "), Not(HasSubstr("iterations")),
                      Not(HasSubstr("things")), Not(HasSubstr("--sweep")),
                      Not(HasSubstr("--members"))));
}

TEST(no_clock_pair_run, iterations_are_refused) {
    program description = fake::describe();
    description.reference = {};
    EXPECT_THAT(help_text(description), AllOf(HasSubstr("Usage: testNothing [options] [things]\n"),
                                              Not(HasSubstr("iterations"))));
    EXPECT_EQ(parse_command_line(description, {"4"}).members, 4U);
    EXPECT_EQ(message_of<run::usage_error>([&] {
                  static_cast<void>(parse_command_line(description, {"4", "5"}));
              }),
              "too many arguments; at most one: things");
}

TEST(no_members, positional_arguments_are_refused) {
    for (const tokens& arguments : {tokens{"4"}, {"4", "1000"}, {"--seed", "7", "4"}, {""}}) {
        EXPECT_EQ(complaint_without_members(arguments),
                  "too many arguments; there are only options, see --help");
    }
    EXPECT_EQ(complaint_without_members({"--seed", "7", "-l"}),
              "unrecognised option '-l'; see --help");
    for (const char* text : {"--members", "--iterations", "--sweep"}) {
        EXPECT_THAT(complaint_without_members({text, "5"}), HasSubstr(text));
    }
}

TEST(no_members, a_measurement_has_no_clock_pair_run) {
    const captured_output output = run(fake::briefly(), without_members());
    EXPECT_EQ(output.code, 0) << output.err;
    EXPECT_THAT(output.out, AllOf(HasSubstr("| first "), Not(HasSubstr("Context Switch"))));
}

} // namespace
} // namespace tollgate::cli
