// SPDX-License-Identifier: BSL-1.0
#include "made_up_page.hpp"
#include "page.hpp"

#include <gmock/gmock.h>

namespace tollgate::cost_sheet {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(page_names, charts_have_the_short_ones_and_tables_the_whole_ones) {
    const std::string made = page(sheet_with_everything());
    const nlohmann::json cases = data_of_page(made)["cases"];
    EXPECT_EQ(cases["0"]["name"], "fiber/yield/fibers:2");
    EXPECT_EQ(cases["0"]["short"], "yield/fibers:2");
    EXPECT_EQ(cases["4"]["short"], "pipe/placement:same");
    EXPECT_THAT(made, HasSubstr("<a href=\"#c0\">fiber/yield/fibers:2</a>"));
    EXPECT_THAT(made, HasSubstr("<p class=shared hidden>Left out of all names in the chart that "
                                "have it: <code>thread/, threads:2</code></p>"));
}

TEST(page_names, what_shares_nothing_has_no_short_name) {
    sheet all = sheet_with_everything();
    all.cases.resize(1);
    const std::string made = page(all);
    EXPECT_FALSE(data_of_page(made)["cases"]["0"].contains("short"));
    EXPECT_THAT(made, Not(HasSubstr("class=shared")));
}

} // namespace
} // namespace tollgate::cost_sheet
