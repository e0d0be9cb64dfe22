// SPDX-License-Identifier: BSL-1.0
#include <tollgate/stats/signed_rank.hpp>

#include <tollgate/stats/quantile.hpp>

#include <algorithm>
#include <cassert>
#include <numeric>
#include <vector>

namespace tollgate::stats {
namespace {

// The number of sorted averages that are cut off at each end, and the probability of a miss.
struct cut {
    std::size_t averages = 0;
    double missed = 0; ///< at both ends
};

// For a `miss` that is reached exactly except for rounding.
constexpr double tolerance = 1 + 1e-12;

std::vector<double> walsh_averages(std::span<const double> differences) {
    std::vector<double> averages;
    averages.reserve(differences.size() * (differences.size() + 1) / 2);
    for (std::size_t i = 0; i < differences.size(); ++i) {
        for (const double other : differences.subspan(i)) {
            averages.push_back(std::midpoint(differences[i], other));
        }
    }
    std::ranges::sort(averages);
    return averages;
}

// probabilities[w]: the probability that the ranks of the positive differences add up to w, if each
// of the ranks 1 to n is positive with probability 1/2.
std::vector<double> rank_sum_probabilities(std::size_t n) {
    std::vector<double> probabilities(n * (n + 1) / 2 + 1, 0.0);
    probabilities[0] = 1;
    std::size_t largest = 0;
    for (std::size_t rank = 1; rank <= n; ++rank) {
        largest += rank;
        for (std::size_t sum = largest + 1; sum-- > 0;) {
            const double with = sum >= rank ? probabilities[sum - rank] : 0;
            probabilities[sum] = (probabilities[sum] + with) / 2;
        }
    }
    return probabilities;
}

cut outermost(std::size_t n, double miss) {
    cut result;
    double below = 0;
    for (const double probability : rank_sum_probabilities(n)) {
        below += probability;
        if (below > miss * tolerance) {
            break;
        }
        ++result.averages;
        result.missed = 2 * below;
    }
    return result;
}

} // namespace

signed_rank_result signed_rank(std::span<const double> differences, double confidence) {
    assert(confidence > 0 && confidence < 1);
    const std::size_t n = differences.size();
    signed_rank_result result;
    result.pairs = n;
    if (n == 0) {
        return result;
    }
    const std::vector<double> averages = walsh_averages(differences);
    result.estimate = quantile(averages, 0.5);
    const cut outside = outermost(n, (1 - confidence) / 2);
    if (outside.averages > 0) {
        // Within the tolerance, the ranks do reach the requested confidence.
        result.range =
            interval{averages[outside.averages - 1], averages[averages.size() - outside.averages],
                     std::max(1 - outside.missed, confidence)};
    }
    return result;
}

} // namespace tollgate::stats
