// SPDX-License-Identifier: BSL-1.0
#include <tollgate/explain/design.hpp>

#include <bit>
#include <cassert>

namespace tollgate::explain {
namespace {

bool is_on(std::size_t factor, factor_set set) {
    return ((set >> factor) & 1U) != 0;
}

/// The mean of the values, those of some runs with the other sign.
template <class Negative>
double contrast(std::span<const factor_set> runs, std::span<const double> values,
                Negative negative) {
    double sum = 0;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        sum += negative(runs[i]) ? -values[i] : values[i];
    }
    return sum / static_cast<double>(runs.size());
}

} // namespace

std::vector<factor_set> factorial(std::size_t factors) {
    assert(factors <= most_factors);
    const bool half = factors == most_factors;
    std::vector<factor_set> runs;
    for (factor_set set = 0; set < (factor_set{1} << factors); ++set) {
        if (!half || std::popcount(set) % 2 == 0) {
            runs.push_back(set);
        }
    }
    return runs;
}

double share_of(std::size_t factor, std::span<const factor_set> runs,
                std::span<const double> values) {
    return 2 * contrast(runs, values, [&](factor_set set) { return is_on(factor, set); });
}

double overlap_of(std::size_t one, std::size_t other, std::span<const factor_set> runs,
                  std::span<const double> values) {
    return 4 * contrast(runs, values,
                        [&](factor_set set) { return is_on(one, set) != is_on(other, set); });
}

} // namespace tollgate::explain
