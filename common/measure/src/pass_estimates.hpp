// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_record.hpp>
#include <tollgate/measure/case_summary.hpp>
#include <tollgate/measure/machine_speed.hpp>
#include <tollgate/stats/quantile.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

// Estimates of a case's figure from its rounds. All functions are pure.

namespace tollgate::measure {

template <class Figure>
std::vector<double> over_rounds(const std::vector<case_round>& rounds, Figure figure) {
    std::vector<double> values;
    values.reserve(rounds.size());
    for (const case_round& round : rounds) {
        values.push_back(figure(round));
    }
    return values;
}

template <class Figure>
double median_over(const std::vector<case_round>& rounds, Figure figure) {
    return stats::median(over_rounds(rounds, figure));
}

/// Makes the figure of a pass from those of its rounds: the mean or the median.
using pass_middle = double (*)(std::vector<double>);

/// The figure of each pass, from its wanted rounds, in the passes' order. Passes without wanted
/// rounds are left out.
template <class Figure, class Wanted>
std::vector<double> of_passes(const case_record& record, pass_middle middle, Figure figure,
                              Wanted wanted) {
    std::map<std::uint64_t, std::vector<double>> passes;
    for (const case_round& round : record.rounds) {
        if (wanted(round)) {
            passes[round.process].push_back(figure(round));
        }
    }
    std::vector<double> figures;
    figures.reserve(passes.size());
    for (auto& [pass, values] : passes) {
        figures.push_back(middle(std::move(values)));
    }
    return figures;
}

/// The passes with wanted rounds, ascending: those of the figures of `of_passes`.
template <class Wanted>
std::vector<std::uint64_t> passes_with(const case_record& record, Wanted wanted) {
    std::set<std::uint64_t> passes;
    for (const case_round& round : record.rounds) {
        if (wanted(round)) {
            passes.insert(round.process);
        }
    }
    return {passes.begin(), passes.end()};
}

inline bool any_round(const case_round&) {
    return true;
}

/// The estimate over passes that contain all rounds: by ranks, which a bad pass moves little. If
/// slow stretches are rarer than passes, many passes determine their middle well, but the mean is
/// outside of that interval. So the interval is extended to Student's on the mean's side. With too
/// few passes for ranks, it is Student's.
[[nodiscard]] estimate over_passes(const std::vector<double>& figures);

/// The estimate over passes of quiet rounds, which are alike from pass to pass: so the interval is
/// Student's, which is narrower. The value is that of ranks, and the interval is extended to it.
[[nodiscard]] estimate over_quiet_passes(const std::vector<double>& figures);

/// The rounds that contribute to a case's figures: the quiet ones, or all.
struct chosen_rounds {
    bool quiet = false;
    quiet_level level{};
};

/// The estimate over the passes, of the chosen rounds that `counts`. Nothing without such a round.
template <class Figure, class Counts>
std::optional<estimate> estimated(const case_record& record, const chosen_rounds& chosen,
                                  Figure figure, Counts counts,
                                  pass_middle middle = stats::median) {
    const auto wanted = [&](const case_round& round) {
        return counts(round) && (!chosen.quiet || is_quiet(round, chosen.level));
    };
    const std::vector<double> figures = of_passes(record, middle, figure, wanted);
    if (figures.empty()) {
        return std::nullopt;
    }
    return chosen.quiet ? over_quiet_passes(figures) : over_passes(figures);
}

} // namespace tollgate::measure
