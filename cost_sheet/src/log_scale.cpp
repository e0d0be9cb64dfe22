// SPDX-License-Identifier: BSL-1.0
#include "log_scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace tollgate::cost_sheet {
namespace {

constexpr const char* full = "█";
constexpr std::array<const char*, 8> eighths{" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};

std::string concatenated(const std::vector<std::string>& cells) {
    std::string text;
    for (const std::string& one : cells) {
        text += one;
    }
    return text;
}

std::string decade_text(int exponent) {
    constexpr std::array<const char*, 4> units{"ns", "µs", "ms", "s"};
    const int unit = std::clamp(exponent >= 0 ? exponent / 3 : 0, 0, 3);
    return fmt::format("{:g} {}", std::pow(10.0, exponent - 3 * unit),
                       units.at(static_cast<std::size_t>(unit)));
}

} // namespace

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
    return concatenated(cells);
}

std::string log_scale::line(double value_ns) const {
    std::vector<std::string> cells(columns_, " ");
    if (value_ns > 0 && columns_ > 0) {
        const auto end = std::min(columns_ - 1, static_cast<std::size_t>(position(value_ns)));
        std::fill_n(cells.begin(), end, "┄");
        cells[end] = "┊";
    }
    return concatenated(cells);
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
    return concatenated(cells);
}

} // namespace tollgate::cost_sheet
