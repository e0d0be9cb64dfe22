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

std::vector<double> values_of(const rounds_of_pass& rounds) {
    std::vector<double> values;
    values.reserve(rounds.size());
    for (const case_round* one : rounds) {
        values.push_back(one->value_ns);
    }
    return values;
}

double mean_of(const rounds_of_pass& rounds) {
    return rounds.empty() ? 0 : stats::mean(values_of(rounds));
}

/// The mean of the middle four fifths. The value at either end of them has the weight that is left
/// of it, so that few rounds are trimmed like many. Summed up as distances from a value in the
/// middle, so that the mean of equal values is exactly that.
double trimmed_mean(const std::vector<double>& ascending) {
    const double trimmed = static_cast<double>(ascending.size()) / 10;
    const auto whole = static_cast<std::size_t>(trimmed);
    const double left_of_next = 1 - (trimmed - static_cast<double>(whole));
    const double middle = ascending[ascending.size() / 2];
    double distances = 0;
    double weights = 0;
    for (std::size_t i = whole; i < ascending.size() - whole; ++i) {
        const bool is_end = i == whole || i + whole + 1 == ascending.size();
        const double weight = is_end ? left_of_next : 1;
        distances += weight * (ascending[i] - middle);
        weights += weight;
    }
    return middle + distances / weights;
}

/// Takes out the rounds for which `holds` is true, and returns by how much they raised the mean. If
/// it is true for all of them they stay: there is nothing to compare them with.
template <class Holds>
double take_out(rounds_of_pass& rounds, std::uint64_t& taken, Holds holds) {
    rounds_of_pass others;
    std::copy_if(rounds.begin(), rounds.end(), std::back_inserter(others),
                 [&](const case_round* one) { return !holds(one->counted); });
    if (others.empty() || others.size() == rounds.size()) {
        return 0;
    }
    const double before = mean_of(rounds);
    taken = rounds.size() - others.size();
    rounds = std::move(others);
    return before - mean_of(rounds);
}

pass_figure figure_of(rounds_of_pass rounds) {
    using counters = environment::disturbance_counters;
    pass_figure of;
    of.mean = mean_of(rounds);
    of.stopped = take_out(rounds, of.rounds_stopped,
                          [](const counters& moved) { return moved.stops.value_or(0) > 0; });
    of.throttled = take_out(rounds, of.rounds_throttled, [](const counters& moved) {
        return moved.throttled_periods.value_or(0) > 0 || moved.throttled_us.value_or(0) > 0;
    });
    std::uint64_t robbed = 0;
    of.stolen = take_out(rounds, robbed,
                         [](const counters& moved) { return moved.steal_ticks.value_or(0) > 0; });
    std::vector<double> ascending = values_of(rounds);
    std::sort(ascending.begin(), ascending.end());
    const auto cut = static_cast<std::ptrdiff_t>(ascending.size() / 10);
    of.typical = ascending.empty() ? 0 : trimmed_mean(ascending);
    of.scatter = stats::standard_deviation(
        std::vector<double>(ascending.begin() + cut, ascending.end() - cut));
    of.rare = mean_of(rounds) - of.typical;
    return of;
}

} // namespace

std::map<std::uint64_t, pass_figure> pass_figures(const measure::case_record& record) {
    std::map<std::uint64_t, rounds_of_pass> passes;
    for (const case_round& one : record.rounds) {
        passes[one.process].push_back(&one);
    }
    std::map<std::uint64_t, pass_figure> figures;
    for (auto& [pass, rounds] : passes) {
        figures.emplace(pass, figure_of(std::move(rounds)));
    }
    return figures;
}

} // namespace tollgate::explain
