// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/stats/interval.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace tollgate::stats {

/// A value of a history, for example the cost of a case at one revision of a project.
struct level_point {
    double value = 0;        ///< usually a logarithm
    double error = 0;        ///< its standard error; 0: not known
    double machine = 0;      ///< what the machine did at this place, on the same scale as the value
    bool starts_new = false; ///< this value and all later ones cannot be compared with earlier ones
};

/// A history: its points, in the order of time. An absent point was not measured.
using level_series = std::vector<std::optional<level_point>>;

/// A change of the level of a series. Places are indices into the series.
struct level_change {
    std::size_t at = 0;       ///< the first place of the new level
    std::size_t earliest = 0; ///< the first place of the 95 % interval of `at`
    std::size_t latest = 0;   ///< the last place of this interval
    std::size_t found_at = 0; ///< the place whose value made the change certain
    /// The place whose value first moved the whole interval of the step above the limit.
    std::optional<std::size_t> above_limit_at{};
    interval step{}; ///< the new level minus the old one, 95 %
};

/// A stretch of a series without changes.
struct level_stretch {
    std::size_t first = 0; ///< its first place with a value
    std::size_t last = 0;  ///< its last place with a value
    double level = 0;      ///< the estimate of its level
    double error = 0;      ///< the standard error of the level; 0 for a single value
};

/// The changes of one series.
struct level_history {
    std::vector<level_change> changes;    ///< in the order of time
    std::vector<level_stretch> stretches; ///< in the order of time
    std::size_t points = 0;               ///< the number of values
    /// The step that would be found, nine times in ten, by the next `ten` values. Absent if the
    /// last stretch is too short to find any.
    std::optional<double> visible_step{};

    static constexpr std::size_t ten = 10; ///< see visible_step
};

/// Finds the changes of level in several series, as if it were called again after each place.
///
///     tollgate::stats::level_series costs;
///     costs.push_back(tollgate::stats::level_point{3.8, 0.01}); // one for each revision
///     const auto found = tollgate::stats::level_changes({&costs, 1}, 0.05);
///     const bool changed = !found.front().changes.empty();
///
/// The result up to a place depends only on the values up to this place: later values find no
/// change that had to be found earlier, and lose none. They only make its place and its step more
/// precise. So a caller that calls again after each new value sees each change as new exactly once,
/// in `found_at`. In 200 places without any change, at most one set of series in twenty has a
/// change found by mistake, in any of the series. `limit` is for level_change::above_limit_at.
/// Precondition: finite values.
///
/// A value far away from the others makes no change, however far it is: it counts as a quarter of a
/// change. Five of them always make one. What the changes of the machine explain is no change.
///
/// - *Cost*: (series) × (places)² × 30. 100 series of 200 places take about a second.
[[nodiscard]] std::vector<level_history> level_changes(std::span<const level_series> all,
                                                       double limit);

} // namespace tollgate::stats
