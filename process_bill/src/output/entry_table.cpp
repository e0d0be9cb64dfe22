// SPDX-License-Identifier: BSL-1.0
#include "entry_table.hpp"

#include "figures.hpp"

#include <tollgate/report/printable.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace tollgate::bill {
namespace {

constexpr std::string_view table_title = "WHERE IT GOES";
constexpr std::size_t longest_cell = 4'000;
constexpr std::size_t longest_line = 100'000; ///< without a limit for columns
constexpr std::string_view gap = "  ";

/// The text on one line of at most `width` columns.
std::string cut(std::string_view text, std::size_t width) {
    std::string shown = report::printable(text, longest_cell);
    return report::width_of(shown) <= width ? shown : report::printable(shown, width - 1);
}

/// fmt's width counts code points as columns, too, but some of them as two.
std::string padded(const std::string& text, std::size_t width, bool right) {
    const std::string space(width - std::min(width, report::width_of(text)), ' ');
    return right ? space + text : text + space;
}

/// A column of figures.
struct column {
    std::string head;
    std::vector<std::string> cells;

    [[nodiscard]] std::size_t width() const {
        std::size_t most = report::width_of(head);
        for (const std::string& cell : cells) {
            most = std::max(most, report::width_of(cell));
        }
        return most;
    }
};

std::size_t width_of(const std::vector<column>& figures) {
    std::size_t sum = 0;
    for (const column& each : figures) {
        sum += gap.size() + each.width();
    }
    return sum;
}

std::vector<column> figures_of(std::span<const entry> entries, double cpus_used) {
    std::vector<column> figures{
        {"a second", {}}, {"typical wait", {}}, {"price of one", {}}, {"CPUs", {}}, {"share", {}}};
    for (const entry& each : entries) {
        figures[0].cells.push_back(rate_text(each.a_second));
        figures[1].cells.push_back(wait_text(each.typical_us));
        figures[2].cells.push_back(price_text(each));
        figures[3].cells.push_back(each.cpus ? cpus_text(each.cpus->value) : "");
        figures[4].cells.push_back(each.cpus ? share_text(each.cpus->value, cpus_used) : "");
    }
    return figures;
}

/// The longest name of a thread and the longest event.
struct name_widths {
    std::size_t threads = 1;
    std::size_t events = table_title.size() - gap.size();

    [[nodiscard]] std::size_t both() const { return threads + gap.size() + events; }
};

name_widths widths_of(std::span<const entry> entries) {
    name_widths longest;
    for (const entry& each : entries) {
        longest.threads =
            std::max(longest.threads, report::width_of(cut(each.threads, longest_cell)));
        longest.events = std::max(longest.events, report::width_of(cut(each.event, longest_cell)));
    }
    return longest;
}

/// Leaves out columns until names have enough room: the typical wait, the price, how often. Without
/// prices, the column of the CPUs says what has none.
void leave_room(std::vector<column>& figures, const name_widths& names, std::size_t columns) {
    constexpr std::size_t enough = 36;
    const std::size_t wanted = std::min(enough, names.both());
    const auto is_too_wide = [&] { return width_of(figures) + wanted > columns; };
    if (is_too_wide()) {
        figures.erase(figures.begin() + 1);
    }
    if (is_too_wide()) {
        for (std::size_t i = 0; i < figures[1].cells.size(); ++i) {
            std::string& cpus = figures[2].cells[i];
            cpus = cpus.empty() ? figures[1].cells[i] : cpus;
        }
        figures.erase(figures.begin() + 1);
    }
    if (is_too_wide()) {
        figures.erase(figures.begin());
    }
}

/// The widths of names in this room. The longer one is cut first.
name_widths fitted(name_widths names, std::size_t room) {
    if (names.both() > room) {
        const std::size_t both = room - gap.size();
        names.threads =
            std::min(names.threads, std::max(both * 2 / 5, both - std::min(both, names.events)));
        names.events = both - names.threads;
    }
    return names;
}

/// Whole frames as far as they fit, the innermost first; of a longer one its beginning.
std::string stack_line(const std::vector<std::string>& stack, std::size_t indent,
                       std::size_t columns) {
    std::string line;
    for (const std::string& frame : stack) {
        const std::string longer = line + (line.empty() ? "" : " < ") + cut(frame, longest_cell);
        if (report::width_of(longer) + indent + (&frame == &stack.back() ? 0 : 4) > columns) {
            if (line.empty()) {
                line = cut(frame, columns - indent);
            } else {
                line += " < …";
            }
            break;
        }
        line = longer;
    }
    return line.empty() ? line : std::string(indent, ' ') + line;
}

} // namespace

entry_table table_of(std::span<const entry> entries, double cpus_used, std::size_t columns) {
    std::vector<column> figures = figures_of(entries, cpus_used);
    const name_widths longest = widths_of(entries);
    const std::size_t limit = std::min(columns, longest_line);
    leave_room(figures, longest, limit);
    const name_widths names = fitted(longest, limit - width_of(figures));
    entry_table table{padded(std::string(table_title), names.both(), false), {}, {}};
    for (const entry& each : entries) {
        table.rows.push_back(padded(cut(each.threads, names.threads), names.threads, false) +
                             std::string(gap) +
                             padded(cut(each.event, names.events), names.events, false));
        table.stacks.push_back(stack_line(each.stack, names.threads + gap.size(), columns));
    }
    for (const column& each : figures) {
        const std::size_t width = each.width();
        table.heads.append(gap).append(padded(each.head, width, true));
        for (std::size_t i = 0; i < each.cells.size(); ++i) {
            table.rows[i].append(gap).append(padded(each.cells[i], width, true));
        }
    }
    for (std::string& row : table.rows) {
        row.erase(row.find_last_not_of(' ') + 1);
    }
    return table;
}

} // namespace tollgate::bill
