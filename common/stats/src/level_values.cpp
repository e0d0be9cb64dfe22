// SPDX-License-Identifier: BSL-1.0
#include "two_levels.hpp"

#include <tollgate/stats/quantile.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace tollgate::stats {
namespace {

constexpr double smallest_deviation = 0.001; // a tenth of a per cent, if values are logarithms
constexpr double most_usual = 2; // errors of equal values, of a few pairs each, differ by as much

// What the levels of the known stretches leave of the first n values, without values far away.
std::vector<double> residuals(const level_values& of, const std::vector<std::size_t>& begins,
                              std::size_t n, double follows) {
    std::vector<double> left(n);
    for (std::size_t i = 0; i < n; ++i) {
        left[i] = of.values[i] - follows * of.machine[i];
    }
    std::vector<double> distances;
    for (std::size_t i = 0; i < begins.size() && begins[i] < n; ++i) {
        const auto at = [&](std::size_t place) {
            return left.begin() + static_cast<std::ptrdiff_t>(std::min(place, n));
        };
        const auto first = at(begins[i]);
        const auto last = i + 1 < begins.size() ? at(begins[i + 1]) : left.end();
        const double level = median({first, last});
        std::for_each(first, last, [&](double& each) {
            each -= level;
            distances.push_back(std::abs(each));
        });
    }
    constexpr double far_away = 4.5; // three standard deviations
    const double most = far_away * median(std::move(distances));
    for (double& each : left) {
        each = std::clamp(each, -most, most);
    }
    return left;
}

} // namespace

void level_values::add(const level_point& point) {
    values.push_back(point.value);
    machine.push_back(point.machine);
    errors_.push_back(point.error);
    const double usual = median(errors_);
    floor = std::max(smallest_deviation, usual);
    weights.clear();
    for (const double error : errors_) {
        const double ratio = error > most_usual * usual ? most_usual * usual / error : 1;
        weights.push_back(usual > 0 ? ratio * ratio : 1);
    }
}

std::optional<double> alikeness(const level_values& of, const std::vector<std::size_t>& begins) {
    constexpr std::size_t fewest = 12;
    constexpr std::size_t lags = 4;
    constexpr double smallest_factor = 0.2;
    const std::size_t n = of.values.size() - std::min<std::size_t>(10, of.values.size() / 3);
    if (n < fewest) {
        return std::nullopt;
    }
    double factor = std::numeric_limits<double>::infinity();
    for (const double follows : {0.0, 1.0}) {
        const std::vector<double> left = residuals(of, begins, n, follows);
        const auto products = [&](std::size_t lag) {
            return std::inner_product(left.begin() + static_cast<std::ptrdiff_t>(lag), left.end(),
                                      left.begin(), 0.0);
        };
        const double squares = products(0);
        double sum = 0;
        for (std::size_t lag = 1; lag <= lags && squares > 0; ++lag) {
            // Residuals look less alike than the values are.
            sum += products(lag) / squares + 1 / static_cast<double>(n);
        }
        factor = std::min(factor, std::max(smallest_factor, 1 + 2 * sum));
    }
    return (factor - 1) / (factor + 1);
}

std::vector<double> plain_t(const level_values& of, std::size_t begin, std::size_t end) {
    const std::size_t n = end - begin;
    std::vector<double> largest(n, 0);
    for (const double follows : {0.0, 1.0}) {
        std::vector<double> values(n);
        for (std::size_t i = 0; i < n; ++i) {
            values[i] = of.values[begin + i] - follows * of.machine[begin + i];
        }
        const double middle = median(values);
        std::vector<double> distances(n);
        std::ranges::transform(values, distances.begin(),
                               [&](double value) { return std::abs(value - middle); });
        const double most = 9 * median(distances) + of.floor;
        double sum = 0;
        double squares = 0;
        for (double& value : values) {
            value = std::clamp(value - middle, -most, most);
            sum += value;
            squares += value * value;
        }
        const double mean = sum / static_cast<double>(n);
        squares -= sum * mean;
        double before = 0;
        for (std::size_t i = 1; i < n; ++i) {
            before += values[i - 1] - mean;
            const auto left = static_cast<double>(i);
            const auto right = static_cast<double>(n - i);
            const double explained = before * before * (1 / left + 1 / right);
            largest[i] =
                std::max(largest[i], explained / std::max(squares - explained, 1e-12 * squares) *
                                         (left + right));
        }
    }
    std::ranges::transform(largest, largest.begin(),
                           [](double square) { return std::sqrt(square); });
    return largest;
}

} // namespace tollgate::stats
