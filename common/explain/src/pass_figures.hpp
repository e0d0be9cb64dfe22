// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_record.hpp>

#include <cstdint>
#include <map>

namespace tollgate::explain {

/// The figures of one arm in one pass.
struct pass_figure {
    double mean = 0;      ///< of all rounds: the sum of the others
    double typical = 0;   ///< of the middle four fifths of those in which nothing was taken
    double stopped = 0;   ///< by how much rounds in which the process was stopped raise the mean
    double throttled = 0; ///< the same, of its quota, of those that are left
    double stolen = 0;    ///< the same, of the host
    double rare = 0;      ///< what is left between the mean and the typical
    double scatter = 0;   ///< the standard deviation of those of which the typical is the mean
    std::uint64_t rounds_stopped = 0;
    std::uint64_t rounds_throttled = 0;
};

/// By pass. Pure.
[[nodiscard]] std::map<std::uint64_t, pass_figure> pass_figures(const measure::case_record& record);

} // namespace tollgate::explain
