// SPDX-License-Identifier: BSL-1.0
#include "fake_command.hpp"
#include "fake_runs.hpp"

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
        next_second += 10;
        return result_file(name, result_of(first, next_second));
    }
    [[nodiscard]] static report::result result_of(double first, std::int64_t seconds = 0) {
        fake_values values{{"a", rounds_about(10 * first)}};
        for (const char* name : {"b", "c", "d", "e", "f"}) {
            values[name] = rounds_about(20);
        }
        return fake_run(seconds, values);
    }

    std::int64_t next_second = 0; ///< each run has its own

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
        HasSubstr("1 of 6 slower, 0 faster, 5 without significant difference. 6 of 6 rows decide "
                  "whether they are 5 %\n    slower.\n"));
    EXPECT_THAT(out,
                AllOf(HasSubstr("not interleaved in pairs of one file name: only make compare"),
                      HasSubstr("old and new are geometric means over passes, or runs"),
                      Not(HasSubstr("-: "))));
    EXPECT_LT(out.find("| a "), out.find("| b "));
    EXPECT_EQ(err, "");
}

TEST_F(compare_command, fails_only_if_a_case_is_certainly_slower) {
    const std::string old_file = run_file("old", 1);
    const std::string new_file = run_file("new", 3);
    EXPECT_EQ(compare({old_file, new_file}, "5%"), cli::exit_code::wrong_answer);
    EXPECT_THAT(out, HasSubstr("Certainly slower by more than 5 %:\n- a\n"));
    // A case that is now a third of what it was is no reason to fail.
    EXPECT_EQ(compare({new_file, old_file}, "50%"), cli::exit_code::success);
    EXPECT_THAT(out, HasSubstr("No case is certainly slower by more than 50 %."));
    // Three times as much is not certainly more than three times as much.
    EXPECT_EQ(compare({old_file, new_file}, "200%"), cli::exit_code::success);
}

TEST_F(compare_command, fails_if_most_rows_are_undecided) {
    const std::vector<std::string> same{run_file("old", 1), run_file("new", 1)};
    EXPECT_EQ(compare(same, "0.01%"), cli::exit_code::wrong_answer);
    EXPECT_THAT(
        out,
        AllOf(HasSubstr("6 without a verdict. 0 of 6 rows decide\n    whether they are 0.01 %"),
              HasSubstr("It is unknown whether a case is slower by more than 0.01 %: "
                        "6 of 6 rows are undecided")));
}

TEST_F(compare_command, counts_undecided_rows) {
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
    EXPECT_THAT(out, AllOf(HasSubstr("4 of 6 rows decide\n    whether they are 5 %"),
                           HasSubstr("No case is certainly slower by more than 5 %.\n"
                                     "2 of 6 rows are undecided.\n")));
}

TEST_F(compare_command, fails_if_a_case_is_missing_unless_that_is_allowed) {
    report::result longer = result_of(1);
    longer.cases.push_back(fake_run(0, {{"g", rounds_about(20)}}).cases.front());
    const std::vector<std::string> files{result_file("old", longer), run_file("new", 1)};
    EXPECT_EQ(compare(files, "5%"), cli::exit_code::wrong_answer);
    EXPECT_THAT(
        out, AllOf(HasSubstr("Missing from the new runs:\n- g\n"),
                   HasSubstr(
                       "Missing from the new runs: 1 case of the old runs. Only --allow-missing")));
    EXPECT_EQ(compare(files), cli::exit_code::success) << "nothing was asked";
    EXPECT_EQ(compare({files[0], files[1], "--allow-missing"}, "5%"), cli::exit_code::success);
    EXPECT_EQ(compare({files[1], files[0]}, "5%"), cli::exit_code::success) << "a new one is none";
    EXPECT_EQ(compare({files[0], files[1], "--allow-missing"}), cli::exit_code::usage);
}

TEST_F(compare_command, fails_if_a_name_is_twice_in_a_file) {
    report::result twice = result_of(1);
    twice.cases.push_back(result_of(3).cases.front());
    const std::vector<std::string> files{run_file("old", 1), result_file("new", twice)};
    EXPECT_EQ(compare(files, "5%"), cli::exit_code::wrong_answer);
    EXPECT_THAT(out, AllOf(HasSubstr("new: a is in the file more than once, left out"),
                           Not(HasSubstr("| a "))));
}

TEST_F(compare_command, fails_without_a_verdict) {
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

TEST_F(compare_command, compares_folders_of_interleaved_runs_in_pairs) {
    for (int i = 0; i < 12; ++i) {
        const std::string file = fmt::format("{:02}.json", i);
        folder.write("old/" + file, report::to_json(result_of(1 + 0.001 * i, 20 * i)));
        folder.write("new/" + file,
                     report::to_json(result_of(1.04 + 0.001 * ((i * 5) % 12), 20 * i + 10)));
    }
    EXPECT_EQ(compare({folder.path() + "/old", folder.path() + "/new"}, "1%"),
              cli::exit_code::wrong_answer);
    EXPECT_THAT(out, AllOf(HasSubstr("Interleaved runs: each new run"), HasSubstr("1 of 6 slower"),
                           Not(HasSubstr("not interleaved"))));
}

TEST_F(compare_command, only_chooses_cases) {
    const std::vector<std::string> files{run_file("old", 1), run_file("new", 3)};
    EXPECT_EQ(compare({files[0], files[1], "--only", "[b-f]"}), cli::exit_code::success);
    EXPECT_THAT(out, AllOf(HasSubstr("0 of 5 slower"), Not(HasSubstr("| a "))));
    EXPECT_EQ(compare({run_file("old", 123.4), files[1], "--only", "a"}), cli::exit_code::success);
    EXPECT_THAT(out,
                AllOf(HasSubstr(" 1230 "), HasSubstr("-: there is no interval, or even twice")));
    EXPECT_EQ(compare({files[0], files[1], "--only", "nothing"}), cli::exit_code::usage);
}

TEST_F(compare_command, names_and_leaves_out_unreadable_files) {
    const std::string one = run_file("one", 1);
    const std::string missing = folder.path() + "/missing";
    EXPECT_EQ(compare({missing, one}), cli::exit_code::refused);
    EXPECT_THAT(err, AllOf(HasSubstr(missing), Not(HasSubstr("\n\n"))));
    EXPECT_EQ(out, "");
    const std::string both = one + "," + missing;
    EXPECT_EQ(compare({both, run_file("same", 1)}), cli::exit_code::refused);
    EXPECT_THAT(out, HasSubstr("6 without significant difference"));
    EXPECT_EQ(compare({both, run_file("slow", 3)}, "5%"), cli::exit_code::wrong_answer);
}

TEST_F(compare_command, fails_and_names_the_run_if_a_self_check_failed) {
    report::result wrong = result_of(1);
    wrong.cases[3].record.failures = {"an operation was lost"};
    const std::string file = result_file("wrong", wrong);
    EXPECT_EQ(compare({run_file("old", 1), file}), cli::exit_code::wrong_answer);
    EXPECT_THAT(out, AllOf(HasSubstr("Self-checks failed"), HasSubstr(file)));
}

TEST_F(compare_command, names_from_a_file_cannot_control_the_terminal) {
    report::result rude = result_of(1);
    rude.cases[0].record.key = "\x1b[31ma|b";
    rude.about.kernel = "\x1b]0;title\x07";
    const std::string file = result_file("rude", rude);
    EXPECT_EQ(compare({file, run_file("new", 1)}), cli::exit_code::success);
    EXPECT_THAT(out, AllOf(Not(HasSubstr("\x1b")), Not(HasSubstr("\x07")), HasSubstr("31ma"),
                           HasSubstr("conditions that differ"), HasSubstr("Linux 6.1")));
}

TEST(resolved, has_the_digits_that_the_uncertainty_allows) {
    EXPECT_EQ(resolved(75'342, 3'800, 2), "75000");
    EXPECT_EQ(resolved(1.0523, 0.02, 4), "1.052");
    EXPECT_EQ(resolved(1.0523, 0.2, 4), "1.05");
    EXPECT_EQ(resolved(74.91, 1.94, 2), "74.9");
    EXPECT_EQ(resolved(74.91, 4, 2), "75");
    EXPECT_EQ(resolved(-74.91, 4, 2), "-75");
    // Values that are not resolved, or not finite.
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
