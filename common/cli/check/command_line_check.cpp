// SPDX-License-Identifier: BSL-1.0
#include "captured.hpp"

#include <tollgate/cli/command_line.hpp>
#include <tollgate/cli/errors.hpp>

namespace tollgate::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

using action = options::action;

options parse(const tokens& arguments) {
    return parse_command_line(made_up::describe(), arguments);
}

std::string complaint(const tokens& arguments) {
    std::string message = message_of<usage_error>([&] { parse(arguments); });
    EXPECT_THAT(message, Not(HasSubstr("\n")));
    return message;
}

/// An option with a value, one that is taken and some that are not.
struct valued_option {
    const char* name;
    const char* good;
    tokens bad;
};

const valued_option valued_options[] = {
    {"--only", "yield|resume", {"(", "[", "*", "a{2,1}"}},
    {"--time", "2.5", {"0.09", "86401", "-1", "1s", "0,5", "nan", "soon"}},
    {"--rounds", "7", {"0", "100001", "-1", "1.5", "many"}},
    {"--precision", "0.5", {"0", "0.001", "101", "-1", "0,5", "5%"}},
    {"--placement",
     "core,same",
     {"near", "core,", ",core", "core,,same", "Core", "core same", "all,core"}},
    {"--cpus", "0-3,6", {"x", "3-1", "0,", "-1", "0--1", "0 1", "99999"}},
    {"--clock", "monotonic", {"rdtsc", "Realtime", "monotonic_raw", "realtime_coarse"}},
    {"--sweep",
     "things:2..8",
     {"2..8", "threads:2..8", "things:", "things:1..8", "things:2,,4", "things:8..2"}},
    {"--conduct", "wrong", {"naughty"}},
    {"--passes", "3", {"0", "101", "-1", "two"}},
    {"--format", "json", {"xml", "JSON", "table "}},
    {"--json", "a.json", {}},
    {"--json-ci", "b.json", {}},
    {"--bmf", "d.json", {}},
    {"--csv", "c.csv", {}},
    {"--seed", "0", {"-1", "0x1", "18446744073709551616"}},
};

TEST(command_line, every_value_is_taken_behind_a_blank_or_an_equals_sign) {
    for (const valued_option& one : valued_options) {
        EXPECT_NO_THROW(parse({one.name, one.good})) << one.name;
        EXPECT_NO_THROW(parse({std::string(one.name) + "=" + one.good})) << one.name;
    }
}

TEST(command_line, a_value_that_is_not_allowed_is_named_with_its_option) {
    for (const valued_option& one : valued_options) {
        for (const std::string& value : one.bad) {
            const std::string message = complaint({one.name, value});
            EXPECT_THAT(message, HasSubstr(one.name)) << value;
            if (std::string(one.name) != "--sweep") { // names the part that is wrong
                EXPECT_THAT(message, HasSubstr(value)) << one.name;
            }
        }
    }
}

TEST(command_line, an_empty_value_is_an_error) {
    for (const valued_option& one : valued_options) {
        if (std::string(one.name) != "--only") { // matches everything
            EXPECT_THAT(complaint({one.name, ""}), HasSubstr(one.name));
        }
    }
}

TEST(command_line, a_missing_value_is_named) {
    for (const valued_option& one : valued_options) {
        EXPECT_THAT(complaint({one.name}), HasSubstr(one.name));
    }
}

TEST(command_line, given_twice_is_named) {
    for (const valued_option& one : valued_options) {
        const std::string message = complaint({one.name, one.good, one.name, one.good});
        EXPECT_THAT(message, HasSubstr(std::string("'") + one.name + "'"));
        EXPECT_THAT(message, HasSubstr("more than once"));
    }
    for (const char* flag : {"--list", "--quick", "--selftest", "--environment", "--no-progress",
                             "--help", "--version"}) {
        EXPECT_THAT(complaint({flag, flag}), HasSubstr(flag));
    }
}

TEST(command_line, a_flag_takes_no_value) {
    for (const char* flag : {"--list=1", "--quick=yes", "--no-progress=", "--help=x"}) {
        EXPECT_THAT(complaint({flag}), HasSubstr("--")) << flag;
    }
}

TEST(command_line, nothing_is_abbreviated) {
    for (const char* text : {"--rou", "--tim", "--json-c", "--lis", "--he", "--conduc"}) {
        EXPECT_THAT(complaint({text, "5"}), HasSubstr(text));
        EXPECT_THAT(complaint({std::string(text) + "=5"}), HasSubstr(text));
    }
}

TEST(command_line, unknown_options_are_named) {
    for (const char* text : {"--frobnicate", "--Quick", "--stack-size"}) {
        EXPECT_THAT(complaint({text}), HasSubstr(text));
    }
    EXPECT_THAT(complaint({"-x"}), HasSubstr("'-x'"));
    EXPECT_THAT(complaint({"-"}), HasSubstr("'-'"));
}

TEST(command_line, the_names_of_the_positional_ones_are_no_options) {
    EXPECT_THAT(complaint({"--members", "5"}), HasSubstr("--members"));
    EXPECT_THAT(complaint({"--iterations=5"}), HasSubstr("--iterations"));
}

TEST(command_line, negative_numbers_are_values_and_not_options) {
    EXPECT_EQ(complaint({"--rounds", "-5"}),
              "--rounds: '-5' is not a whole number from 1 to 100,000");
    EXPECT_EQ(complaint({"-5"}), "things: '-5' is not a whole number from 2 to 1,000");
    EXPECT_EQ(complaint({"4", "-5"}),
              "iterations: '-5' is not a whole number from 3 to 500,000,000");
}

TEST(command_line, positional_ones_have_ranges) {
    const options both = parse({"2", "3"});
    EXPECT_EQ(both.members, 2u);
    EXPECT_EQ(both.iterations, 3u);
    const options most = parse({"1000", "500000000"});
    EXPECT_EQ(most.members, 1'000u);
    EXPECT_EQ(most.iterations, 500'000'000u);
    for (const char* text : {"1", "1001", "0", "", "four", "4.0", " 4"}) {
        EXPECT_THAT(complaint({text}), HasSubstr(std::string("things: '") + text + "'"));
    }
    for (const char* text : {"2", "500000001", "0", "", "1e6"}) {
        EXPECT_THAT(complaint({"4", text}), HasSubstr(std::string("iterations: '") + text + "'"));
    }
}

TEST(command_line, positional_ones_may_stand_anywhere) {
    const options chosen = parse({"--seed", "7", "5", "--quick", "600"});
    EXPECT_EQ(chosen.members, 5u);
    EXPECT_EQ(chosen.iterations, 600u);
    EXPECT_EQ(chosen.seed, 7u);
}

TEST(command_line, a_third_argument_is_too_many) {
    EXPECT_EQ(complaint({"4", "5", "6"}), "too many arguments; at most two: things and iterations");
}

TEST(command_line, without_arguments_there_are_defaults) {
    const options chosen = parse({});
    EXPECT_EQ(chosen.wanted, action::measure);
    EXPECT_EQ(chosen.only, std::nullopt);
    EXPECT_EQ(chosen.time_s, std::nullopt);
    EXPECT_EQ(chosen.rounds, std::nullopt);
    EXPECT_EQ(chosen.precision, 0.005);
    EXPECT_FALSE(chosen.quick);
    EXPECT_THAT(chosen.placements, ElementsAreArray(cpu::all_placements));
    EXPECT_THAT(chosen.cpus, IsEmpty());
    EXPECT_EQ(chosen.clock, clock::source::realtime);
    EXPECT_EQ(chosen.format, output_format::table);
    EXPECT_FALSE(chosen.json || chosen.json_ci || chosen.bmf || chosen.csv);
    EXPECT_EQ(chosen.seed, 1u);
    EXPECT_EQ(chosen.passes, measure::usual_passes);
    EXPECT_FALSE(chosen.one_pass);
    EXPECT_EQ(chosen.turns, "");
    EXPECT_TRUE(chosen.progress);
    EXPECT_EQ(chosen.members, 4u);
    EXPECT_EQ(chosen.iterations, std::nullopt);
    EXPECT_EQ(chosen.swept, "");
    EXPECT_EQ(chosen.own.at("conduct"), "good");
    EXPECT_THAT(chosen.for_one_pass, IsEmpty());
}

TEST(command_line, values_arrive_where_they_belong) {
    const options chosen = parse({"--only",       "a.b",
                                  "--time",       "2.5",
                                  "--rounds",     "7",
                                  "--precision",  "2",
                                  "--placement",  "far,same,far",
                                  "--cpus",       "3,0-1",
                                  "--clock",      "tsc",
                                  "--sweep",      "things:8,2..4",
                                  "--conduct",    "wrong",
                                  "--passes",     "5",
                                  "--format",     "csv",
                                  "--json",       "a",
                                  "--json-ci",    "b",
                                  "--bmf",        "d",
                                  "--csv",        "c",
                                  "--seed",       "18446744073709551615",
                                  "--no-progress"});
    EXPECT_EQ(chosen.only, "a.b");
    EXPECT_EQ(chosen.time_s, 2.5);
    EXPECT_EQ(chosen.rounds, 7u);
    EXPECT_EQ(chosen.precision, 0.02);
    EXPECT_THAT(chosen.placements, ElementsAre(cpu::placement::same, cpu::placement::far));
    EXPECT_THAT(chosen.cpus, ElementsAre(0, 1, 3));
    EXPECT_EQ(chosen.clock, clock::source::tsc);
    EXPECT_THAT(chosen.numbers.at("things"), ElementsAre(2, 4, 8));
    EXPECT_EQ(chosen.own.at("conduct"), "wrong");
    EXPECT_EQ(chosen.passes, 5u);
    EXPECT_EQ(chosen.format, output_format::csv);
    EXPECT_EQ(chosen.json, "a");
    EXPECT_EQ(chosen.json_ci, "b");
    EXPECT_EQ(chosen.bmf, "d");
    EXPECT_EQ(chosen.csv, "c");
    EXPECT_EQ(chosen.seed, UINT64_MAX);
    EXPECT_FALSE(chosen.progress);
}

TEST(command_line, both_ends_of_each_range_are_taken) {
    for (const char* value : {"0.1", "86400"}) {
        EXPECT_NO_THROW(parse({"--time", value}));
    }
    for (const char* value : {"1", "100000"}) {
        EXPECT_NO_THROW(parse({"--rounds", value}));
    }
    for (const char* value : {"0.01", "100"}) {
        EXPECT_NO_THROW(parse({"--precision", value}));
    }
    for (const char* value : {"1", "100"}) {
        EXPECT_NO_THROW(parse({"--passes", value}));
    }
}

TEST(command_line, processes_is_an_older_name_of_passes) {
    EXPECT_EQ(parse({"--processes", "3"}).passes, 3u);
    EXPECT_THAT(complaint({"--processes", "101"}), HasSubstr("--processes: '101'"));
    EXPECT_THAT(help_text(made_up::describe()), Not(HasSubstr("--processes")));
}

TEST(command_line, what_is_wanted) {
    EXPECT_EQ(parse({"--list"}).wanted, action::list);
    EXPECT_EQ(parse({"--environment"}).wanted, action::environment);
    EXPECT_EQ(parse({"--selftest"}).wanted, action::selftest);
    EXPECT_EQ(parse({"--version"}).wanted, action::version);
    EXPECT_EQ(parse({"--help"}).wanted, action::help);
    EXPECT_EQ(parse({"-h"}).wanted, action::help);
    EXPECT_EQ(parse({"--list", "-h"}).wanted, action::help);
}

TEST(command_line, all_placements_have_a_word) {
    EXPECT_THAT(parse({"--placement", "all"}).placements, ElementsAreArray(cpu::all_placements));
}

TEST(command_line, placement_is_unknown_to_a_program_without_placements) {
    program what = made_up::describe();
    what.has_placements = false;
    EXPECT_THAT(message_of<usage_error>([&] {
                    (void)parse_command_line(what, {"--placement", "same"});
                }),
                HasSubstr("--placement"));
}

TEST(command_line, quick_is_a_budget_of_its_own) {
    EXPECT_TRUE(parse({"--quick"}).quick);
    const std::string message = complaint({"--quick", "--time", "3"});
    EXPECT_THAT(message, HasSubstr("--quick"));
    EXPECT_THAT(message, HasSubstr("--time"));
}

program with_headline_cases() {
    program what = made_up::describe();
    what.headline = [](const measure::case_key&) { return true; };
    return what;
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
          tokens{"--sweep", "things:2,4"}, tokens{"--placement", "same"},
          tokens{"--conduct", "good"}, tokens{"--quick", "--only", "second"}}) {
        EXPECT_FALSE(wanted(arguments)) << arguments.front();
    }
}

TEST(command_line, all_cases_are_too_many_for_quick) {
    EXPECT_EQ(
        message_of<usage_error>([] {
            static_cast<void>(parse_command_line(with_headline_cases(), {"--quick", "--all"}));
        }),
        "--quick and --all: give one of them; a second is too short for all");
}

TEST(command_line, all_is_unknown_to_a_program_without_headline_cases) {
    EXPECT_THAT(complaint({"--all"}), HasSubstr("unrecognised option '--all'"));
    EXPECT_THAT(complaint({"--quick", "--all"}), HasSubstr("unrecognised option '--all'"));
}

TEST(command_line, two_results_do_not_go_into_one_file) {
    const std::string message = complaint({"--json", "a", "--csv", "./b/../a"});
    EXPECT_THAT(message, HasSubstr("--json and --csv: './b/../a'"));
    EXPECT_THAT(complaint({"--json-ci", "x", "--json", "x"}), HasSubstr("--json and --json-ci"));
    EXPECT_THAT(complaint({"--bmf", "x", "--csv", "x"}), HasSubstr("--bmf and --csv"));
    EXPECT_NO_THROW(parse({"--json", "a", "--json-ci", "b/a", "--bmf", "b", "--csv", "c"}));
}

TEST(command_line, the_process_of_a_pass_gets_all_but_what_is_the_runs_business) {
    const tokens repeated{"--only", "first", "5", "--conduct", "good", "600", "--quick"};
    tokens arguments{"--json",     "a",          "--json-ci=b", "--bmf=d",
                     "--csv",      "c",          "--format",    "json",
                     "--passes",   "3",          "--seed=9",    "--no-progress",
                     "--rounds=7", "--turns=5,6"};
    arguments.insert(arguments.end(), repeated.begin(), repeated.end());
    EXPECT_EQ(parse(arguments).for_one_pass, repeated);
    EXPECT_EQ(parse({"--time", "4", "4"}).for_one_pass, tokens{"4"});
}

TEST(command_line, what_the_process_of_a_pass_gets_means_the_same) {
    const options chosen = parse({"--sweep=things:2,4", "7", "--passes", "2", "--selftest",
                                  "--clock", "tsc", "900", "--cpus", "0"});
    const options again = parse(chosen.for_one_pass);
    EXPECT_EQ(again.numbers, chosen.numbers);
    EXPECT_EQ(again.members, chosen.members);
    EXPECT_EQ(again.iterations, chosen.iterations);
    EXPECT_EQ(again.wanted, chosen.wanted);
    EXPECT_EQ(again.clock, chosen.clock);
    EXPECT_EQ(again.cpus, chosen.cpus);
}

TEST(help_text, explains_every_option_and_the_positional_ones) {
    const std::string help = help_text(made_up::describe());
    for (const valued_option& one : valued_options) {
        EXPECT_THAT(help, HasSubstr(std::string(one.name) + " ")) << help;
    }
    EXPECT_THAT(help, HasSubstr("Usage: testNothing [options] [things [iterations]]"));
    EXPECT_THAT(help, HasSubstr("What does nothing cost on this machine?"));
    EXPECT_THAT(help, HasSubstr("2 to 1000 (4)"));
    EXPECT_THAT(help, HasSubstr("3 to 500000000"));
    EXPECT_THAT(help, HasSubstr("130 interrupted"));
    EXPECT_THAT(help, Not(HasSubstr("--members")));
}

TEST(help_text, says_what_quick_does) {
    program what = made_up::describe();
    EXPECT_THAT(help_text(what), HasSubstr("about a second, rough\n"));
    what.quick_budget_s = 2.5;
    EXPECT_THAT(help_text(what), HasSubstr("about 2.5 s, rough\n"));
}

TEST(help_text, says_what_all_does_if_there_are_headline_cases) {
    EXPECT_THAT(help_text(made_up::describe()), Not(HasSubstr("--all")));
    EXPECT_THAT(help_text(with_headline_cases()), HasSubstr("--all "));
}

TEST(help_text, says_how_long_a_run_takes) {
    program what = with_headline_cases();
    what.budget_s = 25;
    EXPECT_THAT(help_text(what), HasSubstr("budget for the whole program (25)\n"));
    what.headline_budget_s = 12;
    EXPECT_THAT(help_text(what), HasSubstr("budget for the whole program (12; 25 "));
}

} // namespace
} // namespace tollgate::cli
