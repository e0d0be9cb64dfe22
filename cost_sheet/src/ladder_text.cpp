// SPDX-License-Identifier: BSL-1.0
#include "ladder.hpp"
#include "sheet_text.hpp"

#include <tollgate/report/number.hpp>
#include <tollgate/report/printable.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

namespace tollgate::cost_sheet {
namespace {

constexpr std::size_t bar_columns = 32;

/// A logarithmic scale of whole decades that is drawn in a terminal, a character a column.
class log_scale {
public:
    /// From the decade that `least_ns` lies in to the end of that of `most_ns`. Where there is
    /// nothing above zero to draw, one decade from 1 ns on.
    log_scale(double least_ns, double most_ns, std::size_t columns);

    /// A bar that ends at the value, to an eighth of a column, and a `╎` at the tail where that is
    /// farther right. Values that are not above zero have no bar. Always `columns` wide.
    [[nodiscard]] std::string bar(double value_ns, std::optional<double> tail_ns = {}) const;

    /// A thin line instead of a bar, for what is a familiar mark.
    [[nodiscard]] std::string line(double value_ns) const;

    /// The decades, "1 ns", "10", "1 µs", each where its bar would begin.
    [[nodiscard]] std::string axis() const;

private:
    /// In columns from the left, limited to the scale.
    [[nodiscard]] double position(double ns) const;

    double first_; ///< decimal logarithms
    double last_;
    std::size_t columns_;
};

constexpr const char* full = "█";
constexpr std::array<const char*, 8> eighths{" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};

std::string decade_text(int exponent) {
    constexpr std::array<const char*, 4> units{"ns", "µs", "ms", "s"};
    const int unit = std::clamp(exponent >= 0 ? exponent / 3 : 0, 0, 3);
    return fmt::format("{:g} {}", std::pow(10.0, exponent - 3 * unit),
                       units.at(static_cast<std::size_t>(unit)));
}

log_scale::log_scale(double least_ns, double most_ns, std::size_t columns)
    : first_(least_ns > 0 ? std::floor(std::log10(least_ns)) : 0),
      last_(most_ns > 0 ? std::ceil(std::log10(most_ns)) : 0),
      columns_(columns) {
    last_ = std::max(last_, first_ + 1);
}

double log_scale::position(double ns) const {
    const double share = (std::log10(ns) - first_) / (last_ - first_);
    return std::clamp(share, 0.0, 1.0) * static_cast<double>(columns_);
}

std::string log_scale::bar(double value_ns, std::optional<double> tail_ns) const {
    std::vector<std::string> cells(columns_, " ");
    if (tail_ns && *tail_ns > 0 && columns_ > 0) {
        cells[std::min(columns_ - 1, static_cast<std::size_t>(position(*tail_ns)))] = "╎";
    }
    if (value_ns > 0) {
        // What costs something is to be seen, be it the least of all.
        const auto length =
            std::max<std::size_t>(1, static_cast<std::size_t>(std::lround(8 * position(value_ns))));
        std::fill_n(cells.begin(), length / 8, full);
        if (length % 8 != 0 && length / 8 < columns_) {
            cells[length / 8] = eighths.at(length % 8);
        }
    }
    return fmt::format("{}", fmt::join(cells, ""));
}

std::string log_scale::line(double value_ns) const {
    std::vector<std::string> cells(columns_, " ");
    if (value_ns > 0 && columns_ > 0) {
        const auto end = std::min(columns_ - 1, static_cast<std::size_t>(position(value_ns)));
        std::fill_n(cells.begin(), end, "┄");
        cells[end] = "┊";
    }
    return fmt::format("{}", fmt::join(cells, ""));
}

std::string log_scale::axis() const {
    std::vector<std::string> cells(columns_, " ");
    std::size_t free_from = 0;
    for (int decade = static_cast<int>(first_); decade < static_cast<int>(last_); ++decade) {
        const std::string text = decade_text(decade);
        const auto at = static_cast<std::size_t>(position(std::pow(10, decade)));
        // µ is one column in two bytes.
        const std::size_t width = text.size() - (text.find("µ") != std::string::npos ? 1 : 0);
        if (at < free_from || at + width + 1 > columns_) {
            continue;
        }
        cells[at] = "│" + text;
        std::fill_n(cells.begin() + static_cast<std::ptrdiff_t>(at) + 1, width, "");
        free_from = at + width + 2;
    }
    return fmt::format("{}", fmt::join(cells, ""));
}

std::string plus_minus(const sheet_case& one) {
    if (!one.range) {
        return "-";
    }
    const double unsure = std::max(one.range->high - one.value_ns, one.value_ns - one.range->low);
    return unsure >= std::abs(one.value_ns) ? "> 100 %" : report::ns_text(unsure);
}

std::string optional_ns(const std::optional<double>& ns) {
    return ns ? report::ns_text(*ns) : "-";
}

std::string row(const std::string& value, const std::string& error, const std::string& tail,
                const std::string& ratio, const std::string& bar, const std::string& name) {
    return fmt::format("{:>10} {:>8} {:>9} {:>7}  {}  {}\n", value, error, tail, ratio, bar, name);
}

std::string case_row(const sheet& all, const rung& one, const log_scale& scale) {
    const sheet_case& of = all.cases[one.of];
    const bool several =
        std::count_if(all.files.begin(), all.files.end(), [&](const sheet_file& file) {
            return !file.explains && file.about.program == all.files[of.file].about.program;
        }) > 1;
    std::string name = report::printable(of.key.name());
    if (several) {
        name += "  [" + report::printable(all.files[of.file].label) + "]";
    }
    return row(report::ns_text(of.value_ns), plus_minus(of), optional_ns(of.percentiles_ns[2]),
               one.tied    ? "="
               : one.ratio ? report::ratio_text(*one.ratio)
                           : "-",
               scale.bar(of.value_ns, of.percentiles_ns[2]), name);
}

std::string mark_row(const mark& one, const log_scale& scale) {
    return row(report::ns_text(one.ns), "", "", "", scale.line(one.ns), "(" + one.name + ")");
}

std::string group_text(const sheet& all, const ladder& found, const ladder_group& group,
                       const log_scale& scale) {
    std::string text = fmt::format("\n{}: {}\n", title_of(group.what), question_of(group.what));
    text += row("ns/op", "±", "p99", "×", scale.axis(), "");
    auto next_mark = found.marks.begin();
    for (const rung& one : group.rungs) {
        for (; next_mark != found.marks.end() && next_mark->ns < all.cases[one.of].value_ns;
             ++next_mark) {
            text += mark_row(*next_mark, scale);
        }
        text += case_row(all, one, scale);
    }
    return text;
}

} // namespace

std::string ladder_text(const sheet& all) {
    const ladder found = make_ladder(all);
    const log_scale scale(found.least_ns, found.most_ns, bar_columns);
    std::string text;
    for (const ladder_group& group : found.groups) {
        text += group_text(all, found, group, scale);
    }
    if (!found.failed.empty()) {
        text += fmt::format("\nNot ranked, because a proof of work of their run failed: {} cases\n",
                            found.failed.size());
    }
    if (!found.groups.empty()) {
        text += "\n× is how many times the cheapest of its group. = is a tie with it: not shown "
                "to differ from that.\nThe bar ends at the value, on a logarithmic scale; ╎ "
                "stands at p99; in brackets are familiar costs.\n";
    }
    return text;
}

} // namespace tollgate::cost_sheet
