// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_record.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>

namespace tollgate::explain {

/// The figures of one variant in one pass.
struct pass_figure {
    static constexpr std::size_t causes = 3; ///< see disturbance::cause
    double typical = 0; ///< mean of the middle four fifths of the undisturbed rounds
    /// The amount by which the rounds of each cause raise the mean.
    std::array<double, causes> added{};
    std::array<std::uint64_t, causes> rounds{}; ///< the number of rounds of each cause
};

/// By pass.
using variant_figures = std::map<std::uint64_t, pass_figure>;

/// The figures of each pass. Pure.
[[nodiscard]] variant_figures pass_figures(const measure::case_record& record);

} // namespace tollgate::explain
