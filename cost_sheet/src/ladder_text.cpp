// SPDX-License-Identifier: BSL-1.0
#include "comparable.hpp"
#include "ladder.hpp"

#include <tollgate/report/number.hpp>
#include <tollgate/report/printable.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace tollgate::cost_sheet {
namespace {

constexpr std::size_t bar_columns = 32;
using bar_cells = std::array<std::string, bar_columns>;

/// From the decade of the least to the end of that of the most, one decade at least.
class log_scale {
public:
    explicit log_scale(const ladder& of)
        : first_(of.least_ns > 0 ? std::floor(std::log10(of.least_ns)) : 0),
          last_(std::max(of.most_ns > 0 ? std::ceil(std::log10(of.most_ns)) : 0, first_ + 1)) {
        blank_.fill(" ");
    }

    /// A bar that ends at the value, to an eighth of a column, and a `╎` at the tail where that is
    /// farther right. Values that are not above zero have no bar.
    [[nodiscard]] std::string bar(double value_ns, std::optional<double> tail_ns) const {
        constexpr std::array eighths{" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
        bar_cells row = blank_;
        if (tail_ns && *tail_ns > 0) {
            row.at(column(*tail_ns)) = "╎";
        }
        if (value_ns > 0) { // what costs something is to be seen, be it the least of all
            const auto length = std::max<std::size_t>(
                1, static_cast<std::size_t>(std::lround(8 * position(value_ns))));
            std::fill_n(row.begin(), length / 8, "█");
            if (length % 8 != 0) {
                row.at(length / 8) = eighths.at(length % 8);
            }
        }
        return joined(row);
    }

    /// A thin line instead of a bar, for what is a familiar mark.
    [[nodiscard]] std::string line(double ns) const {
        bar_cells row = blank_;
        std::fill_n(row.begin(), column(ns), "┄");
        row.at(column(ns)) = "┊";
        return joined(row);
    }

    /// The decades, "│1 ns", "│10 ns", "│1 µs", each where its bar would begin, if it has room.
    [[nodiscard]] std::string axis() const {
        constexpr std::array units{"ns", "µs", "ms", "s"};
        bar_cells row = blank_;
        std::size_t free_from = 0;
        for (int decade = static_cast<int>(first_); decade < static_cast<int>(last_); ++decade) {
            const int unit = std::clamp(decade >= 0 ? decade / 3 : 0, 0, 3);
            const std::string number = fmt::format("{:g}", std::pow(10.0, decade - 3 * unit));
            const std::size_t width = number.size() + (unit == 3 ? 2 : 3);
            const std::size_t at = column(std::pow(10, decade));
            if (at >= free_from && at + width + 1 <= bar_columns) {
                std::fill_n(row.begin() + static_cast<std::ptrdiff_t>(at), width + 1, "");
                row.at(at) =
                    fmt::format("│{} {}", number, units.at(static_cast<std::size_t>(unit)));
                free_from = at + width + 2;
            }
        }
        return joined(row);
    }

private:
    [[nodiscard]] static std::string joined(const bar_cells& row) {
        return fmt::format("{}", fmt::join(row, ""));
    }

    /// In columns from the left, limited to the scale.
    [[nodiscard]] double position(double ns) const {
        const double share = (std::log10(ns) - first_) / (last_ - first_);
        return std::clamp(share, 0.0, 1.0) * static_cast<double>(bar_columns);
    }

    [[nodiscard]] std::size_t column(double ns) const {
        return std::min(bar_columns - 1, static_cast<std::size_t>(position(ns)));
    }

    double first_; ///< decimal logarithms
    double last_;
    bar_cells blank_;
};

std::string plus_minus(const measure::estimate& cost) {
    const std::optional<double> unsure = cost.uncertainty();
    return !unsure ? "-" : *unsure >= std::abs(cost.value) ? "> 100 %" : report::ns_text(*unsure);
}

std::string row(const std::string& value, const std::string& error, const std::string& tail,
                const std::string& ratio, const std::string& bar, const std::string& name) {
    return fmt::format("{:>10} {:>8} {:>9} {:>7}  {}  {}\n", value, error, tail, ratio, bar, name);
}

/// `runs` says how many files of each program there are.
std::string case_row_text(const results& all, const ranked_row& rank, const log_scale& scale,
                          const std::map<std::string, int>& runs) {
    const case_row& shown = all.cases[rank.of];
    const result_file& file = all.file_of(shown);
    const std::string of_file =
        runs.at(file.about.program) > 1 ? "  [" + report::printable(file.label) + "]" : "";
    return row(report::ns_text(shown.ns()), plus_minus(shown.cost.ns),
               shown.p99_ns() ? report::ns_text(*shown.p99_ns()) : "-",
               rank.tied    ? "="
               : rank.ratio ? report::ratio_text(*rank.ratio)
                            : "-",
               scale.bar(shown.ns(), shown.p99_ns()),
               report::printable(shown.key().name()) + of_file);
}

} // namespace

std::string ladder_text(const results& all) {
    const ladder found = make_ladder(all);
    const log_scale scale(found);
    std::map<std::string, int> runs;
    for (const result_file& file : all.files) {
        runs[file.about.program] += file.explains ? 0 : 1;
    }
    std::string text;
    for (const ladder_group& group : found.groups) {
        text += fmt::format("\n{}: {}\n", title_of(group.kind), question_of(group.kind)) +
                row("ns/op", "±", "p99", "×", scale.axis(), "");
        auto mark = found.marks.begin();
        for (const ranked_row& rank : group.rows) {
            for (; mark != found.marks.end() && mark->ns < all.cases[rank.of].ns(); ++mark) {
                text += row(report::ns_text(mark->ns), "", "", "", scale.line(mark->ns),
                            "(" + mark->name + ")");
            }
            text += case_row_text(all, rank, scale, runs);
        }
    }
    if (found.failed != 0) {
        text += fmt::format("\nNot ranked, because a proof of work of their run failed: {} cases\n",
                            found.failed);
    }
    if (!found.groups.empty()) {
        text +=
            "\n× is how many times the cheapest of its group in its file: two files are two runs, "
            "which only make compare\ncompares. = is a tie with that one: not shown to "
            "differ.\nThe bar ends at the value, on a logarithmic scale; ╎ "
            "stands at p99; in brackets are familiar costs.\n";
    }
    const std::string mixture = mixture_text(all);
    return found.groups.empty() || mixture.empty() ? text : text + mixture + "\n";
}

} // namespace tollgate::cost_sheet
