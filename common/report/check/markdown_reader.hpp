// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

namespace tollgate::report {

/// The cells of one line of a table as a Markdown reader sees them: unescaped, without the blanks
/// around them.
inline std::vector<std::string> cells_of(const std::string& line) {
    std::vector<std::string> cells;
    std::string cell;
    for (std::size_t i = 1; i < line.size(); ++i) {
        if (line[i] == '\\' && i + 1 < line.size() && line[i + 1] == '|') {
            cell += line[++i];
        } else if (line[i] == '|') {
            const auto first = cell.find_first_not_of(' ');
            const auto last = cell.find_last_not_of(' ');
            cells.push_back(first == std::string::npos ? "" : cell.substr(first, last - first + 1));
            cell.clear();
        } else {
            cell += line[i];
        }
    }
    return cells;
}

/// Title and rows of the first table in the text; fails the check unless it is a valid one.
inline std::vector<std::vector<std::string>> read_markdown(const std::string& text) {
    std::vector<std::vector<std::string>> rows;
    std::istringstream lines(text);
    std::string line;
    for (int number = 0; std::getline(lines, line) && !line.empty(); ++number) {
        EXPECT_EQ(line.front(), '|') << line;
        EXPECT_EQ(line.back(), '|') << line;
        const auto cells = cells_of(line);
        EXPECT_TRUE(rows.empty() || cells.size() == rows.front().size()) << line;
        if (number == 1) {
            for (const std::string& rule : cells) {
                EXPECT_NE(rule.find('-'), std::string::npos) << line;
                EXPECT_EQ(rule.find_first_not_of("-:"), std::string::npos) << line;
            }
        } else {
            rows.push_back(cells);
        }
    }
    return rows;
}

} // namespace tollgate::report
