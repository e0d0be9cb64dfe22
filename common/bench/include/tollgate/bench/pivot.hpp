// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::bench {

/// A table of two parameters: the values of one have a row each, those of the other a column. Rows
/// and columns stand in the order in which they are first put; what was put in neither is "-".
class pivot_table {
public:
    /// The titles stand above the rows' names, a column for each of their words.
    explicit pivot_table(std::vector<std::string> row_titles) : titles_(std::move(row_titles)) {}

    /// `row` has as many words as there are titles.
    void put(const std::vector<std::string>& row, const std::string& column, std::string cell);

    [[nodiscard]] bool empty() const { return rows_.empty(); }
    /// As Markdown; empty without a row.
    [[nodiscard]] std::string str() const;

private:
    struct table_row {
        std::vector<std::string> name;
        std::map<std::string, std::string> cells; ///< by column
    };

    std::vector<std::string> titles_;
    std::vector<std::string> columns_;
    std::vector<table_row> rows_;
};

} // namespace tollgate::bench
