// SPDX-License-Identifier: BSL-1.0
#include "two_levels.hpp"

#include <tollgate/stats/quantile.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tollgate::stats {
namespace {

constexpr double smallest_deviation = 0.001; // a tenth of a per cent, if values are logarithms
constexpr double most_usual = 2; // errors of equal values, of a few pairs each, differ by as much

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

std::optional<double> alikeness(const level_values& of) {
    constexpr std::size_t apart = 5; // such values are hardly alike
    constexpr std::size_t fewest = 12;
    const std::size_t n = of.values.size();
    if (n < fewest) {
        return std::nullopt;
    }
    double least = 1;
    for (const double follows : {0.0, 1.0}) {
        const auto distance = [&](std::size_t lag) {
            std::vector<double> distances;
            for (std::size_t i = lag; i < n; ++i) {
                distances.push_back(std::abs(of.values[i] - of.values[i - lag] -
                                             follows * (of.machine[i] - of.machine[i - lag])));
            }
            return median(std::move(distances));
        };
        const double far = distance(apart);
        const double ratio = far > 0 ? distance(1) / far : 1;
        least = std::min(least, 1 - ratio * ratio);
    }
    return least;
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
