// SPDX-License-Identifier: BSL-1.0
#include <tollgate/explain/design.hpp>

#include <bit>
#include <vector>

namespace tollgate::explain {
namespace {

factor_set alone(std::size_t factor) {
    return factor_set{1} << factor;
}

/// By size: the share of all orders in which a given set of that size comes before one factor.
std::vector<double> shares_of_orders(std::size_t factors) {
    std::vector<double> shares(factors);
    double sets = 1; // of that size, among the other factors
    for (std::size_t size = 0; size < factors; ++size) {
        shares[size] = 1 / (static_cast<double>(factors) * sets);
        sets = sets * static_cast<double>(factors - 1 - size) / static_cast<double>(size + 1);
    }
    return shares;
}

} // namespace

double share_of(std::size_t factor, std::span<const double> values) {
    const std::vector<double> orders =
        shares_of_orders(static_cast<std::size_t>(std::countr_zero(values.size())));
    double share = 0;
    for (factor_set set = 0; set < values.size(); ++set) {
        if ((set & alone(factor)) == 0) {
            share += orders[static_cast<std::size_t>(std::popcount(set))] *
                     (values[set] - values[set | alone(factor)]);
        }
    }
    return share;
}

double effect_of(std::size_t factor, std::span<const double> values) {
    return values[0] - values[alone(factor)];
}

double overlap_of(std::size_t one, std::size_t other, std::span<const double> values) {
    return effect_of(one, values) + effect_of(other, values) -
           (values[0] - values[alone(one) | alone(other)]);
}

} // namespace tollgate::explain
