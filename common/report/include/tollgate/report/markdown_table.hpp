// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tollgate::report {

/// A table that is aligned in a terminal, and that is valid Markdown.
///
///     using report::markdown_table;
///     markdown_table table({{"case", markdown_table::align::left}, {"ns"}});
///     table.add_row({"yield", "44.2"});
///     const std::string text = table.str();
///
/// Widths are counted by `width_of`: `±` takes one column, and colours take none.
class markdown_table {
public:
    /// The side at which the cells of a column are aligned.
    enum class align { left, right };
    /// A column of the table.
    struct column {
        std::string title;         ///< the text in the first row
        align side = align::right; ///< the alignment of all of its cells
    };

    /// Makes a table with these columns and no rows.
    explicit markdown_table(std::vector<column> columns);

    /// Adds a row with a cell for each column. `|` in a cell or title is escaped.
    void add_row(std::vector<std::string> cells);

    /// Whether the table has no rows.
    [[nodiscard]] bool empty() const { return rows_.empty(); }
    /// The table as text; each row ends with a line feed. If the table would be wider than
    /// `columns`, its left-aligned columns are narrower, and their long cells continue in further
    /// rows.
    [[nodiscard]] std::string str(std::size_t columns = SIZE_MAX) const;

private:
    std::vector<column> columns_;
    std::vector<std::vector<std::string>> rows_;
};

} // namespace tollgate::report
