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

// Estimates of a case's figure from its rounds. All of it is pure.

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

/// How the rounds of a pass become one figure.
using pass_middle = double (*)(std::vector<double>);

/// A figure for each pass from its rounds that are wanted, in the passes' order; passes without
/// such a round are left out.
template <class Figure, class Wanted>
std::vector<double> of_passes(const case_record& record, pass_middle of, Figure figure,
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
        figures.push_back(of(std::move(values)));
    }
    return figures;
}

/// The passes with such a round, ascending: those of the figures above.
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

/// Whatever the machine was going through: by ranks, which a bad pass moves little. Where slow
/// stretches are rarer than passes, many passes know their middle well, and the mean of the time
/// lies beside it: the interval reaches as far as Student's on that side. Too few passes for ranks
/// have Student's.
[[nodiscard]] estimate over_passes(const std::vector<double>& figures);

/// Quiet rounds are alike from pass to pass: Student's interval, which is narrower. The value is
/// that of ranks; the interval reaches to it.
[[nodiscard]] estimate over_quiet_passes(const std::vector<double>& figures);

/// The rounds that the figures of a case are of.
struct chosen_rounds {
    bool quiet = false;
    quiet_level level{};
};

/// Over the passes. Nothing of no round that `counts`.
template <class Figure, class Counts>
std::optional<estimate> estimated(const case_record& record, const chosen_rounds& chosen,
                                  Figure figure, Counts counts,
                                  pass_middle of_pass = stats::median) {
    const auto wanted = [&](const case_round& round) {
        return counts(round) && (!chosen.quiet || is_quiet(round, chosen.level));
    };
    const std::vector<double> figures = of_passes(record, of_pass, figure, wanted);
    if (figures.empty()) {
        return std::nullopt;
    }
    return chosen.quiet ? over_quiet_passes(figures) : over_passes(figures);
}

} // namespace tollgate::measure
