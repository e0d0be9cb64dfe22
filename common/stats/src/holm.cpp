// SPDX-License-Identifier: BSL-1.0
#include <tollgate/stats/holm.hpp>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <numeric>

namespace tollgate::stats {

std::vector<double> holm(std::span<const double> p_values) {
    std::vector<std::size_t> order(p_values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t at) { return p_values[at]; });
    std::vector<double> adjusted(p_values.size());
    double largest = 0;
    std::size_t left = order.size();
    for (const std::size_t at : order) {
        assert(p_values[at] >= 0 && p_values[at] <= 1);
        largest = std::max(largest, std::min(1.0, p_values[at] * static_cast<double>(left--)));
        adjusted[at] = largest;
    }
    return adjusted;
}

} // namespace tollgate::stats
