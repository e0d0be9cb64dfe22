// SPDX-License-Identifier: BSL-1.0
// Files that explain a case, beside usual ones, on a terminal and in comparisons.
#include "command.hpp"
#include "load.hpp"
#include "made_up_explained.hpp"
#include "made_up_runs.hpp"
#include "screen/screen.hpp"
#include "sheet_text.hpp"
#include "temporary_folder.hpp"

#include <tollgate/cli/errors.hpp>
#include <tollgate/report/json.hpp>
#include <tollgate/report/text.hpp>

#include <gmock/gmock.h>

#include <optional>
#include <string>
#include <vector>

namespace tollgate::cost_sheet {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr const char* case_name = "thread/condvar/threads:2/placement:core";
constexpr const char* sentence = "core costs 17.9 ± 0.4 µs.\n";

report::result usual_run(const std::string& program = "testThread") {
    report::result seen = made_up_run(0, {{case_name, rounds_about(18'000)}});
    seen.about.program = program;
    seen.cases[0].record.key = report::guess_key(case_name); // with parameters
    seen.twins = {seen.cases[0]};
    return seen;
}

report::result explained_run() {
    report::result seen =
        made_up_run(5, {{case_name, rounds_about(18'000)},
                        {std::string(case_name) + "/under:cpus=busy", rounds_about(4'000)}});
    seen.about.program = "testThread";
    seen.explanation = made_up_explanation();
    return seen;
}

class explained_check : public ::testing::Test {
protected:
    [[nodiscard]] std::string file(const char* name, const report::result& seen) const {
        return folder_.write(name, report::to_json(seen));
    }

    /// The printed text, errors last.
    [[nodiscard]] static std::string said(const std::vector<std::string>& arguments,
                                          cli::exit_code code = cli::exit_code::success) {
        ::testing::internal::CaptureStdout();
        ::testing::internal::CaptureStderr();
        EXPECT_EQ(run(arguments), code);
        const std::string out = ::testing::internal::GetCapturedStdout();
        return out + ::testing::internal::GetCapturedStderr();
    }

    [[nodiscard]] static std::optional<std::string>
    refusal(const std::vector<std::string>& arguments) {
        ::testing::internal::CaptureStdout();
        std::optional<std::string> message;
        try {
            (void)run(arguments);
        } catch (const cli::usage_error& error) {
            message = error.what();
        }
        EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
        return message;
    }

    temporary_folder folder_;
};

TEST_F(explained_check, a_file_that_explains_has_no_cases_in_a_sheet) {
    const sheet all = load({file("explain.json", explained_run())}, detail::distributions);
    EXPECT_THAT(all.cases, IsEmpty());
    EXPECT_THAT(all.warnings, IsEmpty());
    ASSERT_EQ(all.explained().size(), 1U);
    EXPECT_EQ(all.files[0].label, "testThread --explain");
    EXPECT_EQ(all.files[0].explained->of.name(), case_name);
}

TEST_F(explained_check, the_verdict_stands_in_place_of_a_table) {
    const std::string text = said({file("explain.json", explained_run())});
    EXPECT_THAT(text, AllOf(HasSubstr(report::explanation_text(made_up_explanation())),
                            HasSubstr("\ntestThread --explain: one case under interventions, "),
                            Not(HasSubstr("/under:")), Not(HasSubstr("costSheet:"))));
}

TEST_F(explained_check, a_digest_says_the_same) {
    const std::string whole = file("explain.json", explained_run());
    const std::string digest = folder_.write("digest.json", report::to_digest(explained_run()));
    EXPECT_EQ(said({digest}), said({whole}));
    EXPECT_EQ(said({"--part", "explanation", digest}),
              report::explanation_text(made_up_explanation()));
    EXPECT_EQ(said({"--part", "explanation", file("usual.json", usual_run())}), "");
}

TEST_F(explained_check, beside_a_usual_file_of_the_program_both_are_shown) {
    const std::string usual = file("usual.json", usual_run());
    const std::string text = said({"--all", usual, file("explain.json", explained_run())});
    EXPECT_THAT(text, AllOf(HasSubstr(sentence), HasSubstr("\ntestThread: 1 cases, "),
                            Not(HasSubstr("/under:")), Not(HasSubstr("shown twice"))));
    EXPECT_THAT(text, Not(HasSubstr("[testThread"))) << "no row needs the name of its file";
}

TEST_F(explained_check, a_screen_is_followed_by_what_was_explained) {
    sheet all = load({file("usual.json", usual_run())}, detail::figures);
    all.files.push_back(explained_file("explain.json"));
    all.files[1].about = all.files[0].about;
    EXPECT_FALSE(make_screen(all).sections.empty());
    const std::string one = file("usual.json", usual_run());
    const std::string other = file("explain.json", explained_run());
    const std::string text = said({one, other});
    const std::string screen = said({one});
    EXPECT_EQ(text.substr(0, 40), screen.substr(0, 40));
    EXPECT_THAT(text, HasSubstr("--only TEXT\n\nthread/condvar/"));
}

TEST_F(explained_check, only_those_that_are_wanted) {
    const std::string usual = file("usual.json", usual_run());
    const std::string explained = file("explain.json", explained_run());
    EXPECT_THAT(said({"--only", "condvar", explained}), HasSubstr(sentence));
    EXPECT_THAT(refusal({"--only", "zebra", usual, explained}),
                ::testing::Optional(HasSubstr("matches none of the 2 cases")));
    report::result other = usual_run();
    other.cases[0].record.key = "thread/pipe";
    other.twins = {other.cases[0]};
    EXPECT_THAT(said({"--only", "pipe", file("pipe.json", other), explained}),
                Not(HasSubstr(sentence)));
}

TEST_F(explained_check, of_a_run_whose_proof_failed_nothing_is_believed) {
    report::result seen = explained_run();
    seen.failures = {"a turn was lost"};
    const std::string text = said({file("explain.json", seen)}, cli::exit_code::wrong_answer);
    EXPECT_THAT(text, AllOf(HasSubstr("FAILED: a proof of work"), Not(HasSubstr(sentence))));
}

TEST_F(explained_check, a_strangers_text_does_not_steer_the_terminal) {
    report::result seen = explained_run();
    seen.explanation->alone[0].effect = "goes \x1b[31m\xe2\x80\xaered";
    const std::string text = said({file("explain.json", seen)});
    EXPECT_THAT(text, HasSubstr("goes \\x1b[31m\\u{202e}red"));
}

TEST_F(explained_check, comparisons_refuse_explanations_and_leave_them_out_beside_others) {
    const std::string usual = file("usual.json", usual_run());
    const std::string again = file("again.json", usual_run());
    const std::string explained = file("explain.json", explained_run());
    for (const char* action : {"--compare", "--across"}) {
        const auto message = refusal({action, usual, explained});
        ASSERT_TRUE(message) << action;
        EXPECT_THAT(*message, HasSubstr("explain.json: it explains a case (--explain)"));
        EXPECT_EQ(message->find('\n'), std::string::npos);
        EXPECT_THAT(said({action, usual, again + "," + explained}),
                    AllOf(HasSubstr("costSheet: " + explained + ": it explains a case"),
                          Not(HasSubstr("/under:"))));
    }
}

TEST(explanations_text, of_several_files_has_a_line_between_them) {
    sheet all;
    all.files = {explained_file("a.json"), explained_file("b.json")};
    const std::string one = report::explanation_text(made_up_explanation());
    EXPECT_EQ(explanations_text(all), one + "\n" + one);
    all.files[0].proven = false;
    EXPECT_EQ(explanations_text(all), one);
}

TEST(sheet_text, says_how_much_of_a_case_a_verdict_stands_for) {
    sheet all;
    all.files = {explained_file("a.json")};
    all.files[0].environment = {
        {"idle states", environment::condition::bad, "C6", "why", "", "", 13'100, "a case"}};
    EXPECT_THAT(sheet_text(all), HasSubstr("C6; 13.1 µs of a case here (--explain) (why)"));
}

} // namespace
} // namespace tollgate::cost_sheet
