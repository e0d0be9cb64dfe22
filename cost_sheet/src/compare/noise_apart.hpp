// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "compare/measured_run.hpp"

#include <cstddef>
#include <vector>

namespace tollgate::cost_sheet {

/// How far a case may move between two sides that were measured one after the other, if nothing
/// was changed. It has three parts. What its own figures scatter: Welch's interval over the runs
/// of either side, or over the processes of a single run, or the rounds' of a single process. What
/// differs from run to run: a single run cannot know that. And how the machine drifted between
/// the two sides: none of them can. The latter two are taken from the cases together: most of them
/// did not change, so how far they moved is how far a case moves that did not change.
///
/// The median of their distances from *no change* is taken, not from each other, so that a machine
/// that is slower as a whole makes the interval wide instead of every case a slower one. The price
/// is that a change of all cases alike cannot be told from that, which is so anyway.
class noise_apart {
public:
    /// The least number of cases that say how much two runs of a machine differ.
    static constexpr std::size_t least_rows = 5;

    explicit noise_apart(const std::vector<const case_runs*>& cases);

    [[nodiscard]] bool known() const { return rows_ >= least_rows; }

    /// Half the interval of the logarithm of the ratio. Precondition: known().
    [[nodiscard]] double half_width(const case_runs& one, double confidence) const;

private:
    [[nodiscard]] double width_factor(double confidence, double tails) const;

    std::size_t rows_;
    double deviation_ = 0;    ///< of a case that did not change
    double times_rounds_ = 1; ///< the same, in errors that the case's own rounds suggest
};

} // namespace tollgate::cost_sheet
