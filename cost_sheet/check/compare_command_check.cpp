// SPDX-License-Identifier: BSL-1.0
#include "compare/compare_command.hpp"
#include "made_up_runs.hpp"
#include "temporary_folder.hpp"

#include <tollgate/cli/errors.hpp>
#include <tollgate/report/json.hpp>

#include <filesystem>
#include <utility>

#include <gmock/gmock.h>

namespace tollgate::cost_sheet {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class compare_command : public ::testing::Test {
protected:
    [[nodiscard]] std::string result_file(const std::string& name, double first,
                                          std::int64_t seconds = 0) const {
        return here.write(name, report::to_json(result_of(first, seconds)));
    }
    [[nodiscard]] static report::result result_of(double first, std::int64_t seconds) {
        made_up_values values{{"a", rounds_about(10 * first)}};
        for (const char* name : {"b", "c", "d", "e", "f"}) {
            values[name] = rounds_about(20);
        }
        return made_up_run(seconds, values);
    }

    /// Runs it; what it printed goes to `out` and `err`.
    cli::exit_code compare(const std::vector<std::string>& files,
                           std::optional<double> fail_if_slower = {},
                           std::optional<std::string> only = {}) {
        options wanted;
        wanted.wanted = options::action::compare;
        wanted.files = files;
        wanted.fail_if_slower = fail_if_slower;
        wanted.only = std::move(only);
        ::testing::internal::CaptureStdout();
        ::testing::internal::CaptureStderr();
        cli::exit_code code = cli::exit_code::success;
        try {
            code = compare_files(wanted);
        } catch (const cli::usage_error& error) {
            refusal = error.what();
            code = cli::exit_code::usage;
        }
        out = ::testing::internal::GetCapturedStdout();
        err = ::testing::internal::GetCapturedStderr();
        return code;
    }

    temporary_folder here;
    std::string out;
    std::string err;
    std::string refusal;
};

TEST_F(compare_command, prints_slower_ones_first_and_a_summary) {
    EXPECT_EQ(compare({result_file("old", 1), result_file("new", 3)}), cli::exit_code::success);
    EXPECT_THAT(out,
                HasSubstr("1 of 6 slower, 0 faster, 5 ties. 6 of 6 rows could have shown 5 %.\n"));
    EXPECT_THAT(out, HasSubstr("\nall rows × 1.00"));
    EXPECT_THAT(out, HasSubstr("one after the other: that cannot tell a drift"));
    EXPECT_LT(out.find("| a "), out.find("| b "));
    EXPECT_EQ(err, "");
}

TEST_F(compare_command, fails_only_if_a_case_is_slower_by_more_for_sure) {
    const std::string old_file = result_file("old", 1);
    const std::string new_file = result_file("new", 3);
    EXPECT_EQ(compare({old_file, new_file}, 0.05), cli::exit_code::wrong_answer);
    EXPECT_THAT(out, HasSubstr("Slower by more than 5 % for sure:\n- a\n"));
    // A case that is now a third of what it was is no reason to fail.
    EXPECT_EQ(compare({new_file, old_file}, 0.5), cli::exit_code::success);
    EXPECT_THAT(out, HasSubstr("No case is slower by more than 50 % for sure"));
    // Three times as much is not more than three times as much for sure.
    EXPECT_EQ(compare({old_file, new_file}, 2.0), cli::exit_code::success);
}

TEST_F(compare_command, a_share_that_fewer_than_half_of_the_rows_could_have_shown_is_not_passed) {
    const std::vector<std::string> same{result_file("old", 1), result_file("new", 1)};
    EXPECT_EQ(compare(same, 0.0001), cli::exit_code::usage);
    EXPECT_THAT(refusal,
                HasSubstr("6 of 6 rows could not have shown a case that is slower by 0.01 %"));
    EXPECT_THAT(out, HasSubstr("6 ties. 0 of 6 rows could have shown 0.01 %"));
}

TEST_F(compare_command, rows_that_could_not_have_shown_it_are_counted) {
    report::result noisy = result_of(1, 0);
    for (const std::size_t blind : {4U, 5U}) {
        measure::case_record record = noisy.cases[blind].record;
        for (std::size_t i = 0; i < record.rounds.size(); ++i) {
            record.rounds[i].value_ns *= i % 2 == 0 ? 0.5 : 1.5;
        }
        noisy.cases[blind] = std::move(record);
    }
    const std::string file = here.write("noisy", report::to_json(noisy));
    EXPECT_EQ(compare({file, result_file("new", 1)}, 0.05), cli::exit_code::success);
    EXPECT_THAT(out, AllOf(HasSubstr("4 of 6 rows could have shown 5 %"),
                           HasSubstr("No case is slower by more than 5 % for sure.\n"
                                     "2 of 6 rows could not have shown that.\n")));
}

TEST_F(compare_command, all_rows_slower_are_no_pass_unless_it_was_the_machine) {
    report::result slow = result_of(1, 0);
    for (measure::case_result& one : slow.cases) {
        measure::case_record record = one.record;
        for (measure::case_round& round : record.rounds) {
            round.value_ns *= 1.5;
        }
        one = std::move(record);
    }
    slow.twins = {slow.cases.front()};
    report::result quick = result_of(1, 0);
    quick.clock.reading_ns_p50 = 20;
    quick.clock.l1_miss_ns = 4;
    const auto compared = [&](double times_the_marks) {
        slow.clock.reading_ns_p50 = 20 * times_the_marks;
        slow.clock.l1_miss_ns = 4 * times_the_marks;
        return compare({here.write("quick", report::to_json(quick)),
                        here.write("slow", report::to_json(slow))},
                       0.05);
    };
    EXPECT_EQ(compared(1), cli::exit_code::usage);
    EXPECT_THAT(out,
                HasSubstr("the clock's reading × 1.00, an L1 miss × 1.00: not the CPU's clock"));
    EXPECT_THAT(refusal, HasSubstr("all rows together are slower by more than 5 %"));
    EXPECT_EQ(compared(1.4), cli::exit_code::usage) << "7 % are left";
    EXPECT_EQ(compared(1.5), cli::exit_code::success);
    EXPECT_THAT(out, HasSubstr("an L1 miss × 1.50, which moved with them: the machine's speed"));
    quick.speed.fast_ns = {{0, 1000}};
    slow.speed.fast_ns = {{0, 1500}};
    EXPECT_EQ(compared(1), cli::exit_code::success) << "reference loops count, and others do not";
    slow.speed.fast_ns = {{0, 1400}};
    EXPECT_EQ(compared(1.5), cli::exit_code::usage);
}

TEST_F(compare_command, folders_of_runs_in_turns_are_interleaved) {
    std::filesystem::create_directory(here.path() + "/old");
    std::filesystem::create_directory(here.path() + "/new");
    for (int i = 0; i < 12; ++i) {
        (void)result_file(fmt::format("old/{:02}.json", i), 1 + 0.001 * i, 20 * i);
        (void)result_file(fmt::format("new/{:02}.json", i), 1.04 + 0.001 * ((i * 5) % 12),
                          20 * i + 10);
    }
    EXPECT_EQ(compare({here.path() + "/old", here.path() + "/new"}, 0.01),
              cli::exit_code::wrong_answer);
    EXPECT_THAT(out, AllOf(HasSubstr("Interleaved runs, up to 12 pairs"),
                           HasSubstr("1 of 6 slower"), Not(HasSubstr("one after the other"))));
}

TEST_F(compare_command, only_chooses_cases) {
    const std::vector<std::string> files{result_file("old", 1), result_file("new", 3)};
    EXPECT_EQ(compare(files, {}, "[b-f]"), cli::exit_code::success);
    EXPECT_THAT(out, AllOf(HasSubstr("0 of 5 slower"), Not(HasSubstr("| a "))));
    EXPECT_EQ(compare(files, {}, "nothing"), cli::exit_code::usage);
}

TEST_F(compare_command, takes_exactly_two) {
    const std::string one = result_file("one", 1);
    for (const auto& files : std::vector<std::vector<std::string>>{{}, {one}, {one, one, one}}) {
        EXPECT_EQ(compare(files), cli::exit_code::usage);
        EXPECT_THAT(refusal, StartsWith("--compare: takes two"));
        EXPECT_EQ(out, "");
    }
}

TEST_F(compare_command, a_side_that_cannot_be_read_is_named_once) {
    const std::string one = result_file("one", 1);
    const std::string missing = here.path() + "/missing";
    EXPECT_EQ(compare({missing, one}), cli::exit_code::refused);
    EXPECT_THAT(err, AllOf(HasSubstr(missing), Not(HasSubstr("\n\n"))));
    EXPECT_EQ(out, "");
    EXPECT_EQ(compare({one, here.write("binary", std::string("\xff\0\x1b", 3))}),
              cli::exit_code::refused);
    EXPECT_THAT(err, Not(HasSubstr("\x1b")));
}

TEST_F(compare_command, the_others_are_compared_without_a_file_that_cannot_be_read) {
    const std::string both = result_file("one", 1) + "," + here.path() + "/missing";
    const std::string slow = result_file("slow", 3);
    EXPECT_EQ(compare({both, result_file("same", 1)}), cli::exit_code::refused);
    EXPECT_THAT(out, HasSubstr("6 ties"));
    EXPECT_EQ(compare({both, slow}, 0.05), cli::exit_code::wrong_answer);
}

TEST_F(compare_command, a_failed_proof_is_a_wrong_answer_and_said) {
    report::result wrong = result_of(1, 0);
    wrong.cases[3].record.failures = {"a turn was lost"};
    const std::string file = here.write("wrong", report::to_json(wrong));
    EXPECT_EQ(compare({result_file("old", 1), file}), cli::exit_code::wrong_answer);
    EXPECT_THAT(out, AllOf(HasSubstr("Proofs of work failed"), HasSubstr(file)));
    EXPECT_EQ(compare({result_file("old", 1), file}, 0.0001), cli::exit_code::wrong_answer);
}

TEST_F(compare_command, names_from_a_file_cannot_speak_to_the_terminal) {
    report::result rude = result_of(1, 0);
    rude.cases[0].record.key = "\x1b[31ma|b";
    rude.about.kernel = "\x1b]0;title\x07";
    const std::string file = here.write("rude", report::to_json(rude));
    EXPECT_EQ(compare({file, result_file("new", 1)}), cli::exit_code::success);
    EXPECT_THAT(out, AllOf(Not(HasSubstr("\x1b")), Not(HasSubstr("\x07")), HasSubstr("31ma")));
}

TEST_F(compare_command, conditions_that_differ_stand_below) {
    report::result other = result_of(1, 0);
    other.about.kernel = "Linux 6.2";
    EXPECT_EQ(compare({result_file("old", 1), here.write("new", report::to_json(other))}),
              cli::exit_code::success);
    EXPECT_THAT(out, AllOf(HasSubstr("conditions that differ"), HasSubstr("Linux 6.1"),
                           HasSubstr("Linux 6.2")));
}

} // namespace
} // namespace tollgate::cost_sheet
