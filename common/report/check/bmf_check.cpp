// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/bmf.hpp>

#include "made_up_result.hpp"

#include <tollgate/measure/case_summary.hpp>

#include <nlohmann/json.hpp>

#include <gmock/gmock.h>

namespace tollgate::report {
namespace {

using nlohmann::ordered_json;
using ::testing::ElementsAre;

ordered_json bmf_of(const result& seen) {
    return ordered_json::parse(to_bmf(seen));
}

std::vector<std::string> bmf_keys(const ordered_json& object) {
    std::vector<std::string> names;
    for (const auto& [key, value] : object.items()) {
        names.push_back(key);
    }
    return names;
}

TEST(bmf, a_latency_a_case_in_their_order) {
    const ordered_json whole = bmf_of(made_up_result());
    EXPECT_THAT(bmf_keys(whole), ElementsAre("fiber/yield/fibers:4", "fiber/context_resume"));
    for (const ordered_json& one : whole) {
        EXPECT_THAT(bmf_keys(one), ElementsAre("latency"));
        EXPECT_THAT(bmf_keys(one.at("latency")),
                    ElementsAre("value", "lower_value", "upper_value"));
    }
}

TEST(bmf, the_median_with_the_ends_of_its_interval) {
    const result seen = made_up_result();
    const measure::estimate median = seen.cases[0].summary.value_ns;
    const ordered_json latency = bmf_of(seen).at("fiber/yield/fibers:4").at("latency");
    EXPECT_EQ(latency.at("value").get<double>(), median.value);
    EXPECT_EQ(latency.at("lower_value").get<double>(), median.range.value().low);
    EXPECT_EQ(latency.at("upper_value").get<double>(), median.range.value().high);
    EXPECT_LT(latency.at("lower_value"), latency.at("value"));
    EXPECT_GT(latency.at("upper_value"), latency.at("value"));
}

TEST(bmf, an_interval_only_where_there_is_one) {
    const ordered_json whole = bmf_of(result_of({made_up_record("few", 58, 1)}));
    EXPECT_THAT(bmf_keys(whole.at("few").at("latency")), ElementsAre("value"));
}

TEST(bmf, a_case_without_rounds_is_left_out) {
    const ordered_json whole =
        bmf_of(result_of({made_up_record("none", 58, 0), made_up_record("some", 58)}));
    EXPECT_THAT(bmf_keys(whole), ElementsAre("some"));
}

TEST(bmf, of_nothing_is_an_empty_object) {
    EXPECT_EQ(bmf_of(result{}), ordered_json::object());
}

TEST(bmf, a_name_that_is_no_text_is_replaced_and_not_refused) {
    EXPECT_EQ(bmf_of(result_of({made_up_record("\xff", 58)})).size(), 1u);
}

} // namespace
} // namespace tollgate::report
