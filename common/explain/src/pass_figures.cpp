// SPDX-License-Identifier: BSL-1.0
#include "pass_figures.hpp"

#include <tollgate/stats/moments.hpp>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace tollgate::explain {
namespace {

using measure::case_round;
using rounds_of_pass = std::vector<const case_round*>;
using counters = environment::disturbance_counters;

std::vector<double> values_of(const rounds_of_pass& rounds) {
    std::vector<double> values;
    values.reserve(rounds.size());
    for (const case_round* round : rounds) {
        values.push_back(round->value_ns);
    }
    return values;
}

/// The mean of the middle four fifths. The first and the last value have a weight below 1, so that
/// few rounds are trimmed like many. The sum is of differences to a middle value, so that the mean
/// of equal values is exact.
double trimmed_mean(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const double trimmed = static_cast<double>(values.size()) / 10;
    const auto whole = static_cast<std::size_t>(trimmed);
    const double weight_of_end = 1 - (trimmed - static_cast<double>(whole));
    const double middle = values[values.size() / 2];
    double differences = 0;
    double weights = 0;
    for (std::size_t i = whole; i < values.size() - whole; ++i) {
        const bool is_end = i == whole || i + whole + 1 == values.size();
        const double weight = is_end ? weight_of_end : 1;
        differences += weight * (values[i] - middle);
        weights += weight;
    }
    return middle + differences / weights;
}

/// In the order of disturbance::cause.
constexpr bool (*was_disturbed[pass_figure::causes])(const counters&) = {
    [](const counters& moved) { return moved.stops.value_or(0) > 0; },
    [](const counters& moved) {
        return moved.throttled_periods.value_or(0) > 0 || moved.throttled_us.value_or(0) > 0;
    },
    [](const counters& moved) { return moved.steal_ticks.value_or(0) > 0; }};

/// Each cause is judged by the rounds that earlier causes did not disturb. A cause that disturbed
/// all rounds is ignored, because no other rounds are there for a comparison.
pass_figure figure_of(rounds_of_pass rounds) {
    pass_figure figure;
    for (std::size_t cause = 0; cause < pass_figure::causes; ++cause) {
        rounds_of_pass others;
        std::copy_if(
            rounds.begin(), rounds.end(), std::back_inserter(others),
            [&](const case_round* round) { return !was_disturbed[cause](round->counted); });
        if (!others.empty() && others.size() != rounds.size()) {
            figure.added[cause] = stats::mean(values_of(rounds)) - stats::mean(values_of(others));
            figure.rounds[cause] = rounds.size() - others.size();
            rounds = std::move(others);
        }
    }
    figure.typical = trimmed_mean(values_of(rounds));
    return figure;
}

} // namespace

variant_figures pass_figures(const measure::case_record& record) {
    std::map<std::uint64_t, rounds_of_pass> passes;
    for (const case_round& round : record.rounds) {
        passes[round.process].push_back(&round);
    }
    variant_figures figures;
    for (auto& [pass, rounds] : passes) {
        figures.emplace(pass, figure_of(std::move(rounds)));
    }
    return figures;
}

} // namespace tollgate::explain
