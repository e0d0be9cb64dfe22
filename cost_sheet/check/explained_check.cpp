// SPDX-License-Identifier: BSL-1.0
// Files that explain a case, alone and with other files: on a terminal, in comparisons, on the
// page.
#include "fake_command.hpp"
#include "fake_explained.hpp"
#include "fake_page.hpp"
#include "fake_runs.hpp"
#include "page/sections.hpp"
#include "ranking.hpp"

#include <tollgate/report/text.hpp>

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace tollgate::cost_sheet {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* case_name = "thread/condvar/threads:2/placement:core";
constexpr const char* sentence = "core costs 17.9 ± 0.4 µs.\n";

report::result usual_run() {
    report::result run = fake_run(0, {{case_name, rounds_about(18'000)}});
    run.about.program = "testThread";
    run.cases[0].record.key = report::guess_key(case_name); // with parameters
    run.controls = {run.cases[0]};
    return run;
}

report::result explained_run() {
    report::result run =
        fake_run(5, {{case_name, rounds_about(18'000)},
                     {std::string(case_name) + "/under:cpus=busy", rounds_about(4'000)}});
    run.about.program = "testThread";
    run.explanation = fake_explanation();
    return run;
}

class explained_check : public command_fixture {
protected:
    /// The printed text, then stderr.
    std::string output_of(const std::vector<std::string>& arguments,
                          cli::exit_code code = cli::exit_code::success) {
        return printed(arguments, code) + err;
    }
};

TEST_F(explained_check, the_verdict_replaces_the_table) {
    report::result run = explained_run();
    const std::string text = output_of({result_file("explain.json", run)});
    EXPECT_THAT(text, AllOf(HasSubstr(report::explanation_text(fake_explanation())),
                            HasSubstr("\ntestThread --explain: one case under interventions, "),
                            Not(HasSubstr("/under:")), Not(HasSubstr("costSheet:"))));
    run.explanation->changes[0].effect = "goes \x1b[31m\xe2\x80\xaered";
    EXPECT_THAT(output_of({result_file("explain.json", run)}),
                HasSubstr("goes \\x1b[31m\\u{202e}red"));
    run.failures = {"an operation was lost"};
    EXPECT_THAT(output_of({result_file("explain.json", run)}, cli::exit_code::wrong_answer),
                AllOf(HasSubstr("FAILED: a self-check"), Not(HasSubstr(sentence))));
}

TEST_F(explained_check, a_digest_says_the_same) {
    const std::string whole = result_file("explain.json", explained_run());
    const std::string digest = folder.write("digest.json", report::to_digest(explained_run()));
    EXPECT_EQ(output_of({digest}), output_of({whole}));
    EXPECT_EQ(output_of({"--part", "explanation", digest}),
              report::explanation_text(fake_explanation()));
    EXPECT_EQ(output_of({"--part", "settings", digest}), report::settings_text(fake_explanation()));
    for (const char* part : {"explanation", "settings"}) {
        EXPECT_EQ(printed({"--part", part, result_file("usual.json", usual_run())}), "");
        EXPECT_THAT(err, HasSubstr("/usual.json: has no explanation, which a run with --explain"));
    }
}

TEST_F(explained_check, both_are_shown_with_a_usual_file_of_the_program) {
    const std::string usual = result_file("usual.json", usual_run());
    const std::string text =
        output_of({"--all", usual, result_file("explain.json", explained_run())});
    EXPECT_THAT(text, AllOf(HasSubstr(sentence), HasSubstr("\ntestThread: 1 case, "),
                            Not(HasSubstr("/under:")), Not(HasSubstr("shown twice"))));
    EXPECT_THAT(text, Not(HasSubstr("[testThread"))) << "no row needs the name of its file";
    EXPECT_THAT(output_of({usual, result_file("explain.json", explained_run())}),
                HasSubstr("--all FILES\n\nthread/condvar/"))
        << "the explanation follows the screen";
    EXPECT_THAT(refusal({"--only", "zebra", usual, result_file("explain.json", explained_run())}),
                HasSubstr("matches none of the 2 cases"));
}

TEST_F(explained_check, comparisons_refuse_explanations_and_leave_them_out_beside_others) {
    const std::string usual = result_file("usual.json", usual_run());
    report::result second_run = usual_run();
    second_run.about.date = "2026-11-22T22:32:35+00:00";
    const std::string again = result_file("again.json", second_run);
    const std::string explained = result_file("explain.json", explained_run());
    for (const char* action : {"--compare", "--across"}) {
        EXPECT_THAT(
            refusal({action, usual, explained}),
            AllOf(HasSubstr("explain.json: it explains a case (--explain)"), Not(HasSubstr("\n"))));
        EXPECT_THAT(output_of({action, usual, again + "," + explained}),
                    AllOf(HasSubstr("costSheet: " + explained + ": it explains a case"),
                          Not(HasSubstr("/under:"))));
    }
}

results explained_results() {
    results all;
    all.files = {explained_file("explain.json")};
    return all;
}

std::string section_of(const std::string& html) {
    return between(html, "<section id=explained>", "</section>");
}

TEST(explained_page, has_the_text_of_the_program_and_a_bar_for_each_change) {
    const std::string section = section_of(page(explained_results()));
    EXPECT_THAT(section, HasSubstr("<h2>Why does it cost that here?</h2>"));
    EXPECT_THAT(section,
                HasSubstr("<pre>" + report::explanation_text(fake_explanation()) + "</pre>"));
    EXPECT_THAT(section, HasSubstr("<pre>" + report::settings_text(fake_explanation()) + "</pre>"));
    EXPECT_EQ(count(section, "<svg"), 6U) << "no bar for slower and unconfirmed changes";
    const auto row = [](const char* name, const char* width, const char* path, const char* amount) {
        return std::string("<th scope=row>") + name +
               "</th><td><svg class=part viewBox=\"0 0 100 8\" "
               "preserveAspectRatio=none aria-hidden=true><rect width=\"" +
               width + "\" height=8 /><path d=\"" + path + "\" /></svg></td><td>" + amount +
               "</td>";
    };
    EXPECT_THAT(section,
                AllOf(HasSubstr(row("costs", "97.8", "M95.6 4H100.0", "17.9 ± 0.4 µs")),
                      HasSubstr(row("− cpus=busy", "76.0", "M73.2 4H78.7", "13.9 ± 0.5 µs")),
                      HasSubstr(row("− together", "79.2", "M76.0 4H82.5", "14.5 ± 0.6 µs")),
                      HasSubstr(row("placement=same", "12.0", "M9.8 4H14.2", "2.2 ± 0.4 µs")),
                      HasSubstr(row("left", "18.6", "M17.5 4H19.7", "3.4 ± 0.2 µs"))));
}

TEST(explained_page, keeps_everything_of_usual_files) {
    results all = results_with_everything();
    const std::string usual = page(all);
    EXPECT_THAT(markup_of_page(usual), Not(HasSubstr("id=explained")));
    all.files.push_back(explained_file("explain.json"));
    all.files[1].environment = {
        {"idle states", environment::condition::bad, "C6", "why", "", "", 13'100, "a case"}};
    const std::string html = markup_of_page(page(all));
    EXPECT_THAT(rows_text(all), HasSubstr("C6; 13.1 µs of a case here (--explain) (why)"));
    EXPECT_THAT(html, HasSubstr("<p>C6</p><p><b>13.1 µs</b> of <code>a case</code> here"));
    EXPECT_THAT(html, AllOf(HasSubstr("1 explained case · 6 cases · 2 files"),
                            HasSubstr("id=cases"), HasSubstr("id=explained")));
    EXPECT_EQ(section_of(page(all)), section_of(page(explained_results())));
}

TEST(explained_page, has_no_empty_list_of_cases_and_nothing_of_a_failed_run) {
    results all = explained_results();
    EXPECT_THAT(markup_of_page(page(all)),
                AllOf(Not(HasSubstr("id=cases")), HasSubstr("1 explained case · 1 file")));
    all.files[0].failures = {"an operation was lost"};
    EXPECT_THAT(markup_of_page(page(all)), Not(HasSubstr("id=explained")));
}

TEST(explained_page, says_if_no_change_was_confirmed) {
    results all = explained_results();
    all.files[0].explanation->changes.clear();
    EXPECT_THAT(section_of(page(all)), HasSubstr("no change made a difference"));
    *all.files[0].explanation = {};
    EXPECT_NO_THROW((void)data_of_page(page(all)));
}

} // namespace
} // namespace tollgate::cost_sheet
