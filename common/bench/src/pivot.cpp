// SPDX-License-Identifier: BSL-1.0
#include <tollgate/bench/pivot.hpp>

#include <tollgate/report/markdown_table.hpp>

#include <algorithm>
#include <cassert>

namespace tollgate::bench {

void pivot_table::put(const std::vector<std::string>& row, const std::string& column,
                      std::string cell) {
    assert(row.size() == titles_.size());
    if (std::find(columns_.begin(), columns_.end(), column) == columns_.end()) {
        columns_.push_back(column);
    }
    auto found = std::find_if(rows_.begin(), rows_.end(),
                              [&](const table_row& known) { return known.name == row; });
    if (found == rows_.end()) {
        found = rows_.insert(rows_.end(), {row, {}});
    }
    found->cells[column] = std::move(cell);
}

std::string pivot_table::str() const {
    using align = report::markdown_table::align;
    if (empty()) {
        return {};
    }
    std::vector<report::markdown_table::column> columns;
    for (const std::string& title : titles_) {
        columns.push_back({title, align::left});
    }
    for (const std::string& column : columns_) {
        columns.push_back({column, align::right});
    }
    report::markdown_table table(columns);
    for (const table_row& row : rows_) {
        std::vector<std::string> cells = row.name;
        for (const std::string& column : columns_) {
            const auto cell = row.cells.find(column);
            cells.push_back(cell == row.cells.end() ? "-" : cell->second);
        }
        table.add_row(std::move(cells));
    }
    return table.str();
}

} // namespace tollgate::bench
