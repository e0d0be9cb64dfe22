// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_summary.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace tollgate::cost_sheet {

/// The cost of a case in one pass of its run.
struct pass_cost {
    std::uint64_t pass = 0;
    double log_ns = 0; ///< the natural logarithm of the cost in ns
};

/// A cost, with the data that decide whether another cost is larger. The parameter `all` selects
/// the figures of all rounds, also where the main figures are of quiet rounds only.
struct measured_cost {
    measure::estimate ns;
    /// By ascending pass, or one for each of several runs. Empty: only the intervals can decide.
    std::vector<pass_cost> passes{};
    std::optional<std::size_t> file{}; ///< costs of one file are paired by pass
    /// The smallest difference, a share: 0 for results that have no floors. Absent: the run had too
    /// few passes to find it.
    std::optional<double> noise_floor{};
    struct all_rounds_cost {
        measure::estimate ns;
        std::vector<pass_cost> passes;
    };
    /// Present if the figures above are of quiet rounds only.
    std::optional<all_rounds_cost> all_rounds{};

    /// The same cost, with the figures of all rounds as its main figures.
    [[nodiscard]] measured_cost over_all_rounds() const;
    [[nodiscard]] bool quiet() const { return all_rounds.has_value(); }
    [[nodiscard]] const measure::estimate& estimate_of(bool all) const {
        return all && all_rounds ? all_rounds->ns : ns;
    }
    [[nodiscard]] const std::vector<pass_cost>& passes_of(bool all) const {
        return all && all_rounds ? all_rounds->passes : passes;
    }
    [[nodiscard]] std::vector<double> logs_of(bool all) const;
};

/// True if only one of the costs is quiet: then all rounds of both are compared.
[[nodiscard]] inline bool by_all_rounds(const measured_cost& first, const measured_cost& second) {
    return first.quiet() != second.quiet();
}

/// `cost` divided by `base`, by the figures that are compared.
[[nodiscard]] double times_as_much(const measured_cost& cost, const measured_cost& base);

/// The two logarithms of each pass that both have, by the figures that are compared. Pure.
[[nodiscard]] std::vector<std::pair<double, double>> paired_logs(const measured_cost& first,
                                                                 const measured_cost& second);

/// The question whether a cost is larger than another.
struct cost_question {
    const measured_cost* cheap;
    const measured_cost* expensive; ///< its value is not less
    /// `cheap` was chosen as the cheapest of this many costs, by the same figures.
    std::size_t among = 2;
};

/// For each pair, whether `expensive` is shown to cost more than `cheap`. All pairs are judged
/// together: of all families of equal costs at most one in twenty shows any difference.
///
/// - Costs of one file are compared pass by pass, by Student's t over the logarithms of their
///   ratios; costs of two files by Welch's t. Where passes cannot decide, the 95 % intervals must
///   not overlap.
/// - A p-value is multiplied by half of `among`, because any of these costs could have been the
///   cheapest. Without that, one in four groups of 60 equal costs would show a difference.
/// - Holm's method adjusts for the family.
/// - Nothing is shown if the passes contradict the order of the values, or if the difference is
///   below the noise floor of either cost, or if a floor is unknown.
///
/// Pure.
[[nodiscard]] std::vector<bool> shown_to_cost_more(std::span<const cost_question> family);

/// For each cost, whether it is shown to be above the first, which is the cheapest. False for the
/// first.
[[nodiscard]] std::vector<bool> shown_above_first(std::span<const measured_cost> costs);

} // namespace tollgate::cost_sheet
