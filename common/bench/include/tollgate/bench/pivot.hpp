// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::bench {

/// A table of two parameters: a row for each value of the first, a column for each value of the
/// second.
///
///     bench::pivot_table table({"slice", "test"});
///     table.put({"2", "woken"}, "parker", "1.5");
///     table.put({"2", "woken"}, "condvar", "3.5");
///     const std::string text = table.str();
///
/// Rows and columns are in the order in which they were first put. Cells that were not put are "-".
class pivot_table {
public:
    /// The titles of the columns that hold the names of the rows.
    explicit pivot_table(std::vector<std::string> row_titles) : titles_(std::move(row_titles)) {}

    /// Sets a cell. `row` is the name of the row, with as many words as there are titles.
    void put(const std::vector<std::string>& row, const std::string& column, std::string cell);

    /// Whether there is no row.
    [[nodiscard]] bool empty() const { return rows_.empty(); }
    /// The table as Markdown; an empty text if there is no row.
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
