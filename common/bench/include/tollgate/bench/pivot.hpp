// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::bench {

/// A table with a row for each value of one parameter, and a column for each value of another
/// parameter.
///
///     bench::pivot_table table({"slice", "test"});
///     table.put({"2", "woken"}, "parker", "1.5");
///     table.put({"2", "woken"}, "condvar", "3.5");
///     const std::string text = table.str();
///
/// The row has a name of two words here, "2" and "woken". Rows and columns are in the order in
/// which `put` first named them. A cell that was never set shows "-".
class pivot_table {
public:
    /// `row_titles` are the titles of the columns that hold the names of the rows.
    explicit pivot_table(std::vector<std::string> row_titles) : titles_(std::move(row_titles)) {}

    /// Sets the cell in this row and this column. `row` is the name of the row, with one word for
    /// each row title.
    void put(const std::vector<std::string>& row, const std::string& column, std::string cell);

    /// Whether the table has no row.
    [[nodiscard]] bool empty() const { return rows_.empty(); }
    /// The table as Markdown. If the table has no row, the text is empty.
    [[nodiscard]] std::string str() const;

private:
    struct table_row {
        std::vector<std::string> name;
        std::map<std::string, std::string> cells; ///< by the name of the column
    };

    std::vector<std::string> titles_;
    std::vector<std::string> columns_;
    std::vector<table_row> rows_;
};

} // namespace tollgate::bench
