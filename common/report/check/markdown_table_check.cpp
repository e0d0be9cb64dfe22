// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/markdown_table.hpp>

#include "markdown_reader.hpp"

#include <gmock/gmock.h>

namespace tollgate::report {
namespace {

using ::testing::ElementsAre;
using align = markdown_table::align;

TEST(markdown_table, is_aligned_and_valid) {
    markdown_table table({{"case", align::left}, {"ns/op"}});
    table.add_row({"fiber/yield", "58.4"});
    table.add_row({"x", "4522"});
    EXPECT_EQ(table.str(), "| case        | ns/op |\n"
                           "|:------------|------:|\n"
                           "| fiber/yield |  58.4 |\n"
                           "| x           |  4522 |\n");
}

TEST(markdown_table, counts_code_points) {
    markdown_table table({{"±"}, {"unit", align::left}});
    table.add_row({"1.25", "µs"});
    table.add_row({"± 3", "µs…"});
    EXPECT_EQ(table.str(), "|    ± | unit |\n"
                           "|-----:|:-----|\n"
                           "| 1.25 | µs   |\n"
                           "|  ± 3 | µs…  |\n");
}

TEST(markdown_table, escapes_what_would_end_a_cell) {
    markdown_table table({{"a|b", align::left}, {"n"}});
    table.add_row({"c|d|e", "1"});
    table.add_row({"two\nlines", "2"});
    EXPECT_EQ(table.str(), "| a\\|b      | n |\n"
                           "|:----------|--:|\n"
                           "| c\\|d\\|e   | 1 |\n"
                           "| two lines | 2 |\n");
    const auto rows = read_markdown(table.str());
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_THAT(rows[0], ElementsAre("a|b", "n"));
    EXPECT_THAT(rows[1], ElementsAre("c|d|e", "1"));
}

TEST(markdown_table, an_empty_title_still_makes_a_column) {
    markdown_table table({{"ratio"}, {"", align::left}});
    table.add_row({"1.5", ""});
    EXPECT_EQ(table.str(), "| ratio |  |\n"
                           "|------:|:-|\n"
                           "|   1.5 |  |\n");
}

TEST(markdown_table, is_empty_without_rows) {
    markdown_table table({{"only"}});
    EXPECT_TRUE(table.empty());
    table.add_row({"1"});
    EXPECT_FALSE(table.empty());
}

} // namespace
} // namespace tollgate::report
