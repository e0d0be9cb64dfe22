// SPDX-License-Identifier: BSL-1.0

#include "fake_screen.hpp"

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
    return fake_case(name, value_ns, value_ns * 0.01);
}

case_row runtime(const std::string& name, double value_ns) {
    case_row row = measured(name, value_ns);
    row.record.valued_by = measure::method::self_timed;
    return row;
}

results results_with(std::vector<case_row> cases) {
    results all;
    all.files = {fake_file("testFiber", "fiber.json")};
    all.cases = std::move(cases);
    return all;
}

std::vector<std::string> lines_of(const results& all) {
    std::vector<std::string> lines;
    for (const screen_line& line : other_runtimes(all).lines) {
        lines.push_back(line.label + " " + cost_cell(line));
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

TEST(other_runtimes, the_cheapest_of_each_is_below_our_cheapest) {
    results all = results_with(two_runtimes);
    EXPECT_THAT(lines_of(all), ElementsAre(StartsWith("yield fibers:4, ours: tollgate 7."),
                                           StartsWith("- go 100 ns"),
                                           StartsWith("- tokio current_thread 60.0 ns")));
    EXPECT_THAT(screen_text(all, make_screen(all)),
                AllOf(HasSubstr("\n| other runtimes "), ContainsRegex("- go .* 100 ns .* 14 ")));
    for (case_row& row : all.cases) {
        row.record.failures.assign(row.of_other_runtime() ? 1 : 0, "an operation was lost");
    }
    EXPECT_THAT(lines_of(all), IsEmpty());
    EXPECT_THAT(screen_text(all, make_screen(all)), Not(HasSubstr("other runtimes")));
}

TEST(other_runtimes, compares_only_answers_to_one_question) {
    EXPECT_THAT(
        lines_of(results_with({measured("thread/condvar/threads:2/placement:core", 5),
                               measured("thread/condvar/threads:2/placement:same", 4),
                               measured("thread/condvar/threads:64/placement:same", 3),
                               measured("thread/pipe/threads:2/placement:same", 2),
                               runtime("thread/condvar/impl:c/threads:2/placement:same", 6)})),
        ElementsAre(StartsWith("condvar threads:2 same, ours 4"), StartsWith("- c 6")));
    EXPECT_THAT(lines_of(results_with({measured("timeout/baseline", 5),
                                       runtime("timeout/baseline/impl:go/capacity:1", 6)})),
                ElementsAre(StartsWith("baseline, ours 5"), StartsWith("- go 6")))
        << "a number that only the runtime has is not part of the question";
}

TEST(other_runtimes, a_line_names_the_command_that_measures_it) {
    const screen_section section = other_runtimes(results_with(
        {measured("fiber/yield/fibers:4", 7), runtime("fiber/yield/impl:c++.x/fibers:4", 100)}));
    ASSERT_EQ(section.lines.size(), 2U);
    EXPECT_EQ(section.lines[1].program, "testFiber");
    EXPECT_EQ(section.lines[1].only, "impl:c\\+\\+\\.x") << "the name is escaped";
}

TEST(other_runtimes, each_program_has_its_first_question_before_another_one_has_a_second) {
    std::vector<case_row> cases;
    for (int fibers = 1; fibers < 20; ++fibers) {
        cases.push_back(measured("fiber/yield/fibers:" + std::to_string(fibers), 50));
        cases.push_back(runtime("fiber/yield/impl:go/fibers:" + std::to_string(fibers), 50));
    }
    results all = results_with(cases);
    all.cases.push_back(measured("timeout/baseline", 50));
    all.cases.push_back(runtime("timeout/baseline/impl:go", 50));
    const screen_section section = other_runtimes(all);
    ASSERT_EQ(section.lines.size(), 20U);
    EXPECT_EQ(section.lines[18].label, "baseline, ours");
    EXPECT_EQ(section.note, "10 more questions: ./costSheet --all FILES");
}

} // namespace
} // namespace tollgate::cost_sheet
