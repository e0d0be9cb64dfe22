// SPDX-License-Identifier: BSL-1.0
#include "pass_estimates.hpp"

#include <tollgate/stats/mean_interval.hpp>
#include <tollgate/stats/moments.hpp>
#include <tollgate/stats/signed_rank.hpp>

#include <algorithm>

namespace tollgate::measure {

estimate over_passes(const std::vector<double>& figures) {
    stats::signed_rank_result found = stats::signed_rank(figures, confidence);
    if (!found.range) {
        return over_quiet_passes(figures);
    }
    const stats::interval of_mean = *stats::mean_interval(figures, confidence);
    if (stats::mean(figures) > found.estimate) {
        found.range->high = std::max(found.range->high, of_mean.high);
    } else {
        found.range->low = std::min(found.range->low, of_mean.low);
    }
    return {found.estimate, found.range};
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
