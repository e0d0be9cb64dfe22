// SPDX-License-Identifier: BSL-1.0
#include "fake_command.hpp"
#include "fake_results.hpp"
#include "openmetrics.hpp"

#include <gmock/gmock.h>

namespace tollgate::cost_sheet {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

results one_case(const std::string& name) {
    results all;
    all.files = {fake_file("testQueue", "queue.json")};
    all.files.front().about.host_name = "db1";
    all.cases = {fake_case(name, 58.4, 0.4)};
    return all;
}

TEST(openmetrics, has_each_figure_in_seconds_with_a_label_for_each_parameter) {
    results all = one_case("queue/pingpong/impl:ring/threads:2");
    all.cases.front().summary.percentiles[3].corrected_ns.reset();
    const std::string labels =
        R"({host="db1",program="testQueue",case="pingpong",impl="ring",threads="2")";
    const std::string text = openmetrics_text(all);
    EXPECT_THAT(text, AllOf(HasSubstr("# HELP tollgate_cost_seconds The cost of an operation.\n"
                                      "# TYPE tollgate_cost_seconds gauge\n"
                                      "# UNIT tollgate_cost_seconds seconds\n"
                                      "tollgate_cost_seconds" +
                                      labels + "} 5.84e-08\n"),
                            HasSubstr("tollgate_cost_low_seconds" + labels + "} 5.8e-08\n"),
                            HasSubstr("tollgate_cost_high_seconds" + labels + "} 5.88e-08\n"),
                            HasSubstr("tollgate_noise_floor_ratio" + labels + "} 0.02\n")));
    EXPECT_THAT(text, AllOf(HasSubstr(labels + ",percentile=\"100\"} 5.84e-05\n"),
                            Not(HasSubstr("99.9")), EndsWith("\n# EOF\n")));
}

TEST(openmetrics, labels_are_valid_and_different_whatever_a_name_contains) {
    const std::string text =
        openmetrics_text(one_case("queue/a\"b\\c\nd/host:x/3-way:y/x y:1/x.y:2/--a:3/z"));
    EXPECT_THAT(
        text, HasSubstr(R"({host="db1",program="testQueue",case="a\"b\\c\\x0ad",host_="x",)"
                        R"(_3_way="y",x_y="1",x_y_="2",parameter__a="3",parameter="z"} 5.84e-08)"));
}

TEST(openmetrics, a_family_is_one_group_and_a_metric_has_one_value) {
    results all = one_case("queue/pingpong");
    all.cases.push_back(fake_case("queue/stream", 10, 1));
    const std::string text = openmetrics_text(all);
    EXPECT_THAT(text, HasSubstr("case=\"pingpong\"} 5.84e-08\ntollgate_cost_seconds{"));
    EXPECT_EQ(text.find("TYPE tollgate_cost_seconds"), text.rfind("TYPE tollgate_cost_seconds"));
    all.files.push_back(all.files.front());
    all.cases.push_back(fake_case("queue/stream", 11, 1, 1));
    EXPECT_THROW(static_cast<void>(openmetrics_text(all)), run::usage_error);
    all.files.back().about.host_name = "db2";
    EXPECT_THAT(openmetrics_text(all), HasSubstr("{host=\"db2\""));
}

TEST(openmetrics, a_run_with_a_failed_self_check_has_a_count_and_no_cost) {
    results all = one_case("queue/pingpong");
    all.files.front().failures = {"an element was lost"};
    EXPECT_THAT(
        openmetrics_text(all),
        AllOf(Not(HasSubstr("pingpong")),
              HasSubstr("tollgate_self_check_failures{host=\"db1\",program=\"testQueue\"} 1\n")));
}

} // namespace
} // namespace tollgate::cost_sheet
