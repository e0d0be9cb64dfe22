// SPDX-License-Identifier: BSL-1.0
#include "ladder.hpp"

#include "made_up_sheet.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tollgate::cost_sheet {
namespace {

using ::testing::ElementsAre;

/// A case of these costs in passes 0, 1, 2 …, of a file; its interval is as wide as anything.
sheet_case measured_case(const std::vector<double>& costs_ns, std::size_t file = 0) {
    const double mean = std::accumulate(costs_ns.begin(), costs_ns.end(), 0.0) /
                        static_cast<double>(costs_ns.size());
    sheet_case one = made_up_case("fiber/one", mean, mean, file);
    for (const double ns : costs_ns) {
        one.pass_costs.push_back({one.pass_costs.size(), std::log(ns)});
    }
    one.noise_floor = 0;
    return one;
}

/// Which of them are shown to be dearer than the first.
std::vector<bool> shown(const std::vector<sheet_case>& cases) {
    sheet all;
    all.files = {made_up_file("testOne", "one.json"), made_up_file("testTwo", "two.json")};
    all.cases = cases;
    std::vector<std::size_t> indices(cases.size());
    std::iota(indices.begin(), indices.end(), 0U);
    return shown_dearer(all, indices);
}

/// The machine's speed changes by half from pass to pass.
const std::vector<double> moody{10, 15, 11, 14, 10, 15, 12, 13};

std::vector<double> times(const std::vector<double>& costs, double ratio) {
    std::vector<double> all;
    for (const double ns : costs) {
        all.push_back(ns * ratio * (1 + 0.001 * static_cast<double>(all.size() % 3)));
    }
    return all;
}

TEST(shown_dearer, rows_of_one_file_are_compared_pass_by_pass_and_those_of_two_files_are_not) {
    EXPECT_THAT(shown({measured_case(moody), measured_case(times(moody, 1.02))}),
                ElementsAre(false, true));
    EXPECT_THAT(shown({measured_case(moody), measured_case(times(moody, 1.02), 1),
                       measured_case(times(moody, 2), 1)}),
                ElementsAre(false, false, true));
}

TEST(shown_dearer, passes_are_paired_by_their_number) {
    sheet_case dear = measured_case(times(moody, 1.02));
    dear.pass_costs.erase(dear.pass_costs.begin() + 1);
    EXPECT_THAT(shown({measured_case(moody), dear}), ElementsAre(false, true));
    for (std::size_t i = 1; i < dear.pass_costs.size(); ++i) {
        dear.pass_costs[i].pass = i; // as if it were the second pass that was there
    }
    EXPECT_THAT(shown({measured_case(moody), dear}), ElementsAre(false, false));
    dear = measured_case(times(moody, 2));
    for (pass_cost& one : dear.pass_costs) {
        one.pass += 6; // two are left, which is as if they were of two files
    }
    EXPECT_THAT(shown({measured_case(moody), dear}), ElementsAre(false, true));
}

// Two values may be of different passes, and so stand in the other order than the costs do.
TEST(shown_dearer, a_row_that_costs_less_pass_by_pass_is_not) {
    for (const std::size_t file : {0U, 1U}) {
        sheet_case dear = measured_case(times(moody, file == 0 ? 0.97 : 0.5), file);
        dear.value_ns = 13;
        EXPECT_THAT(shown({measured_case(moody), dear}), ElementsAre(false, false)) << file;
    }
}

TEST(shown_dearer, a_quiet_value_and_one_that_is_not_are_compared_as_they_are) {
    sheet_case quiet = measured_case(moody);
    quiet.quiet_share = 0.5;
    quiet.as_it_is_ns = 15;
    quiet.as_it_is_range = stats::interval{12, 20, 0.95};
    sheet_case dear = measured_case(times(moody, 2));
    dear.range = stats::interval{19, 25, 0.95};
    EXPECT_THAT(shown({quiet, dear}), ElementsAre(false, false));
    dear.range = stats::interval{21, 25, 0.95};
    EXPECT_THAT(shown({quiet, dear}), ElementsAre(false, true));
    dear.noise_floor = 0.7; // 25 is above 12.5 by more, and above 15 by less
    EXPECT_THAT(shown({quiet, dear}), ElementsAre(false, false)) << "the floor as they are, too";
    dear.noise_floor = 0;
    dear.range = stats::interval{19, 25, 0.95};
    dear.quiet_share = 0.5;
    EXPECT_THAT(shown({quiet, dear}), ElementsAre(false, true)) << "by their passes";
}

TEST(shown_dearer, where_passes_do_not_tell_the_intervals_do) {
    const sheet_case cheap = made_up_case("fiber/a", 10, 1);
    EXPECT_THAT(shown({cheap, made_up_case("fiber/b", 11.5, 1), made_up_case("fiber/c", 13, 0.9)}),
                ElementsAre(false, false, true));
    sheet_case dear = measured_case(times(moody, 3));
    EXPECT_THAT(shown({cheap, dear}), ElementsAre(false, false)) << "its interval is from 0 on";
    dear.range = stats::interval{30, 40, 0.95};
    EXPECT_THAT(shown({cheap, dear}), ElementsAre(false, true));
}

TEST(shown_dearer, many_rows_are_judged_together) {
    // By itself the second would pass: t is 3.6 with 7 degrees, which is 0.9 %.
    std::vector<double> ratios{1.01, 1.03, 1.00, 1.04, 1.02, 1.005, 1.045, 1.01};
    std::vector<double> costs;
    for (std::size_t i = 0; i < moody.size(); ++i) {
        costs.push_back(moody[i] * ratios[i]);
    }
    EXPECT_THAT(shown({measured_case(moody), measured_case(costs)}), ElementsAre(false, true));
    std::vector<sheet_case> many(20, measured_case(costs));
    many.front() = measured_case(moody);
    many.push_back(measured_case(times(moody, 2)));
    const std::vector<bool> found = shown(many);
    EXPECT_EQ(std::count(found.begin(), found.end(), true), 1);
    EXPECT_TRUE(found.back());
}

} // namespace
} // namespace tollgate::cost_sheet
