// SPDX-License-Identifier: BSL-1.0
#include "fake_command.hpp"
#include "fake_page.hpp"
#include "fake_runs.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <functional>
#include <random>

namespace tollgate::cost_sheet {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// Points of cases a to d, each with an old and a new run; the runs scatter by 1 %.
class history_command : public command_fixture {
protected:
    /// The costs at a point, relative to the old binary's. The others cost the same.
    using factors = std::map<std::string, double>;

    fake_values values(const factors& of) {
        fake_values all;
        for (const char* name : {"a", "b", "c", "d"}) {
            const auto factor = of.find(name);
            all[name] = rounds_about(20 * (factor == of.end() ? 1 : factor->second) *
                                     std::exp(0.01 * normal_(random_)));
        }
        return all;
    }

    static std::string point_name(std::size_t point) {
        return fmt::format("20260101-{:06}-commit{:02}", point, point);
    }

    void add_point(const factors& of, const std::function<void(report::result&)>& edit_new = {},
                   const std::function<void(report::result&)>& edit_old = {}) {
        const std::string name = point_name(points_++);
        const std::string file = "/0001-testFiber.json";
        report::result before = fake_run(seconds_ += 10, values({}));
        report::result after = fake_run(seconds_ += 10, values(of));
        if (edit_old) {
            edit_old(before);
        }
        if (edit_new) {
            edit_new(after);
        }
        folder.write("history/" + name + "/old" + file, report::to_digest(before));
        folder.write("history/" + name + "/new" + file, report::to_digest(after));
    }

    void add_points(std::size_t count, const factors& of = {}) {
        for (std::size_t i = 0; i < count; ++i) {
            add_point(of);
        }
    }

    std::string history(std::vector<std::string> more = {},
                        cli::exit_code code = cli::exit_code::success) {
        more.insert(more.begin(), {"--wide", "--history", (folder / "history").string()});
        return printed(more, code);
    }

    std::string refused(std::vector<std::string> more = {}) {
        more.insert(more.begin(), {"--history", (folder / "history").string()});
        return refusal(more);
    }

private:
    std::mt19937_64 random_{1};
    std::normal_distribution<> normal_;
    std::size_t points_ = 0;
    std::int64_t seconds_ = 0;
};

TEST_F(history_command, has_a_line_for_cases_that_change_together_newest_first) {
    add_points(14);
    add_points(8, {{"b", 1.10}, {"c", 1.06}});
    add_points(8, {{"b", 1.10}, {"c", 1.06}, {"d", 0.8}});
    const std::string text = history({"--all"});
    EXPECT_THAT(text, StartsWith("d: -"));
    EXPECT_THAT(text, AllOf(HasSubstr(") at commit22; found at commit2"), HasSubstr("\nb: +"),
                            HasSubstr(" at commit14, 2 cases together (+"), HasSubstr("\n  c: +"),
                            HasSubstr("30 points, commit00 to commit29; 4 cases of 1 program")));
    EXPECT_EQ(count(text, "; found at "), 2);
    EXPECT_THAT(history({"--only", "a"}),
                AllOf(StartsWith("No change.\n"), HasSubstr("Within 10 more points, nine times in "
                                                            "ten, a step is found of ")));
}

TEST_F(history_command, fails_at_the_point_that_makes_it_certain_and_not_again) {
    add_points(13);
    std::string codes;
    for (std::size_t i = 0; i < 6; ++i) {
        add_point({{"a", 1.3}});
        codes += std::to_string(static_cast<int>(
            exit_of({"--history", (folder / "history").string(), "--fail-if-slower", "5%"})));
    }
    EXPECT_THAT(codes, ::testing::MatchesRegex("0+10+"));
    EXPECT_THAT(
        history({"--fail-if-slower", "5%", "--since", "commit12"}, cli::exit_code::wrong_answer),
        HasSubstr("\nBecame certainly slower by more than 5 % after commit12:\n- a: +"));
    EXPECT_THAT(history({"--fail-if-slower", "5%", "--since", point_name(18)}),
                AllOf(StartsWith("No change found after commit18."),
                      HasSubstr("\nNo case became certainly slower by more than 5 % after ")));
    EXPECT_THAT(history({"--fail-if-slower", "50%", "--since", "commit12"}),
                HasSubstr("\nNo case became certainly slower by more than 50 % after"));
}

TEST_F(history_command, a_single_bad_point_is_no_change) {
    add_points(20);
    add_point({{"a", 3}});
    add_points(10);
    add_points(2, {{"a", 3}});
    EXPECT_THAT(history(), StartsWith("No change.\n"));
}

TEST_F(history_command, begins_again_with_another_old_binary) {
    add_points(15);
    const auto newer = [](report::result& run) { run.about.version = "0.2.0"; };
    for (int i = 0; i < 15; ++i) {
        add_point({{"a", 0.5}, {"b", 0.5}}, {}, newer);
    }
    const std::string text = history();
    EXPECT_THAT(text, AllOf(StartsWith("No change.\n"),
                            HasSubstr("- commit15: testFiber: the old binary's version changed: "
                                      "0.2.0, before 0.1.0; its cases begin again here\n")));
}

TEST_F(history_command, names_missing_cases_and_changed_conditions) {
    add_points(2);
    add_point({}, [](report::result& run) {
        run.cases.erase(run.cases.begin());
        run.about.compiler = "g++ 14";
    });
    EXPECT_THAT(history(),
                AllOf(HasSubstr("Points that lack a case are skipped: up to 1 in 1 case."),
                      HasSubstr("- commit02: testFiber: the compiler changed: g++ 14, "
                                "before g++ 12.2.0\n")));
}

TEST_F(history_command, the_machine_is_no_change_of_a_case_without_an_old_binary) {
    for (std::int64_t day = 0; day < 40; ++day) {
        const double machine = day < 20 ? 1 : 1.2;
        fake_values all = values({{"b", day < 30 ? 1 : 1.5}});
        for (auto& [name, rounds] : all) {
            for (double& ns : rounds) {
                ns *= name == "d" ? 1 : machine; // d sleeps
            }
        }
        report::result run = fake_run(100 * day, all);
        reference_loops_take(run, 100 * machine);
        folder.write(fmt::format("history/{:02}.json", 39 - day),
                     report::to_digest(run)); // the date decides
    }
    const std::string text = history();
    EXPECT_THAT(text, StartsWith("b: +"));
    EXPECT_THAT(text, HasSubstr(" at 09"));
    EXPECT_EQ(count(text, "; found at "), 1);
}

TEST_F(history_command, refuses_what_is_no_history) {
    EXPECT_THAT(refused(), HasSubstr("history': No such file or directory; it takes a folder"));
    std::filesystem::create_directories(folder / "history");
    EXPECT_THAT(refused(), HasSubstr("history' has no point"));
    EXPECT_THAT(refusal({"--history", "a", "b"}), HasSubstr("--history: takes one folder"));
    EXPECT_THAT(refusal({"--since", "a", "b"}), HasSubstr("--since: it goes with --history"));
    add_point({});
    EXPECT_THAT(history({"--fail-if-slower", "5%"}), HasSubstr("No change.\n"));
    EXPECT_THAT(refused({"--since", "a"}),
                HasSubstr("--since: 'a' is no point of this history; the newest is commit00"));
    EXPECT_THAT(refused({"--only", "g"}), HasSubstr("--only: 'g' matches no case"));
    add_point({}, [](report::result& run) { run.about.release_build = false; });
    EXPECT_THAT(refused(), HasSubstr("20260101-000001-commit01: testFiber: the build is debug, but "
                                     "release in the same point; such runs cannot be compared"));
}

TEST_F(history_command, reads_the_other_points_if_one_is_unreadable) {
    add_points(2);
    folder.write("history/" + point_name(2) + "/old/0000-testFiber.json", "{");
    std::filesystem::create_directories(folder / ("history/" + point_name(2) + "/new"));
    EXPECT_THAT(history({}, cli::exit_code::refused), HasSubstr("3 points"));
    EXPECT_THAT(err, HasSubstr("0000-testFiber.json: "));
}

TEST_F(history_command, page_shows_the_changed_cases_first) {
    add_points(15);
    add_points(10, {{"d", 1.5}});
    history({"--html", (folder / "page.html").string()});
    const std::string page = folder.content_of("page.html");
    const auto data = data_of_page(page).at("history");
    EXPECT_EQ(data.at("points").size(), 25);
    ASSERT_EQ(data.at("cases").size(), 4);
    const auto& first = data.at("cases").at(0);
    EXPECT_EQ(first.at("name"), "d");
    EXPECT_EQ(first.at("v").size(), 25);
    EXPECT_EQ(first.at("c").at(0).at(0), 15);
    EXPECT_THAT(first.at("c").at(0).at(3), HasSubstr(" at commit15"));
    EXPECT_THAT(markup_of_page(page), HasSubstr("<pre id=found>d: +"));
}

} // namespace
} // namespace tollgate::cost_sheet
