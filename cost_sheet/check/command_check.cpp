// SPDX-License-Identifier: BSL-1.0
#include "command.hpp"

#include <tollgate/cli/errors.hpp>
#include <tollgate/report/json.hpp>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <system_error>

#include <stdlib.h>

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
    record.name = program + "/nothing";
    record.unit = "one operation";
    for (std::uint64_t round = 0; round < 6; ++round) {
        measure::case_round one{};
        one.round = round;
        one.operations = 1'000;
        one.value_ns = 10;
        record.rounds.push_back(one);
    }
    seen.cases = {record};
    seen.twin = record;
    seen.rounds = 6;
    seen.classical = report::classical_figure{"Thing", "clock_gettime", record.name, 50, 20, 3};
    seen.environment = {{"governor", measure::condition::ok, "performance", "", "", ""}};
    return seen;
}

class command_check : public ::testing::Test {
protected:
    command_check() {
        std::string name = (std::filesystem::temp_directory_path() / "sheet_XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) {
            throw std::runtime_error("mkdtemp " + name);
        }
        folder_ = name;
    }
    ~command_check() override { std::filesystem::remove_all(folder_); }

    [[nodiscard]] std::string file(const char* name, const std::string& content) const {
        std::ofstream(folder_ / name, std::ios::binary) << content;
        return folder_ / name;
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

    std::filesystem::path folder_;
};

TEST_F(command_check, prints_a_section_a_file_in_their_order) {
    const std::string one = result_file("one", measured("testOne"));
    const std::string two = result_file("two", measured("testTwo"));
    const std::string text = printed({two, one});
    EXPECT_THAT(text, AllOf(StartsWith("## testTwo\n"), HasSubstr("\n## testOne\n"),
                            HasSubstr("testOne/nothing"), HasSubstr("testTwo/nothing")));
}

TEST_F(command_check, a_partial_result_is_marked) {
    report::result seen = measured("testOne");
    seen.stopped = measure::stop_reason::interrupted;
    EXPECT_THAT(printed({result_file("one", seen)}), StartsWith("## testOne (partial)\n"));
}

TEST_F(command_check, one_part_comes_without_headings) {
    const std::string one = result_file("one", measured("testOne"));
    const auto part = [&](const char* name) { return printed({"--only", name, one}); };
    EXPECT_THAT(part("classical"), HasSubstr("Thing Context Switch"));
    EXPECT_THAT(part("table"), HasSubstr("testOne/nothing"));
    EXPECT_THAT(part("conditions"), HasSubstr("noise floor"));
    EXPECT_THAT(part("environment"), HasSubstr("governor"));
    for (const char* name : {"classical", "table", "comparison", "conditions", "environment"}) {
        EXPECT_THAT(part(name), Not(HasSubstr("## "))) << name;
    }
    EXPECT_THAT(part("table"), Not(HasSubstr("governor")));
}

TEST_F(command_check, a_failed_proof_in_one_of_the_files_is_a_wrong_answer) {
    report::result wrong = measured("testTwo");
    wrong.cases[0].failures = {"a turn was lost"};
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
    EXPECT_THAT(complaint<cli::usage_error>({"--only", "table"}), HasSubstr("no result file"));
}

TEST_F(command_check, an_unknown_option_is_named) {
    const std::string one = result_file("one", measured("testOne"));
    EXPECT_THAT(complaint<cli::usage_error>({"--frobnicate", one}), HasSubstr("'--frobnicate'"));
    EXPECT_THAT(complaint<cli::usage_error>({one, "--onl", "table"}), HasSubstr("'--onl'"));
}

TEST_F(command_check, the_name_of_a_part_is_checked_before_a_file_is_read) {
    const std::string message =
        complaint<cli::usage_error>({"--only", "tables", folder_ / "missing"});
    EXPECT_THAT(message, AllOf(HasSubstr("--only: 'tables'"), HasSubstr("classical, table")));
    EXPECT_THAT(complaint<cli::usage_error>({"--only", ""}), HasSubstr("--only: ''"));
    EXPECT_THAT(complaint<cli::usage_error>({"--only"}), HasSubstr("missing"));
    EXPECT_THAT(complaint<cli::usage_error>({"--only", "table", "--only", "table"}),
                HasSubstr("twice"));
}

TEST_F(command_check, a_file_that_cannot_be_read_is_named_and_nothing_is_printed) {
    const std::string one = result_file("one", measured("testOne"));
    const std::string missing = folder_ / "missing";
    EXPECT_THAT(complaint<std::system_error>({one, missing}),
                AllOf(HasSubstr(missing), HasSubstr("No such file or directory")));
    EXPECT_THAT(complaint<std::system_error>({folder_}),
                AllOf(HasSubstr(folder_.string()), HasSubstr("Is a directory")));
}

TEST_F(command_check, a_file_that_is_no_result_is_named) {
    const std::string whole = report::to_json(measured("testOne"));
    for (const std::string& content :
         {std::string(), std::string("hello\n"), std::string("[]"), std::string("null"),
          std::string("{\"context\": {}, \"benchmarks\": []}"), std::string("{\"tollgate\": 3}"),
          std::string("\xff\xfe\0\x01", 4), std::string(1'000'000, '['),
          whole.substr(0, whole.size() / 2)}) {
        const std::string name = file("garbage", content);
        EXPECT_THAT(complaint<cli::machine_refused>({name}), StartsWith(name + ": "))
            << content.substr(0, 40);
    }
}

} // namespace
} // namespace tollgate::cost_sheet
