// SPDX-License-Identifier: BSL-1.0
#include "made_up_command.hpp"
#include "made_up_runs.hpp"

#include "compare/comparison.hpp"

#include <gmock/gmock.h>

#include <limits>

namespace tollgate::cost_sheet {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class compare_command : public command_fixture {
protected:
    [[nodiscard]] std::string run_file(const std::string& name, double first) {
        runs_made += 10;
        return result_file(name, result_of(first, runs_made));
    }
    [[nodiscard]] static report::result result_of(double first, std::int64_t seconds = 0) {
        made_up_values values{{"a", rounds_about(10 * first)}};
        for (const char* name : {"b", "c", "d", "e", "f"}) {
            values[name] = rounds_about(20);
        }
        return made_up_run(seconds, values);
    }

    std::int64_t runs_made = 0; ///< no two of them at one moment

    cli::exit_code compare(std::vector<std::string> files, const std::string& fail_if_slower = {}) {
        files.insert(files.begin(), "--compare");
        if (!fail_if_slower.empty()) {
            files.insert(files.end(), {"--fail-if-slower", fail_if_slower});
        }
        return exit_of(files);
    }
};

TEST_F(compare_command, prints_slower_ones_first_and_a_summary) {
    EXPECT_EQ(compare({run_file("old", 1), run_file("new", 3)}), cli::exit_code::success);
    EXPECT_THAT(
        out,
        HasSubstr(
            "1 of 6 slower, 0 faster, 5 ties. 6 of 6 rows tell whether they are 5 % slower.\n"));
    EXPECT_THAT(out, AllOf(HasSubstr("not made in pairs of one file name: only make compare"),
                           HasSubstr("old and new are geometric means over passes, or runs"),
                           Not(HasSubstr("-: "))));
    EXPECT_LT(out.find("| a "), out.find("| b "));
    EXPECT_EQ(err, "");
}

TEST_F(compare_command, fails_only_if_a_case_is_slower_by_more_for_sure) {
    const std::string old_file = run_file("old", 1);
    const std::string new_file = run_file("new", 3);
    EXPECT_EQ(compare({old_file, new_file}, "5%"), cli::exit_code::wrong_answer);
    EXPECT_THAT(out, HasSubstr("Slower by more than 5 % for sure:\n- a\n"));
    // A case that is now a third of what it was is no reason to fail.
    EXPECT_EQ(compare({new_file, old_file}, "50%"), cli::exit_code::success);
    EXPECT_THAT(out, HasSubstr("No case is slower by more than 50 % for sure"));
    // Three times as much is not more than three times as much for sure.
    EXPECT_EQ(compare({old_file, new_file}, "200%"), cli::exit_code::success);
}

TEST_F(compare_command, what_most_rows_would_not_have_shown_is_not_passed) {
    const std::vector<std::string> same{run_file("old", 1), run_file("new", 1)};
    EXPECT_EQ(compare(same, "0.01%"), cli::exit_code::wrong_answer);
    EXPECT_THAT(out,
                AllOf(HasSubstr("6 without a verdict. 0 of 6 rows tell whether they are 0.01 %"),
                      HasSubstr("Whether a case is slower by more than 0.01 % cannot be told: "
                                "6 of 6 rows do not tell")));
}

TEST_F(compare_command, rows_that_would_not_have_shown_it_are_counted) {
    report::result noisy = result_of(1);
    for (const std::size_t blind : {4U, 5U}) {
        measure::case_record record = noisy.cases[blind].record;
        for (std::size_t i = 0; i < record.rounds.size(); ++i) {
            record.rounds[i].value_ns *= i % 2 == 0 ? 0.5 : 1.5;
        }
        noisy.cases[blind] = std::move(record);
    }
    EXPECT_EQ(compare({result_file("noisy", noisy), run_file("new", 1)}, "5%"),
              cli::exit_code::success);
    EXPECT_THAT(out, AllOf(HasSubstr("4 of 6 rows tell whether they are 5 %"),
                           HasSubstr("No case is slower by more than 5 % for sure.\n"
                                     "2 of 6 rows do not tell.\n")));
}

TEST_F(compare_command, a_case_that_is_missing_is_no_pass_unless_that_is_allowed) {
    report::result longer = result_of(1);
    longer.cases.push_back(made_up_run(0, {{"g", rounds_about(20)}}).cases.front());
    const std::vector<std::string> files{result_file("old", longer), run_file("new", 1)};
    EXPECT_EQ(compare(files, "5%"), cli::exit_code::wrong_answer);
    EXPECT_THAT(out, AllOf(HasSubstr("Missing from the new ones:\n- g\n"),
                           HasSubstr("which only --allow-missing allows: 1 of the old cases")));
    EXPECT_EQ(compare(files), cli::exit_code::success) << "nothing was asked";
    EXPECT_EQ(compare({files[0], files[1], "--allow-missing"}, "5%"), cli::exit_code::success);
    EXPECT_EQ(compare({files[1], files[0]}, "5%"), cli::exit_code::success) << "a new one is none";
    EXPECT_EQ(compare({files[0], files[1], "--allow-missing"}), cli::exit_code::usage);
}

TEST_F(compare_command, names_that_are_twice_in_a_file_are_said_and_no_pass) {
    report::result twice = result_of(1);
    twice.cases.push_back(result_of(3).cases.front());
    const std::vector<std::string> files{run_file("old", 1), result_file("new", twice)};
    EXPECT_EQ(compare(files, "5%"), cli::exit_code::wrong_answer);
    EXPECT_THAT(out, AllOf(HasSubstr("new: a is in the file more than once, left out"),
                           Not(HasSubstr("| a "))));
}

TEST_F(compare_command, without_a_verdict_nothing_is_passed_and_files_cannot_be_compared) {
    for (int i = 0; i < 8; ++i) {
        for (const std::string side : {"old", "new"}) {
            report::result run = result_of(1, 20 * i + (side == "old" ? 0 : 10));
            reference_loops_take(run, side == "new" && i < 2 ? 150 : 100);
            folder.write(fmt::format("{}/{}.json", side, i), report::to_json(run));
        }
    }
    const std::vector<std::string> sides{folder.path() + "/old", folder.path() + "/new"};
    EXPECT_EQ(compare(sides, "5%"), cli::exit_code::wrong_answer);
    EXPECT_THAT(out, HasSubstr("No verdict: testFiber: in 2 of 8 pairs the reference loops show"));
    EXPECT_EQ(compare(sides), cli::exit_code::usage);
}

TEST_F(compare_command, folders_of_runs_in_turns_are_interleaved) {
    for (int i = 0; i < 12; ++i) {
        const std::string file = fmt::format("{:02}.json", i);
        folder.write("old/" + file, report::to_json(result_of(1 + 0.001 * i, 20 * i)));
        folder.write("new/" + file,
                     report::to_json(result_of(1.04 + 0.001 * ((i * 5) % 12), 20 * i + 10)));
    }
    EXPECT_EQ(compare({folder.path() + "/old", folder.path() + "/new"}, "1%"),
              cli::exit_code::wrong_answer);
    EXPECT_THAT(out, AllOf(HasSubstr("Interleaved runs: each new run"), HasSubstr("1 of 6 slower"),
                           Not(HasSubstr("one after the other"))));
}

TEST_F(compare_command, only_chooses_cases) {
    const std::vector<std::string> files{run_file("old", 1), run_file("new", 3)};
    EXPECT_EQ(compare({files[0], files[1], "--only", "[b-f]"}), cli::exit_code::success);
    EXPECT_THAT(out, AllOf(HasSubstr("0 of 5 slower"), Not(HasSubstr("| a "))));
    EXPECT_EQ(compare({run_file("old", 123.4), files[1], "--only", "a"}), cli::exit_code::success);
    EXPECT_THAT(out, AllOf(HasSubstr(" 1230 "), HasSubstr("-: there is no interval, or")));
    EXPECT_EQ(compare({files[0], files[1], "--only", "nothing"}), cli::exit_code::usage);
}

TEST_F(compare_command, what_cannot_be_read_is_named_and_left_out) {
    const std::string one = run_file("one", 1);
    const std::string missing = folder.path() + "/missing";
    EXPECT_EQ(compare({missing, one}), cli::exit_code::refused);
    EXPECT_THAT(err, AllOf(HasSubstr(missing), Not(HasSubstr("\n\n"))));
    EXPECT_EQ(out, "");
    const std::string both = one + "," + missing;
    EXPECT_EQ(compare({both, run_file("same", 1)}), cli::exit_code::refused);
    EXPECT_THAT(out, HasSubstr("6 ties"));
    EXPECT_EQ(compare({both, run_file("slow", 3)}, "5%"), cli::exit_code::wrong_answer);
}

TEST_F(compare_command, a_failed_proof_is_a_wrong_answer_and_said) {
    report::result wrong = result_of(1);
    wrong.cases[3].record.failures = {"a turn was lost"};
    const std::string file = result_file("wrong", wrong);
    EXPECT_EQ(compare({run_file("old", 1), file}), cli::exit_code::wrong_answer);
    EXPECT_THAT(out, AllOf(HasSubstr("Proofs of work failed"), HasSubstr(file)));
}

TEST_F(compare_command, names_from_a_file_cannot_speak_to_the_terminal) {
    report::result rude = result_of(1);
    rude.cases[0].record.key = "\x1b[31ma|b";
    rude.about.kernel = "\x1b]0;title\x07";
    const std::string file = result_file("rude", rude);
    EXPECT_EQ(compare({file, run_file("new", 1)}), cli::exit_code::success);
    EXPECT_THAT(out, AllOf(Not(HasSubstr("\x1b")), Not(HasSubstr("\x07")), HasSubstr("31ma"),
                           HasSubstr("conditions that differ"), HasSubstr("Linux 6.1")));
}

TEST(resolved, has_the_digits_that_the_uncertainty_leaves) {
    EXPECT_EQ(resolved(75'342, 3'800, 2), "75000");
    EXPECT_EQ(resolved(1.0523, 0.02, 4), "1.052");
    EXPECT_EQ(resolved(1.0523, 0.2, 4), "1.05");
    EXPECT_EQ(resolved(74.91, 1.94, 2), "74.9");
    EXPECT_EQ(resolved(74.91, 4, 2), "75");
    EXPECT_EQ(resolved(-74.91, 4, 2), "-75");
    // What is not resolved, or no number.
    EXPECT_EQ(resolved(1e300, 1e299, 2), "1e+300");
    EXPECT_EQ(resolved(4e-310, 0, 4), "4e-310");
    constexpr double infinity = std::numeric_limits<double>::infinity();
    EXPECT_EQ(resolved(7.28, 0, 1), "7.3");
    EXPECT_EQ(resolved(42, 1'000, 2), "40");
    EXPECT_EQ(resolved(0.004, 1'000, 2), "0.004");
    EXPECT_EQ(resolved(5, infinity, 2), "5.00");
    EXPECT_EQ(resolved(0, 0, 2), "0.00");
    EXPECT_EQ(resolved(infinity, 1, 2), "inf");
}

} // namespace
} // namespace tollgate::cost_sheet
