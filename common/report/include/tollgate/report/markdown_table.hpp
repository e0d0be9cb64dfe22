// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <vector>

namespace tollgate::report {

/// A table that is aligned in a terminal and valid Markdown: the same text serves screen, README
/// and commit message. Widths are counted in code points, so that `±` takes one column.
class markdown_table {
public:
    enum class align { left, right };
    struct column {
        std::string title;
        align side = align::right;
    };

    explicit markdown_table(std::vector<column> columns);

    /// As many cells as there are columns; `|` in a cell or title is escaped.
    void add_row(std::vector<std::string> cells);

    [[nodiscard]] bool empty() const { return rows_.empty(); }
    [[nodiscard]] std::string str() const;

private:
    std::vector<column> columns_;
    std::vector<std::vector<std::string>> rows_;
};

} // namespace tollgate::report
