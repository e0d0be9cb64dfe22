// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_record.hpp>

#include <cstdint>
#include <map>

namespace tollgate::explain {

/// The figures of one arm in one pass.
struct pass_figure {
    double mean = 0;      ///< of all rounds: the sum of the next five
    double typical = 0;   ///< of the middle four fifths of the undisturbed rounds
    double stopped = 0;   ///< the amount by which rounds with a stop of the process raise the mean
    double throttled = 0; ///< the same of its quota, among the rounds that are left
    double stolen = 0;    ///< the same of time that the host stole
    double rare = 0;      ///< the rest of the difference between `mean` and `typical`
    double scatter = 0;   ///< the standard deviation of the rounds whose mean is `typical`
    std::uint64_t rounds_stopped = 0;
    std::uint64_t rounds_throttled = 0;
};

/// The figures of each pass. Pure.
[[nodiscard]] std::map<std::uint64_t, pass_figure> pass_figures(const measure::case_record& record);

} // namespace tollgate::explain
