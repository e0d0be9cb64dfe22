// SPDX-License-Identifier: BSL-1.0

#include "made_up_screen.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace tollgate::cost_sheet {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

case_row measured(const std::string& name, double value_ns) {
    return made_up_case(name, value_ns, value_ns * 0.01);
}

case_row runtime(const std::string& name, double value_ns) {
    case_row one = measured(name, value_ns);
    one.record.valued_by = measure::method::self_timed;
    return one;
}

results sheet_with(std::vector<case_row> cases) {
    results all;
    all.files = {made_up_file("testFiber", "fiber.json")};
    all.cases = std::move(cases);
    return all;
}

std::vector<std::string> lines_of(const results& all) {
    std::vector<std::string> lines;
    for (const screen_line& one : other_runtimes(all).lines) {
        lines.push_back(one.what + " " + cost_cell(one));
    }
    return lines;
}

const std::vector<case_row> two_runtimes{
    measured("fiber/yield/impl:tollgate/fibers:4", 7),
    measured("fiber/yield/fibers:4", 50),
    runtime("fiber/yield/impl:go/fibers:4", 100),
    runtime("fiber/yield/impl:tokio/flavor:current_thread/fibers:4", 60),
    runtime("fiber/yield/impl:tokio/flavor:multi_thread/fibers:4", 90),
};

TEST(other_runtimes, the_cheapest_of_each_stands_below_the_cheapest_of_ours) {
    results all = sheet_with(two_runtimes);
    EXPECT_THAT(lines_of(all), ElementsAre(StartsWith("yield fibers:4, ours: tollgate 7."),
                                           StartsWith("- go 100 ns"),
                                           StartsWith("- tokio current_thread 60.0 ns")));
    EXPECT_THAT(screen_text(all, make_screen(all)),
                AllOf(HasSubstr("\nother runtimes:\n"), ContainsRegex("- go +100 .* 14 ")));
    for (case_row& one : all.cases) {
        one.record.failures.assign(one.of_other_runtime() ? 1 : 0, "a turn was lost");
    }
    EXPECT_THAT(lines_of(all), IsEmpty());
    EXPECT_THAT(screen_text(all, make_screen(all)), Not(HasSubstr("other runtimes")));
}

TEST(other_runtimes, only_what_asks_the_same_is_compared) {
    EXPECT_THAT(
        lines_of(sheet_with({measured("thread/condvar/threads:2/placement:core", 5),
                             measured("thread/condvar/threads:2/placement:same", 4),
                             measured("thread/condvar/threads:64/placement:same", 3),
                             measured("thread/pipe/threads:2/placement:same", 2),
                             runtime("thread/condvar/impl:c/threads:2/placement:same", 6)})),
        ElementsAre(StartsWith("condvar threads:2 same, ours 4"), StartsWith("- c 6")));
    EXPECT_THAT(lines_of(sheet_with({measured("timeout/baseline", 5),
                                     runtime("timeout/baseline/impl:go/capacity:1", 6)})),
                ElementsAre(StartsWith("baseline, ours 5"), StartsWith("- go 6")))
        << "a number that only a runtime has asks nothing";
}

TEST(other_runtimes, a_line_names_the_command_that_measures_it) {
    const screen_section section = other_runtimes(sheet_with(
        {measured("fiber/yield/fibers:4", 7), runtime("fiber/yield/impl:c++.x/fibers:4", 100)}));
    ASSERT_EQ(section.lines.size(), 2U);
    EXPECT_EQ(section.lines[1].program, "testFiber");
    EXPECT_EQ(section.lines[1].only, "impl:c\\+\\+\\.x") << "a name is no expression";
}

TEST(other_runtimes, each_program_has_its_first_question_before_another_one_has_a_second) {
    std::vector<case_row> cases;
    for (int fibers = 1; fibers < 20; ++fibers) {
        cases.push_back(measured("fiber/yield/fibers:" + std::to_string(fibers), 50));
        cases.push_back(runtime("fiber/yield/impl:go/fibers:" + std::to_string(fibers), 50));
    }
    results all = sheet_with(cases);
    all.cases.push_back(measured("timeout/baseline", 50));
    all.cases.push_back(runtime("timeout/baseline/impl:go", 50));
    const screen_section section = other_runtimes(all);
    ASSERT_EQ(section.lines.size(), 20U);
    EXPECT_EQ(section.lines[18].what, "baseline, ours");
    EXPECT_THAT(section.sentences, ElementsAre(HasSubstr(" 10 more questions: --all.")));
}

} // namespace
} // namespace tollgate::cost_sheet
