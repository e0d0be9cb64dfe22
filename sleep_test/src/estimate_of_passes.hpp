// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_summary.hpp>
#include <tollgate/stats/mean_interval.hpp>
#include <tollgate/stats/signed_rank.hpp>

#include <vector>

namespace tollgate::sleep_test {

/// The estimate from one figure of each pass. A single pass has no interval. Pure.
[[nodiscard]] inline measure::estimate estimate_of_passes(const std::vector<double>& figures) {
    const auto by_rank = stats::signed_rank(figures, measure::confidence);
    return {by_rank.estimate,
            by_rank.range ? by_rank.range : stats::mean_interval(figures, measure::confidence)};
}

} // namespace tollgate::sleep_test
