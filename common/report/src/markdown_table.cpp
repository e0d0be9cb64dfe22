// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/markdown_table.hpp>
#include <tollgate/report/printable.hpp>

#include <boost/algorithm/string/replace.hpp>

#include <algorithm>
#include <cassert>

namespace tollgate::report {
namespace {

std::string escaped(const std::string& cell) {
    return boost::replace_all_copy(boost::replace_all_copy(cell, "|", "\\|"), "\n", " ");
}

std::string padded(const std::string& cell, std::size_t width, markdown_table::align side) {
    const std::string room(width - std::min(width, width_of(cell)), ' ');
    return side == markdown_table::align::left ? cell + room : room + cell;
}

} // namespace

markdown_table::markdown_table(std::vector<column> columns) : columns_(std::move(columns)) {
    for (column& column_of_table : columns_) {
        column_of_table.title = escaped(column_of_table.title);
    }
}

void markdown_table::add_row(std::vector<std::string> cells) {
    assert(cells.size() == columns_.size());
    std::transform(cells.begin(), cells.end(), cells.begin(), escaped);
    rows_.push_back(std::move(cells));
}

std::string markdown_table::str() const {
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        std::size_t width = width_of(columns_[i].title);
        for (const auto& row : rows_) {
            width = std::max(width, width_of(row[i]));
        }
        widths.push_back(width);
    }
    std::string text;
    const auto add_line = [&](const auto& cell) {
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            text += "| " + padded(cell(i), widths[i], columns_[i].side) + " ";
        }
        text += "|\n";
    };
    add_line([&](std::size_t i) { return columns_[i].title; });
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        const std::string dashes(widths[i] + 1, '-');
        text += columns_[i].side == align::left ? "|:" + dashes : "|" + dashes + ":";
    }
    text += "|\n";
    for (const auto& row : rows_) {
        add_line([&](std::size_t i) { return row[i]; });
    }
    return text;
}

} // namespace tollgate::report
