// SPDX-License-Identifier: BSL-1.0
#include "pass_estimates.hpp"

#include <tollgate/stats/mean_interval.hpp>
#include <tollgate/stats/moments.hpp>
#include <tollgate/stats/signed_rank.hpp>

#include <algorithm>

namespace tollgate::measure {

estimate over_passes(const std::vector<double>& figures) {
    stats::signed_rank_result by_rank = stats::signed_rank(figures, confidence);
    if (!by_rank.range) {
        return over_quiet_passes(figures);
    }
    const stats::interval student = *stats::mean_interval(figures, confidence);
    if (stats::mean(figures) > by_rank.estimate) {
        by_rank.range->high = std::max(by_rank.range->high, student.high);
    } else {
        by_rank.range->low = std::min(by_rank.range->low, student.low);
    }
    return {by_rank.estimate, by_rank.range};
}

estimate over_quiet_passes(const std::vector<double>& figures) {
    const double value = stats::signed_rank(figures, confidence).estimate;
    auto range = stats::mean_interval(figures, confidence);
    if (range) {
        range->low = std::min(range->low, value);
        range->high = std::max(range->high, value);
    }
    return {value, range};
}

} // namespace tollgate::measure
