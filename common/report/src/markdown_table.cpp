// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/markdown_table.hpp>
#include <tollgate/report/printable.hpp>

#include <boost/algorithm/string/replace.hpp>

#include <algorithm>
#include <cassert>
#include <utility>

namespace tollgate::report {
namespace {

/// A | would end the cell. An escape could be divided between two rows.
std::string one_cell(const std::string& text) {
    return boost::replace_all_copy(boost::replace_all_copy(text, "|", "¦"), "\n", " ");
}

std::string padded(const std::string& cell, std::size_t width, markdown_table::align side) {
    const std::string room(width - std::min(width, width_of(cell)), ' ');
    return side == markdown_table::align::left ? cell + room : room + cell;
}

using cells = std::vector<std::string>;

/// The widths of the columns. Words and titles are narrower than they need, figures are not.
std::vector<std::size_t> widths_of(const std::vector<markdown_table::column>& columns,
                                   const std::vector<cells>& rows, std::size_t room) {
    constexpr std::size_t narrowest = 8; // if the figures leave no room
    std::vector<std::size_t> widths(columns.size());
    std::vector<std::size_t> least(columns.size());
    std::size_t all = 1; // the frame
    for (std::size_t i = 0; i < columns.size(); ++i) {
        for (const cells& row : rows) {
            widths[i] = std::max(widths[i], width_of(row[i]));
        }
        const bool words = columns[i].side == markdown_table::align::left;
        least[i] = words ? narrowest : std::max(narrowest, widths[i]);
        widths[i] = std::max(widths[i], width_of(columns[i].title));
        all += widths[i] + 3;
    }
    for (; all > room; --all) {
        std::size_t* widest = nullptr;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (widths[i] > least[i] && (widest == nullptr || widths[i] > *widest)) {
                widest = &widths[i];
            }
        }
        if (widest == nullptr) {
            break;
        }
        --*widest;
    }
    return widths;
}

/// The row, and further rows if a cell is wider than its column.
std::vector<cells> rows_of(const cells& row, const std::vector<std::size_t>& widths) {
    std::vector<cells> rows;
    for (std::size_t i = 0; i < row.size(); ++i) {
        cells parts{row[i]};
        if (width_of(row[i]) > widths[i]) {
            parts = wrapped(row[i], widths[i], row[i].size(), i == 0 ? "  " : "");
        }
        rows.resize(std::max(rows.size(), parts.size()), cells(row.size()));
        for (std::size_t k = 0; k < parts.size(); ++k) {
            rows[k][i] = std::move(parts[k]);
        }
    }
    return rows;
}

} // namespace

markdown_table::markdown_table(std::vector<column> columns) : columns_(std::move(columns)) {
    for (column& column_of_table : columns_) {
        column_of_table.title = one_cell(column_of_table.title);
    }
}

void markdown_table::add_row(std::vector<std::string> cells) {
    assert(cells.size() == columns_.size());
    std::transform(cells.begin(), cells.end(), cells.begin(), one_cell);
    rows_.push_back(std::move(cells));
}

std::string markdown_table::str(std::size_t columns) const {
    const std::vector<std::size_t> widths = widths_of(columns_, rows_, columns);
    std::string text;
    const auto add_line = [&](const cells& row) {
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            text += "| " + padded(row[i], widths[i], columns_[i].side) + " ";
        }
        text += "|\n";
    };
    cells titles(columns_.size());
    std::ranges::transform(columns_, titles.begin(), &column::title);
    std::ranges::for_each(rows_of(titles, widths), add_line);
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        const std::string dashes(widths[i] + 1, '-');
        text += columns_[i].side == align::left ? "|:" + dashes : "|" + dashes + ":";
    }
    text += "|\n";
    for (const cells& row : rows_) {
        std::ranges::for_each(rows_of(row, widths), add_line);
    }
    return text;
}

} // namespace tollgate::report
