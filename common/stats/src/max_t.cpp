// SPDX-License-Identifier: BSL-1.0
#include <tollgate/stats/max_t.hpp>

#include "sign_flips.hpp"

#include <tollgate/stats/moments.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <limits>

namespace tollgate::stats {
namespace {

// For flips that give the observed size except for rounding.
constexpr double nearly = 1 - 1e-9;

// Residuals that are only rounding errors are below this share of the squares of a row's values.
constexpr double rounding = 1e-18;

// Limits the share if the values nearly agree, and so the size.
constexpr double largest_share = 1 - 1e-12;

// Student's t on the scale of the normal distribution, so that rows with few and with many columns
// can be compared. It increases with t. Wallace, "Bounds on Normal Approximations to Student's and
// the Chi-Square Distributions", Ann. Math. Statist. 30 (1959). `share` is the share of the squares
// that the mean explains: t² / (t² + degrees).
double size_of(double share, double degrees) {
    const double scale = (8 * degrees + 1) / (8 * degrees + 3);
    return scale * std::sqrt(-degrees * std::log1p(-std::min(share, largest_share)));
}

// The t of that size.
double t_of(double size, double degrees) {
    const double unscaled = size * (8 * degrees + 3) / (8 * degrees + 1);
    return std::sqrt(degrees * std::expm1(unscaled * unscaled / degrees));
}

// The share of the squares of n values that their sum explains, between 0 and 1.
double share_of(double sum, double squares, std::size_t n) {
    return squares > 0 ? sum * sum / (squares * static_cast<double>(n)) : 0;
}

// One row of the family, and its values without gaps.
struct member {
    std::size_t row_index; // among all rows
    std::vector<double> values;
    double squares = 0;  // their sum
    double observed = 0; // its size, see size_of
    bool resolved = false;
};

std::vector<double> present(const max_t_row& row) {
    std::vector<double> values;
    for (const std::optional<double>& value : row) {
        if (value) {
            assert(std::isfinite(*value));
            values.push_back(*value);
        }
    }
    return values;
}

double squares_of(std::span<const double> values) {
    double squares = 0;
    for (const double value : values) {
        squares += value * value;
    }
    return squares;
}

// The rows with enough columns, the largest observed size first.
std::vector<member> members_of(std::span<const max_t_row> rows, std::size_t needed) {
    std::vector<member> members;
    for (std::size_t row_index = 0; row_index < rows.size(); ++row_index) {
        member entry{row_index, present(rows[row_index])};
        const std::size_t n = entry.values.size();
        if (n >= needed) {
            entry.squares = squares_of(entry.values);
            const double sum = mean(entry.values) * static_cast<double>(n);
            entry.observed = size_of(share_of(sum, entry.squares, n), static_cast<double>(n - 1));
            members.push_back(std::move(entry));
        }
    }
    std::ranges::stable_sort(members, std::ranges::greater{}, &member::observed);
    return members;
}

flipped_columns columns_of(std::span<const max_t_row> rows, const std::vector<member>& members) {
    std::vector<const max_t_row*> chosen;
    chosen.reserve(members.size());
    for (const member& entry : members) {
        chosen.push_back(&rows[entry.row_index]);
    }
    return flipped_columns(chosen);
}

// How often the maximum over a row and all rows after it reaches the row's observed size. The
// unchanged signs count, too.
std::vector<std::size_t> times_reached(const flipped_columns& columns,
                                       const std::vector<member>& members, sign_vectors flips) {
    std::vector<std::size_t> times(members.size());
    std::vector<double> signs(columns.size());
    std::vector<double> sums;
    for (std::size_t flip = 0; flip < flips.size(); ++flip) {
        flips.next(signs);
        columns.add_up(signs, sums);
        double largest = 0;
        for (std::size_t i = members.size(); i-- > 0;) {
            const std::size_t n = members[i].values.size();
            largest = std::max(largest, size_of(share_of(sums[i], members[i].squares, n),
                                                static_cast<double>(n - 1)));
            times[i] += largest >= members[i].observed * nearly ? 1 : 0;
        }
    }
    return times;
}

// The size that the maximum over all rows exceeds with the probability `miss`. A resolved row takes
// part with its residuals. If m is the mean of the signs, the variance of the residuals' flipped
// sum is 1 - m² times the variance for the values, and there is one degree of freedom less.
double size_not_reached(flipped_columns columns, const std::vector<member>& members,
                        sign_vectors flips, double miss) {
    std::vector<double> squares;
    for (std::size_t i = 0; i < members.size(); ++i) {
        squares.push_back(members[i].squares);
        if (members[i].resolved) {
            columns.center(i, mean(members[i].values));
            const double deviation = standard_deviation(members[i].values);
            squares.back() =
                deviation * deviation * static_cast<double>(members[i].values.size() - 1);
        }
    }
    std::vector<double> largest;
    std::vector<double> signs(columns.size());
    std::vector<double> sums;
    std::vector<double> sign_sums;
    for (std::size_t flip = 0; flip < flips.size(); ++flip) {
        flips.next(signs);
        columns.add_up(signs, sums);
        columns.add_up_signs(signs, sign_sums);
        largest.push_back(flip == 0 ? std::numeric_limits<double>::infinity() : 0);
        for (std::size_t i = 0; i < members.size(); ++i) {
            const auto n = static_cast<double>(members[i].values.size());
            const double factor =
                members[i].resolved ? 1 - sign_sums[i] * sign_sums[i] / (n * n) : 1;
            if (factor > 1e-9 && squares[i] > rounding * members[i].squares) {
                const double share =
                    share_of(sums[i], squares[i] * factor, members[i].values.size());
                largest.back() =
                    std::max(largest.back(), size_of(share, members[i].resolved ? n - 2 : n - 1));
            }
        }
    }
    const auto allowed =
        static_cast<std::size_t>(miss * static_cast<double>(largest.size()) / nearly);
    const auto exceeded = largest.begin() + static_cast<std::ptrdiff_t>(allowed);
    std::ranges::nth_element(largest, exceeded, std::ranges::greater{});
    return *exceeded;
}

interval range_of(const member& entry, double size, double confidence) {
    const auto n = static_cast<double>(entry.values.size());
    const double center = mean(entry.values);
    const double half = t_of(size, n - 1) * standard_deviation(entry.values) / std::sqrt(n);
    interval range{center - half, center + half, confidence};
    constexpr double beside_zero = std::numeric_limits<double>::min();
    if (!entry.resolved) {
        range.low = std::min(range.low, 0.0);
        range.high = std::max(range.high, 0.0);
    } else if (center > 0) {
        range.low = std::max(range.low, beside_zero);
    } else {
        range.high = std::min(range.high, -beside_zero);
    }
    return range;
}

} // namespace

std::vector<max_t_result> max_t(std::span<const max_t_row> rows, double confidence,
                                std::uint64_t seed) {
    assert(confidence > 0 && confidence <= 0.999);
    const double miss = 1 - confidence;
    std::vector<max_t_result> results(rows.size());
    for (std::size_t row_index = 0; row_index < rows.size(); ++row_index) {
        const std::vector<double> values = present(rows[row_index]);
        results[row_index].columns = values.size();
        results[row_index].estimate = values.empty() ? 0 : mean(values);
    }
    std::vector<member> members = members_of(rows, max_t_columns_needed(confidence));
    if (members.empty()) {
        return results;
    }
    const flipped_columns all = columns_of(rows, members);
    const sign_vectors flips(all.size(), max_t_result::exact_columns, max_t_result::random_flips,
                             seed);
    const std::vector<std::size_t> times = times_reached(all, members, flips);
    double p_value = 0;
    for (std::size_t i = 0; i < members.size(); ++i) {
        p_value =
            std::max(p_value, static_cast<double>(times[i]) / static_cast<double>(flips.size()));
        members[i].resolved = p_value * nearly <= miss && members[i].observed > 0;
        results[members[i].row_index].p_value = p_value;
        results[members[i].row_index].resolved = members[i].resolved;
    }
    const double size = size_not_reached(all, members, flips, miss);
    for (const member& entry : members) {
        results[entry.row_index].range = range_of(entry, size, confidence);
    }
    return results;
}

std::size_t max_t_columns_needed(double confidence) {
    assert(confidence > 0 && confidence < 1);
    // Of n columns, those with all signs alike have the probability 2 / 2^n.
    std::size_t columns = 1;
    double missed = 1;
    while (missed * nearly > 1 - confidence) {
        ++columns;
        missed /= 2;
    }
    return columns;
}

} // namespace tollgate::stats
