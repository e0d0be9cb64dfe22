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

/// What a case cost in one pass of its run.
struct pass_cost {
    std::uint64_t pass = 0;
    double log_ns = 0; ///< the natural logarithm of the cost in ns
};

/// A cost, with all that tells whether another one is larger.
struct measured_cost {
    measure::estimate ns;
    /// By ascending pass, or one for each of several runs. Empty: passes do not tell.
    std::vector<pass_cost> passes{};
    std::optional<std::size_t> file{};   ///< costs of one file are paired by pass
    std::optional<double> noise_floor{}; ///< a share: a smaller difference is none; absent: unknown
    struct of_all_rounds {
        measure::estimate ns;
        std::vector<pass_cost> passes;
    };
    /// There if the figures above are of quiet rounds alone.
    std::optional<of_all_rounds> all_rounds{};

    [[nodiscard]] bool quiet() const { return all_rounds.has_value(); }
    [[nodiscard]] const measure::estimate& of(bool all) const {
        return all && all_rounds ? all_rounds->ns : ns;
    }
    [[nodiscard]] const std::vector<pass_cost>& passes_of(bool all) const {
        return all && all_rounds ? all_rounds->passes : passes;
    }
    [[nodiscard]] std::vector<double> logs_of(bool all) const;
};

/// A quiet cost and one that is not are compared by all rounds of either: then `all` is true.
[[nodiscard]] inline bool by_all_rounds(const measured_cost& one, const measured_cost& other) {
    return one.quiet() != other.quiet();
}

/// How many times as much the one costs, by the figures that they are compared by.
[[nodiscard]] double times_as_much(const measured_cost& one, const measured_cost& other);

/// The two logarithms of each pass that both have, of what they are compared by. Pure.
[[nodiscard]] std::vector<std::pair<double, double>> paired_logs(const measured_cost& one,
                                                                 const measured_cost& other);

/// Does one cost more than another one?
struct cost_question {
    const measured_cost* cheap;
    const measured_cost* dear; ///< its value is no less
    /// The cheap one is the cheapest of that many by the figures that are compared here.
    std::size_t among = 2;
};

/// Of which of these pairs it is shown that `dear` costs more than `cheap`. All pairs are judged
/// together: of all families of equal costs at most one in twenty shows any difference.
///
/// Costs of one file are compared pass by pass, by Student's t over the logarithms of their ratios,
/// those of two files by Welch's t. A p-value is multiplied by half of `among`, because any of
/// these could have been the cheapest: else one in four groups of 60 equal costs would show a
/// difference. Holm's method adjusts for the family. Passes that say the opposite of the values
/// show nothing. Where passes do not tell, the 95 % intervals must not meet. A difference below the
/// noise floor of either is not shown. Pure.
[[nodiscard]] std::vector<bool> shown_to_cost_more(std::span<const cost_question> family);

/// The same of each of these against the first, which is the cheapest of them; false of the first.
[[nodiscard]] std::vector<bool> shown_above_first(std::span<const measured_cost> costs);

} // namespace tollgate::cost_sheet
