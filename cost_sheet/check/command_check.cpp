// SPDX-License-Identifier: BSL-1.0
#include "command.hpp"

#include "temporary_folder.hpp"

#include <tollgate/cli/errors.hpp>
#include <tollgate/report/json.hpp>
#include <tollgate/report/text.hpp>

#include <filesystem>

#include <gmock/gmock.h>

namespace tollgate::cost_sheet {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

using tokens = std::vector<std::string>;

/// Six rounds of one case.
report::result measured(const std::string& program) {
    report::result seen;
    seen.about.program = program;
    measure::case_record record;
    record.key = program + "/nothing";
    record.unit = "one operation";
    for (std::uint64_t round = 0; round < 6; ++round) {
        measure::case_round one{};
        one.round = round;
        one.operations = 1'000;
        one.value_ns = 10;
        record.rounds.push_back(one);
    }
    seen.cases = {record};
    seen.twins = {record};
    seen.rounds = 6;
    seen.classical =
        report::classical_figure{"Thing", "clock_gettime", record.key.name(), 50, 20, 3};
    seen.environment = {{"governor", environment::condition::ok, "performance", "", "", ""}};
    return seen;
}

class command_check : public ::testing::Test {
protected:
    [[nodiscard]] std::string file(const char* name, const std::string& content) const {
        return folder_.write(name, content);
    }
    [[nodiscard]] std::string result_file(const char* name, const report::result& seen) const {
        return file(name, report::to_json(seen));
    }

    /// What a run that succeeds prints.
    [[nodiscard]] static std::string printed(const tokens& arguments,
                                             cli::exit_code code = cli::exit_code::success) {
        ::testing::internal::CaptureStdout();
        EXPECT_EQ(run(arguments), code);
        return ::testing::internal::GetCapturedStdout();
    }

    /// The message of the Error that a run throws, having printed nothing.
    template <class Error>
    [[nodiscard]] static std::string complaint(const tokens& arguments) {
        std::string message;
        ::testing::internal::CaptureStdout();
        try {
            (void)run(arguments);
            ADD_FAILURE() << "nothing was thrown";
        } catch (const Error& error) {
            message = error.what();
        }
        EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
        return message;
    }

    temporary_folder folder_;
};

TEST_F(command_check, ranks_what_all_files_say) {
    const std::string one = result_file("one", measured("fiber"));
    const std::string two = result_file("two", measured("cancel"));
    const std::string text = printed({two, one});
    EXPECT_THAT(text, AllOf(HasSubstr("\nSwitch: "), HasSubstr("\nCancel: "),
                            HasSubstr("  fiber/nothing\n"), HasSubstr("  cancel/nothing\n")));
    EXPECT_LT(text.find("Switch: "), text.find("Cancel: "));
}

TEST_F(command_check, a_partial_result_is_marked) {
    report::result seen = measured("testOne");
    seen.stopped = measure::stop_reason::interrupted;
    EXPECT_THAT(printed({result_file("one", seen)}), HasSubstr("\ntestOne (partial): 1 cases"));
}

TEST_F(command_check, only_the_rows_that_are_wanted) {
    const std::string one = result_file("one", measured("fiber"));
    const std::string two = result_file("two", measured("cancel"));
    EXPECT_THAT(printed({"--only", "^cancel", one, two}),
                AllOf(HasSubstr("cancel/nothing"), Not(HasSubstr("fiber/nothing"))));
    EXPECT_THAT(complaint<cli::usage_error>({"--only", "zebra", one}),
                HasSubstr("matches none of the 1 cases"));
    EXPECT_THAT(complaint<cli::usage_error>({"--only", "(", one}), HasSubstr("--only: '('"));
}

TEST_F(command_check, one_part_comes_as_its_program_printed_it) {
    const report::result seen = measured("testOne");
    const std::string one = result_file("one", seen);
    const auto part = [&](const char* name) { return printed({"--part", name, one}); };
    EXPECT_EQ(part("classical"), report::classical_text(seen));
    EXPECT_EQ(part("table"), report::case_table(seen));
    EXPECT_EQ(part("comparison"), report::comparison_text(seen));
    EXPECT_EQ(part("conditions"), report::conditions_text(seen));
    EXPECT_EQ(part("environment"), report::environment_text(seen.environment, true));
    EXPECT_EQ(report::to_json(report::read_json(part("json"))), report::to_json(seen));
    EXPECT_EQ(report::to_digest(report::read_json(part("digest"))), report::to_digest(seen));
}

TEST_F(command_check, a_page_is_written_besides) {
    const std::string one = result_file("one", measured("fiber"));
    const std::string page = folder_.path() + "/page.html";
    EXPECT_THAT(printed({"--html", page, one}), HasSubstr("fiber/nothing"));
    EXPECT_TRUE(std::filesystem::exists(page));
}

TEST_F(command_check, a_page_does_not_take_the_place_of_a_file_that_is_read) {
    const std::string one = result_file("one", measured("fiber"));
    const std::string link = folder_.path() + "/link";
    std::filesystem::create_symlink(one, link);
    for (const std::string& page : {one, link}) {
        EXPECT_THAT(complaint<cli::usage_error>({"--html", page, one}),
                    HasSubstr("is one of the files to read"));
    }
    EXPECT_THAT(printed({one}), HasSubstr("fiber/nothing"));
}

TEST_F(command_check, a_failed_proof_in_one_of_the_files_is_a_wrong_answer) {
    report::result wrong = measured("testTwo");
    wrong.cases[0].record.failures = {"a turn was lost"};
    const std::string text =
        printed({result_file("one", measured("testOne")), result_file("two", wrong)},
                cli::exit_code::wrong_answer);
    EXPECT_THAT(text, HasSubstr("testOne/nothing"));
}

TEST_F(command_check, help_and_version_need_no_file) {
    EXPECT_THAT(printed({"--help"}), StartsWith("Usage: costSheet"));
    EXPECT_EQ(printed({"-h"}), printed({"--help"}));
    EXPECT_THAT(printed({"--version"}), StartsWith("costSheet (tollgate) "));
}

TEST_F(command_check, no_file_is_a_usage_error) {
    EXPECT_THAT(complaint<cli::usage_error>({}), HasSubstr("--json FILE"));
    EXPECT_THAT(complaint<cli::usage_error>({"--part", "table"}), HasSubstr("no result file"));
}

TEST_F(command_check, an_unknown_option_is_named) {
    const std::string one = result_file("one", measured("testOne"));
    EXPECT_THAT(complaint<cli::usage_error>({"--frobnicate", one}), HasSubstr("'--frobnicate'"));
    EXPECT_THAT(complaint<cli::usage_error>({one, "--onl", "table"}), HasSubstr("'--onl'"));
}

TEST_F(command_check, the_name_of_a_part_is_checked_before_a_file_is_read) {
    const std::string message =
        complaint<cli::usage_error>({"--part", "tables", folder_.path() + "/missing"});
    EXPECT_THAT(message, AllOf(HasSubstr("--part: 'tables'"), HasSubstr("classical, table")));
    EXPECT_THAT(complaint<cli::usage_error>({"--part", ""}), HasSubstr("--part"));
    EXPECT_THAT(complaint<cli::usage_error>({"--part"}), HasSubstr("--part"));
    EXPECT_THAT(complaint<cli::usage_error>({"--part", "table", "--part", "table"}),
                HasSubstr("--part"));
}

TEST_F(command_check, options_that_would_not_be_heeded_are_refused) {
    const std::string one = result_file("one", measured("testOne"));
    EXPECT_THAT(complaint<cli::usage_error>({"--compare", "--across", one, one}),
                HasSubstr("--compare and --across"));
    EXPECT_THAT(complaint<cli::usage_error>({"--html", "x", "--compare", one, one}),
                HasSubstr("--html and --compare"));
    EXPECT_THAT(complaint<cli::usage_error>({"--fail-if-slower", "5%", one}),
                HasSubstr("it goes with --compare"));
    EXPECT_THAT(complaint<cli::usage_error>({"--compare", "--fail-if-slower", "much", one, one}),
                HasSubstr("--fail-if-slower: 'much'"));
    EXPECT_THAT(complaint<cli::usage_error>({"--compare", one}), HasSubstr("1 are named"));
    EXPECT_THAT(complaint<cli::usage_error>({"--across", one}), HasSubstr("two or more"));
}

TEST_F(command_check, a_file_that_cannot_be_read_does_not_hide_the_others) {
    const std::string one = result_file("one", measured("fiber"));
    ::testing::internal::CaptureStderr();
    EXPECT_THAT(
        printed({one, folder_.path() + "/missing", folder_.path()}, cli::exit_code::refused),
        HasSubstr("fiber/nothing"));
    EXPECT_EQ(::testing::internal::GetCapturedStderr(),
              "costSheet: " + folder_.path() +
                  "/missing: cannot be read: No such file or directory\n" +
                  "costSheet: " + folder_.path() + ": is a folder\n");
}

TEST_F(command_check, a_file_that_is_no_result_is_named) {
    const std::string whole = report::to_json(measured("testOne"));
    for (const std::string& content :
         {std::string(), std::string("hello\n"), std::string("[]"), std::string("null"),
          std::string("{\"context\": {}, \"benchmarks\": []}"), std::string("{\"tollgate\": 3}"),
          std::string("\xff\xfe\0\x01", 4), std::string(1'000'000, '['),
          whole.substr(0, whole.size() / 2)}) {
        const std::string name = file("garbage", content);
        ::testing::internal::CaptureStderr();
        EXPECT_EQ(printed({name}, cli::exit_code::refused), "") << content.substr(0, 40);
        EXPECT_THAT(::testing::internal::GetCapturedStderr(),
                    StartsWith("costSheet: " + name + ": "));
    }
}

TEST_F(command_check, a_page_of_nothing_is_not_written) {
    const std::string page = file("page.html", "the old one");
    ::testing::internal::CaptureStderr();
    EXPECT_EQ(printed({"--html", page, folder_.path() + "/missing"}, cli::exit_code::refused), "");
    (void)::testing::internal::GetCapturedStderr();
    EXPECT_EQ(std::filesystem::file_size(page), 11U);
}

} // namespace
} // namespace tollgate::cost_sheet
