// SPDX-License-Identifier: BSL-1.0
#include "fake_command.hpp"
#include "results.hpp"

#include <tollgate/cli/guard.hpp>
#include <tollgate/posix/descriptor.hpp>
#include <tollgate/report/printable.hpp>
#include <tollgate/report/text.hpp>
#include <tollgate/run/errors.hpp>
#include <tollgate/testing/temporary_folder.hpp>

#include <gmock/gmock.h>

#include <filesystem>
#include <tuple>

namespace tollgate::cost_sheet {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using command_check = command_fixture;
using tokens = std::vector<std::string>;

/// Six rounds of one case.
report::result measured(const std::string& program) {
    report::result run;
    run.about.program = program;
    measure::case_record record;
    record.key = program + "/nothing";
    record.unit = "one operation";
    for (std::uint64_t round = 0; round < 6; ++round) {
        measure::case_round next{};
        next.round = round;
        next.operations = 1'000;
        next.value_ns = 10;
        record.rounds.push_back(next);
    }
    run.cases = {record};
    run.controls = {record};
    run.rounds = 6;
    run.clock_pair =
        report::clock_pair_average{"Thing", "clock_gettime", record.key.name(), 50, 20, 3};
    run.environment = {{"governor", environment::condition::ok, "performance", "", "", ""}};
    return run;
}

TEST_F(command_check, ranks_the_cases_of_all_files) {
    const std::string one = result_file("one", measured("fiber"));
    report::result run = measured("cancel");
    run.stopped = measure::stop_reason::interrupted;
    const std::string two = result_file("two", run);
    const std::string text = printed({two, one});
    EXPECT_THAT(text, HasSubstr("\ncancel (partial): 1 case"));
    EXPECT_THAT(text, AllOf(HasSubstr("\nSwitch: "), HasSubstr("\nCancel: "),
                            HasSubstr("| fiber/nothing |"), HasSubstr("| cancel/nothing |")));
    EXPECT_LT(text.find("Switch: "), text.find("Cancel: "));
    run.cases[0].record.failures = {"an operation was lost"};
    EXPECT_THAT(printed({one, result_file("two", run)}, cli::exit_code::wrong_answer),
                HasSubstr("fiber/nothing"));
}

TEST_F(command_check, says_why_it_ranks_in_place_of_the_screen) {
    const std::string one = result_file("one", measured("fiber"));
    EXPECT_THAT(printed({one}), HasSubstr("\nNo screen: no case with a valid figure"));
    EXPECT_THAT(printed({one, result_file("two", measured("fiber"))}),
                HasSubstr("\nNo screen: the files are several runs of one program, or"));
    for (const char* wanted : {"--all", "--only=fiber"}) {
        EXPECT_THAT(printed({wanted, one}), Not(HasSubstr("No screen")));
    }
}

TEST_F(command_check, only_selects_rows) {
    const std::string one = result_file("one", measured("fiber"));
    const std::string two = result_file("two", measured("cancel"));
    EXPECT_THAT(printed({"--only", "^cancel", one, two}),
                AllOf(HasSubstr("cancel/nothing"), Not(HasSubstr("fiber/nothing"))));
    EXPECT_THAT(refusal({"--only", "zebra", one}), HasSubstr("matches none of the 1 cases"));
    EXPECT_THAT(refusal({"--only", "(", one}), HasSubstr("--only: '('"));
}

TEST_F(command_check, prints_a_part_like_its_program) {
    const report::result run = measured("testOne");
    const std::string one = result_file("one", run);
    const auto part = [&](const char* name) { return printed({"--part", name, one}); };
    EXPECT_EQ(part("clock_pair"), report::clock_pair_text(run));
    EXPECT_EQ(part("table"), report::brief_table(run, {}, {}));
    EXPECT_EQ(printed({"--wide", "--part", "table", one}), report::case_table(run));
    EXPECT_EQ(part("comparison"), report::comparison_text(run));
    EXPECT_EQ(part("conditions"), report::fitted(report::conditions_text(run), 100));
    EXPECT_EQ(part("environment"), report::environment_text(run.environment, true));
    EXPECT_EQ(report::to_json(report::read_json(part("json"))), report::to_json(run));
    EXPECT_EQ(report::to_digest(report::read_json(part("digest"))), report::to_digest(run));
}

/// Two paths, each with two numbers; `b` costs less with the larger one.
report::result swept() {
    report::result run = measured("testOne");
    const measure::case_record record = run.cases.front().record;
    run.cases.clear();
    for (const auto& [path, number, value_ns] : {std::tuple{"one/a", 10U, 7.0},
                                                 {"one/a", 2U, 5.0},
                                                 {"one/b", 2U, 9.0},
                                                 {"one/b", 10U, 3.0}}) {
        measure::case_record next = record;
        next.key = {path, {{"number", number}, {"of", "x"}}};
        for (measure::case_round& round : next.rounds) {
            round.process = round.round;
            round.value_ns = value_ns;
        }
        run.cases.emplace_back(next);
    }
    run.about.arguments = {"--only",        "a|b",     "--json", "run.json",
                           "--csv=run.csv", "--turns", "5,6"};
    run.about.date = "2026-01-02T03:04:05";
    run.about.cpu_model = "An Example CPU";
    return run;
}

TEST_F(command_check, only_selects_the_cases_of_a_part) {
    const std::string file = result_file("swept.json", swept());
    EXPECT_EQ(printed({"--part", "costs", file}), "Common to all rows: one/, of:x\n\n"
                                                  "| case        | ns/op |    ± | CPU ns/op |\n"
                                                  "|:------------|------:|-----:|----------:|\n"
                                                  "| a/number:2  |  5.00 | 0.00 |      0.00 |\n"
                                                  "| a/number:10 |  7.00 | 0.00 |      0.00 |\n"
                                                  "| b/number:10 |  3.00 | 0.00 |      0.00 |\n"
                                                  "| b/number:2  |  9.00 | 0.00 |      0.00 |\n");
    EXPECT_EQ(printed({"--part", "over:number", "--only", "^one/b", file}),
              "| ns/op, by number |  one/b/of:x |\n"
              "|-----------------:|------------:|\n"
              "|                2 | 9.00 ± 0.00 |\n"
              "|               10 | 3.00 ± 0.00 |\n");
    EXPECT_THAT(printed({"--part", "run", file}),
                StartsWith("Measured by `./testOne --only 'a|b'` on 2026-01-02: An Example CPU; "));
    EXPECT_THAT(printed({"--part", "table", "--only", "a/.*:10", file}),
                AllOf(HasSubstr("one/a/number:10"), Not(HasSubstr("one/a/number:2"))));
    EXPECT_THAT(refusal({"--part", "over:length", file}), HasSubstr("has this parameter"));
    EXPECT_THAT(refusal({"--part", "costs", "--only", "zebra", file}), HasSubstr("none of the 4"));
    EXPECT_THAT(refusal({"--part", "run", "--only", "a", file}), HasSubstr("of the whole run"));
}

TEST_F(command_check, also_writes_a_page_but_never_over_another_file) {
    const std::string one = result_file("one", measured("fiber"));
    const std::string page = folder.path() + "/page.html";
    EXPECT_THAT(printed({"--html", page, one}), HasSubstr("fiber/nothing"));
    EXPECT_TRUE(std::filesystem::exists(page));
    const std::string link = folder.path() + "/link";
    std::filesystem::create_symlink(one, link);
    for (const std::string& same : {one, link}) {
        EXPECT_THAT(refusal({"--html", same, one}), HasSubstr("is there and no page"));
    }
    EXPECT_THAT(printed({one}), HasSubstr("fiber/nothing"));
    const posix::pipe pipe;
    ASSERT_FALSE(posix::write_all(pipe.write.number(), "nobody reads this"));
    const std::string end = "/dev/fd/" + std::to_string(pipe.write.number());
    EXPECT_THAT(refusal({"--html", end, one}), HasSubstr("is not a regular file"));
}

TEST_F(command_check, help_and_version_need_no_file) {
    EXPECT_THAT(printed({"-h"}), StartsWith("Usage: costSheet"));
    EXPECT_THAT(printed({"--version"}), StartsWith("costSheet (tollgate) "));
}

TEST_F(command_check, wrong_options_are_named) {
    const std::string one = result_file("one", measured("testOne"));
    const std::string missing = folder.path() + "/missing";
    for (const auto& [arguments, message] : std::initializer_list<std::pair<tokens, const char*>>{
             {{}, "--json FILE"},
             {{"--part", "table"}, "no result file"},
             {{"--frobnicate", one}, "'--frobnicate'"},
             {{one, "--onl", "table"}, "'--onl'"},
             {{"--part", "tables", missing}, "--part: 'tables'"},
             {{"--part", "", one}, "--part: '' is not one of over:PARAMETER, table"},
             {{"--part", "over:", one}, "'over:' is not one of over:PARAMETER, table"},
             {{"--part", "table", "--part", "table"}, "--part"},
             {{"--compare", "--across", one, one}, "--compare and --across"},
             {{"--html", "x", "--compare", one, one}, "--html and --compare"},
             {{"--fail-if-slower", "5%", one}, "it goes with --compare"},
             {{"--compare", "--fail-if-slower", "much", one, one}, "--fail-if-slower: 'much'"},
             {{"--compare", one}, "not 1: OLD and NEW"},
             {{"--compare", "-", "-"}, "'-' is standard input"},
             {{one + ",-"}, "'-' is standard input, and must be alone"},
             {{"--across", one}, "two or more"}}) {
        EXPECT_THAT(refusal(arguments), HasSubstr(message));
    }
}

TEST_F(command_check, shows_the_other_files_if_a_file_cannot_be_read) {
    const std::string one = result_file("one", measured("fiber"));
    const std::string rude = folder.write("\x1b[31m\nrude", "\x1b]0;x\x07{");
    EXPECT_THAT(
        printed({folder.path() + "/missing", one, folder.path(), rude}, cli::exit_code::refused),
        HasSubstr("fiber/nothing"));
    EXPECT_EQ(err, "costSheet: " + folder.path() +
                       "/missing: cannot be read: No such file or directory\n" +
                       "costSheet: " + folder.path() + ": is a folder without *.json\n" +
                       "costSheet: " + folder.path() +
                       "/\\x1b[31m\\x0arude: it is no JSON at byte 1\n");
    const std::string page = folder.write("page.html", "<!DOCTYPE html> old");
    EXPECT_EQ(printed({"--html", page, folder.path() + "/missing"}, cli::exit_code::refused), "");
    EXPECT_EQ(std::filesystem::file_size(page), 19U) << "a page of nothing is not written";
}

TEST_F(command_check, a_file_of_google_benchmark_shows_no_figure_for_failed_entries) {
    const auto foreign = [&](const char* name, const std::string& entries) {
        return folder.write(name, R"({"context":{},"benchmarks":[)" + entries + "]}");
    };
    const std::string failed = R"({"name":"b","error_occurred":true,"error_message":"no device"})";
    const std::string partial =
        foreign("some.json",
                R"({"name":"a/n:1","real_time":10},{"name":"a/n:1","real_time":100},)" + failed);
    const std::string page = folder.path() + "/page.html";
    const std::string rows = printed({"--html", page, partial});
    EXPECT_THAT(rows,
                AllOf(HasSubstr("values only\n  not available: 1 case, the first: b: no device"),
                      HasSubstr("| a/n:1 |  10.0 |"), HasSubstr("| a/n:1 | 100.0 |"),
                      Not(HasSubstr("| b"))));
    EXPECT_THAT(err, HasSubstr("have the name of another one"));
    EXPECT_THAT(folder.content_of("page.html"),
                HasSubstr("<dt>not available</dt><dd>b: no device</dd>"));
    EXPECT_THAT(printed({"--part", "over:n", partial}), HasSubstr("10.0, 100"));
    EXPECT_THAT(
        refusal({"--compare", partial, foreign("one.json", R"({"name":"a/n:1","real_time":3})")}),
        HasSubstr("nothing in common; " + partial + ": a/n:1 is in the file more than once"));
    const std::string none = foreign("none.json", failed);
    EXPECT_EQ(exit_of({none}), cli::exit_code::refused);
    EXPECT_EQ(err, "costSheet: " + none +
                       ": no entry of \"benchmarks\" has a time; the first: b: no device\n");
}

TEST_F(command_check, a_folder_means_all_of_its_results_in_every_view) {
    const std::string one = result_file("in/one.json", measured("testFiber"));
    const std::string two = result_file("in/two.json", measured("testThread"));
    const std::string in = folder.path() + "/in";
    for (const std::string& view :
         tokens{"--all", "--part=table", "--html=" + folder.path() + "/page"}) {
        EXPECT_EQ(printed({view, in}), printed({view, one, two})) << view;
        EXPECT_EQ(printed({view, one + "," + two}), printed({view, one, two})) << view;
    }
    EXPECT_EQ(printed({in}), printed({one, two}));
}

class operand_check : public ::testing::Test {
protected:
    [[nodiscard]] std::string in(const std::string& name) const { return here.path() + "/" + name; }
    testing::temporary_folder here;
};

TEST_F(operand_check, a_folder_is_its_results_by_name) {
    const std::string two = here.write("2.json", "");
    const std::string one = here.write("1.json", "");
    (void)here.write("notes.txt", "");
    (void)here.write(".1.json.part.json", "");
    std::filesystem::create_directory(in("inner.json"));
    EXPECT_THAT(files_of(here.path()), ElementsAre(one, two));
}

TEST_F(operand_check, commas_join_files_and_folders) {
    const std::string one = here.write("1.json", "");
    const std::string two = here.write("more/2.json", "");
    EXPECT_THAT(files_of(one + "," + in("more")), ElementsAre(one, two));
    EXPECT_THAT(files_of(in("missing")), ElementsAre(in("missing"))) << "reading reports it";
    const std::string comma = here.write("1,2.json", "");
    EXPECT_THAT(files_of(comma), ElementsAre(comma));
}

TEST_F(operand_check, empty_names_are_refused) {
    const std::string one = here.write("1.json", "");
    for (const std::string& operand : {std::string(), one + ",", "," + one, one + ",," + one}) {
        EXPECT_THROW((void)files_of(operand), run::usage_error) << operand;
    }
}

} // namespace
} // namespace tollgate::cost_sheet
