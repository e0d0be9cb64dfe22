// SPDX-License-Identifier: BSL-1.0

#include "fake_page.hpp"
#include "page/sections.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <limits>

namespace tollgate::cost_sheet {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

nlohmann::json pictures_of(const results& all) {
    return nlohmann::json::parse("[" + pictures_of(all, 100'000).data + "]");
}

/// A case with this value, and a CPU time of 5 ns.
case_row case_with(const std::string& name, double value_ns) {
    case_row row = fake_case(name, value_ns, value_ns / 100);
    row.summary.cpu_ns = 5;
    return row;
}

results results_of_one_run(std::vector<case_row> cases) {
    results all;
    all.files = {fake_file("testAll", "all.json")};
    all.cases = std::move(cases);
    return all;
}

TEST(pictures, have_a_line_for_each_way_over_the_number_with_most_values) {
    const auto pictures = pictures_of(results_of_one_run(
        {case_with("fiber/yield/impl:a/fibers:2", 10), case_with("fiber/yield/impl:a/fibers:4", 20),
         case_with("fiber/yield/impl:a/fibers:8", 30), case_with("fiber/yield/impl:b/fibers:8", 90),
         case_with("fiber/yield/impl:b/fibers:4", 50), case_with("fiber/yield/impl:b/fibers:2", 40),
         case_with("fiber/yield/impl:c/fibers:2", 7)}));
    ASSERT_EQ(pictures.size(), 1U);
    EXPECT_EQ(pictures[0]["title"], "fiber/yield: cost, over fibers");
    ASSERT_EQ(pictures[0]["lines"].size(), 2U) << "one point is no line";
    EXPECT_EQ(pictures[0]["lines"][0]["name"], "yield/impl:b") << "the highest line comes first";
    EXPECT_EQ(pictures[0]["lines"][0]["p"][0], nlohmann::json({2, 40, 39.6, 40.4}));
    EXPECT_EQ(pictures[0]["lines"][1]["p"][2][1], 30);
}

TEST(pictures, of_locks_are_throughput_over_threads) {
    const auto pictures = pictures_of(
        results_of_one_run({case_with("lock/exclusive/impl:mcs/threads:1/placement:same", 10),
                            case_with("lock/exclusive/impl:mcs/threads:2/placement:core", 40),
                            case_with("lock/exclusive/impl:mcs/threads:4/placement:spread", 100)}));
    ASSERT_EQ(pictures.size(), 1U);
    EXPECT_EQ(pictures[0]["rate"], 1);
    const auto& points = pictures[0]["lines"][0]["p"];
    EXPECT_EQ(points[0][1], 1e8);
    EXPECT_EQ(points[1][1], 5e7);
    EXPECT_LT(points[1][2], points[1][1]);
    EXPECT_GT(points[1][3], points[1][1]);
}

TEST(pictures, of_waits_add_latency_and_cpu_time) {
    std::vector<case_row> cases{
        case_with("sleep/spin_or_sleep/waiter:adaptive/gap_us:1/placement:core", 10),
        case_with("sleep/spin_or_sleep/waiter:adaptive/gap_us:2/placement:core", 20),
        case_with("sleep/spin_or_sleep/waiter:adaptive/gap_us:5/placement:core", 30)};
    EXPECT_EQ(pictures_of(results_of_one_run(cases))[0]["lines"][0]["p"][1][1], 25);
    for (case_row& row : cases) {
        row.summary.cpu_ns = std::numeric_limits<double>::quiet_NaN();
    }
    EXPECT_TRUE(pictures_of(results_of_one_run(cases)).empty()) << "no CPU times";
}

TEST(pictures, of_cpus_have_a_cell_for_each_measured_pair) {
    const auto pictures =
        pictures_of(results_of_one_run({case_with("thread/cache_line/from:0/to:300", 80),
                                        case_with("thread/cache_line/from:0/to:7", 40),
                                        case_with("thread/cache_line/from:7/to:300", 0),
                                        fake_case("thread/cache_line/from:0/to:1", 50, 20)}));
    ASSERT_EQ(pictures.size(), 1U);
    EXPECT_EQ(pictures[0]["cpus"], nlohmann::json({0, 1, 7, 300}));
    EXPECT_EQ(pictures[0]["cells"], nlohmann::json::parse("[[0,3,80],[0,2,40],[0,1,50,1]]"))
        << "1: the latency is not sure";
}

TEST(pictures, are_on_the_page_only_if_there_are_any) {
    EXPECT_THAT(page(results_with_screen()),
                AllOf(HasSubstr("\"pictures\":[]"), Not(HasSubstr("id=pictures"))));
    EXPECT_THAT(page(results_with_everything()), HasSubstr("<section id=pictures>"));
}

TEST(pictures, that_do_not_fit_are_counted_on_the_page) {
    std::vector<case_row> cases{case_with("lock/exclusive/threads:1", 10),
                                case_with("lock/exclusive/threads:2", 40),
                                case_with("lock/exclusive/threads:4", 100)};
    for (int to = 1; to < 30; ++to) {
        cases.push_back(case_with(fmt::format("thread/cache_line/from:0/to:{}", to), 40));
        cases.push_back(case_with(fmt::format("lock/wait/threads:{}", to), 40));
    }
    const picture_list pictures = pictures_of(results_of_one_run(cases), 300);
    EXPECT_THAT(pictures.data, HasSubstr("lock/exclusive: operations a second"));
    EXPECT_EQ(pictures_section(pictures), "<section id=pictures><p class=cut>2 pictures are left "
                                          "out, to keep the page small.</p></section>\n");
    EXPECT_EQ(pictures_section({"", 1}), "<section id=pictures><p class=cut>1 picture is left out, "
                                         "to keep the page small.</p></section>\n");
}

} // namespace
} // namespace tollgate::cost_sheet
