// SPDX-License-Identifier: BSL-1.0
#include <tollgate/stats/line_fit.hpp>

#include <tollgate/stats/quantile.hpp>

#include <cassert>
#include <cstddef>
#include <utility>
#include <vector>

namespace tollgate::stats {
namespace {

std::vector<double> pairwise_slopes(std::span<const point> points) {
    std::vector<double> slopes;
    slopes.reserve(points.size() * (points.size() - 1) / 2);
    for (std::size_t i = 0; i < points.size(); ++i) {
        for (const point& other : points.subspan(i + 1)) {
            if (other.x != points[i].x) {
                slopes.push_back((other.y - points[i].y) / (other.x - points[i].x));
            }
        }
    }
    return slopes;
}

} // namespace

line fit_line(std::span<const point> points) {
    assert(!points.empty());
    std::vector<double> slopes = pairwise_slopes(points);
    assert(!slopes.empty());
    const double slope = median(std::move(slopes));
    std::vector<double> intercepts;
    intercepts.reserve(points.size());
    for (const point& entry : points) {
        intercepts.push_back(entry.y - slope * entry.x);
    }
    return {median(std::move(intercepts)), slope};
}

} // namespace tollgate::stats
