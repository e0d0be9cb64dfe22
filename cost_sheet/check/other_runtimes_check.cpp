// SPDX-License-Identifier: BSL-1.0
#include "screen/other_runtimes.hpp"

#include "made_up_screen.hpp"
#include "page.hpp"
#include "screen/screen_text.hpp"

#include <gmock/gmock.h>

#include <sstream>
#include <string>
#include <vector>

namespace tollgate::cost_sheet {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

sheet_case measured(const std::string& name, double value_ns, bool of_guest = false) {
    sheet_case one = made_up_case(name, value_ns, value_ns * 0.01);
    one.of_guest = of_guest;
    return one;
}

sheet_case guest(const std::string& name, double value_ns) {
    return measured(name, value_ns, true);
}

sheet sheet_with(std::vector<sheet_case> cases) {
    sheet all;
    all.files = {made_up_file("testFiber", "fiber.json")};
    all.cases = std::move(cases);
    return all;
}

std::vector<std::string> lines_of(const sheet& all) {
    std::vector<std::string> lines;
    for (const screen_line& one : other_runtimes(all).lines) {
        lines.push_back(one.what + " " + cost_cell(one));
    }
    return lines;
}

std::vector<std::string> lines_of_text(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream from(text);
    for (std::string line; std::getline(from, line);) {
        lines.push_back(line);
    }
    return lines;
}

const std::vector<sheet_case> two_runtimes{
    measured("fiber/yield/impl:tollgate/fibers:4", 7),
    measured("fiber/yield/fibers:4", 50),
    guest("fiber/yield/impl:go/fibers:4", 100),
    guest("fiber/yield/impl:tokio/flavor:current_thread/fibers:4", 60),
    guest("fiber/yield/impl:tokio/flavor:multi_thread/fibers:4", 90),
};

TEST(other_runtimes, the_cheapest_of_each_stands_below_the_cheapest_of_ours) {
    EXPECT_THAT(lines_of(sheet_with(two_runtimes)),
                ElementsAre(StartsWith("fiber/yield fibers:4, ours 7."), StartsWith("- go 100 ns"),
                            StartsWith("- tokio 60.0 ns")));
}

TEST(other_runtimes, only_what_asks_the_same_is_compared) {
    EXPECT_THAT(
        lines_of(sheet_with({measured("thread/condvar/threads:2/placement:core", 5),
                             measured("thread/condvar/threads:2/placement:same", 4),
                             measured("thread/condvar/threads:64/placement:same", 3),
                             measured("thread/pipe/threads:2/placement:same", 2),
                             guest("thread/condvar/impl:c/threads:2/placement:same", 6)})),
        ElementsAre(StartsWith("thread/condvar threads:2 same, ours 4"), StartsWith("- c 6")));
}

TEST(other_runtimes, a_number_that_only_a_guest_has_asks_nothing) {
    EXPECT_THAT(lines_of(sheet_with({measured("timeout/baseline", 5),
                                     guest("timeout/baseline/impl:go/capacity:1", 6)})),
                ElementsAre(StartsWith("timeout/baseline, ours 5"), StartsWith("- go 6")));
}

TEST(other_runtimes, what_was_not_proven_has_no_line) {
    std::vector<sheet_case> cases = two_runtimes;
    for (sheet_case& one : cases) {
        one.proven = !one.of_guest;
    }
    EXPECT_THAT(lines_of(sheet_with(cases)), IsEmpty());
}

TEST(other_runtimes, a_line_names_the_command_that_measures_it) {
    const screen_section section = other_runtimes(sheet_with(two_runtimes));
    ASSERT_EQ(section.lines.size(), 3U);
    EXPECT_EQ(section.lines[1].program, "testFiber");
    EXPECT_EQ(section.lines[1].only, "impl:go");
}

TEST(other_runtimes, a_name_is_no_expression) {
    const screen_section section = other_runtimes(sheet_with(
        {measured("fiber/yield/fibers:4", 7), guest("fiber/yield/impl:c++.x/fibers:4", 100)}));
    ASSERT_EQ(section.lines.size(), 2U);
    EXPECT_EQ(section.lines[1].only, "impl:c\\+\\+\\.x");
}

TEST(other_runtimes, they_are_compared_with_ours) {
    const sheet all = sheet_with(two_runtimes);
    const std::string text = screen_text(all, make_screen(all));
    EXPECT_THAT(text, HasSubstr("\nother runtimes:\n"));
    EXPECT_THAT(text, ::testing::ContainsRegex("- go +100 .* 14 "));
}

TEST(other_runtimes, there_is_no_section_without_a_guest) {
    const sheet all = sheet_with({measured("fiber/yield/fibers:4", 50)});
    EXPECT_THAT(screen_text(all, make_screen(all)), Not(HasSubstr("other runtimes")));
}

TEST(other_runtimes, each_program_has_its_first_question_before_another_one_has_a_second) {
    std::vector<sheet_case> cases;
    for (int fibers = 1; fibers < 20; ++fibers) {
        cases.push_back(measured("fiber/yield/fibers:" + std::to_string(fibers), 50));
        cases.push_back(guest("fiber/yield/impl:go/fibers:" + std::to_string(fibers), 50));
    }
    sheet all = sheet_with(cases);
    all.files.push_back(made_up_file("testTimeout", "timeout.json"));
    all.cases.push_back(made_up_case("timeout/baseline", 50, 1, 1));
    all.cases.push_back(made_up_case("timeout/baseline/impl:go", 50, 1, 1));
    all.cases.back().of_guest = true;
    const screen_section section = other_runtimes(all);
    ASSERT_EQ(section.lines.size(), 20U);
    EXPECT_EQ(section.lines[18].what, "timeout/baseline, ours");
    EXPECT_THAT(section.sentences, ElementsAre(HasSubstr(" 10 more questions: --all.")));
}

TEST(other_runtimes, a_line_is_no_longer_than_a_screen_is_wide) {
    sheet all =
        sheet_with({measured("thread/condvar/threads:1000/placement:same", 50e3),
                    guest("thread/condvar/impl:go/workers:1000/threads:1000/placement:same", 50)});
    for (const std::string& line : lines_of_text(screen_text(all, make_screen(all)))) {
        EXPECT_LE(line.size(), 104U) << line; // a few bytes are no columns
    }
}

} // namespace
} // namespace tollgate::cost_sheet
