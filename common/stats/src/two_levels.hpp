// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/stats/level_changes.hpp>

#include <cstddef>
#include <optional>
#include <vector>

// Robust fits of one and of two levels to a part of a series.

namespace tollgate::stats {

inline constexpr std::size_t fewest_of_level = 3;

/// The values of a series without gaps. A value with a large error has a small weight.
class level_values {
public:
    void add(const level_point& point);

    std::vector<double> values{};
    std::vector<double> machine{};
    std::vector<double> weights{};
    double floor = 0; ///< the least standard deviation of a value
    double alike = 0; ///< the least correlation of neighbours

private:
    std::vector<double> errors_{};
};

/// The level of a part, without values far away.
struct one_level {
    double level = 0;
    double error = 0;     ///< of the level
    double spread = 0;    ///< the standard deviation of a value
    double inflation = 1; ///< the factor of errors, because neighbours are alike
    double degrees = 0;
};

struct two_levels {
    double step = 0;
    double error = 1;
    double degrees = 1;
};

/// The place of a change, and its 95 % interval; indices of the first value of the new level.
struct location {
    std::size_t best = 0, earliest = 0, latest = 0;
};

/// How alike neighbours are: the correlation of neighbours of an autoregressive series of first
/// order whose mean is as uncertain. It is of the values around the levels that begin at `begins`,
/// without the last ones, which may have an unknown level. The less of with and without what the
/// machine did. Absent for few values.
[[nodiscard]] std::optional<double> alikeness(const level_values& of,
                                              const std::vector<std::size_t>& begins);

[[nodiscard]] one_level fit_level(const level_values& of, std::size_t begin, std::size_t end);

/// The step at `split`. Values far away count less.
[[nodiscard]] two_levels fit_step(const level_values& of, std::size_t begin, std::size_t split,
                                  std::size_t end);

/// The same for the question whether there is a step, which a t of `reached` would show. Values far
/// away from the longer level are taken as nearer: four of them in the shorter level just reach
/// this t. So a large step is underestimated.
[[nodiscard]] two_levels fit_shift(const level_values& of, std::size_t begin, std::size_t split,
                                   std::size_t end, double reached);

/// Student's t at each split, roughly and fast: the larger one with and without what the machine
/// did. Where it is small, fit_shift finds nothing.
[[nodiscard]] std::vector<double> plain_t(const level_values& of, std::size_t begin,
                                          std::size_t end);

/// The place of the change that was found at `within.best`, if it is within these places.
[[nodiscard]] location locate(const level_values& of, std::size_t begin, const location& within,
                              std::size_t end);

} // namespace tollgate::stats
