// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/markdown_table.hpp>

#include <gtest/gtest.h>

namespace tollgate::report {
namespace {

using align = markdown_table::align;

TEST(markdown_table, is_aligned_and_has_no_bars_in_its_cells) {
    markdown_table table({{"case|", align::left}, {"±"}});
    EXPECT_TRUE(table.empty());
    table.add_row({"c|d|e", "58.4"});
    table.add_row({"two\nlines", "± 4522"});
    table.add_row({"µs…", "x"});
    EXPECT_FALSE(table.empty());
    EXPECT_EQ(table.str(), "| case¦     |      ± |\n"
                           "|:----------|-------:|\n"
                           "| c¦d¦e     |   58.4 |\n"
                           "| two lines | ± 4522 |\n"
                           "| µs…       |      x |\n");
}

TEST(markdown_table, colours_take_no_columns) {
    markdown_table table({{"cost"}});
    table.add_row({"\x1b[33m10 µs\x1b[0m"});
    table.add_row({"9 µs"});
    EXPECT_EQ(table.str(), "|  cost |\n"
                           "|------:|\n"
                           "| \x1b[33m10 µs\x1b[0m |\n"
                           "|  9 µs |\n");
}

TEST(markdown_table, a_title_takes_several_rows_before_figures_do) {
    markdown_table table({{"results/of/last/week"}, {"±"}});
    table.add_row({"10 µs", "1 %"});
    EXPECT_EQ(table.str(24), "|    results/of/ |   ± |\n"
                             "|      last/week |     |\n"
                             "|---------------:|----:|\n"
                             "|          10 µs | 1 % |\n");
}

TEST(markdown_table, an_empty_title_still_makes_a_column) {
    markdown_table table({{"ratio"}, {"", align::left}});
    table.add_row({"1.5", ""});
    EXPECT_EQ(table.str(), "| ratio |  |\n"
                           "|------:|:-|\n"
                           "|   1.5 |  |\n");
}

} // namespace
} // namespace tollgate::report
