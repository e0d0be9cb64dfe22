// SPDX-License-Identifier: BSL-1.0
#include "waiter_costs.hpp"

#include "estimate_of_passes.hpp"
#include "spin_or_sleep_cases.hpp"

#include <tollgate/stats/quantile.hpp>

#include <algorithm>
#include <string_view>
#include <utility>

namespace tollgate::sleep_test {
namespace {

double count_of(const measure::case_record& record, const char* name) {
    const auto count = record.counted.find(name);
    return count == record.counted.end() ? 0 : static_cast<double>(count->second);
}

/// The cost in a pass. If all gaps are equal, the median of the rounds, because an interrupted
/// event changes the mean of its round. Otherwise the mean of all events, because the rounds have
/// different shares of the two gaps.
double cost_in_pass(const std::vector<const measure::case_round*>& rounds, bool gaps_are_equal,
                    double call_ns) {
    std::vector<double> costs;
    double sum = 0;
    double events = 0;
    for (const measure::case_round* round : rounds) {
        const double cost = round->fit.slope + round->cpu_ns + call_ns;
        costs.push_back(cost);
        sum += cost * static_cast<double>(round->operations);
        events += static_cast<double>(round->operations);
    }
    return gaps_are_equal ? stats::median(std::move(costs)) : sum / events;
}

waiter_cost cost_of(const measure::case_record& record) {
    waiter_cost cost;
    cost.key = record.key;
    const double calls = count_of(record, wake_calls);
    const double call_ns = calls > 0 ? count_of(record, wake_call_ns) / calls : 0;
    std::map<std::uint64_t, std::vector<const measure::case_round*>> rounds;
    std::vector<double> latencies;
    std::vector<double> cpu_times;
    for (const measure::case_round& round : record.rounds) {
        rounds[round.process].push_back(&round);
        latencies.push_back(round.fit.slope);
        cpu_times.push_back(round.cpu_ns);
    }
    cost.latency_ns = stats::median(std::move(latencies));
    cost.cpu_ns = stats::median(std::move(cpu_times)) + call_ns;
    std::vector<double> passes;
    for (const auto& [pass, of_pass] : rounds) {
        passes.push_back(cost_in_pass(of_pass, !record.key.has("then_us"), call_ns));
        cost.passes_ns[pass] = passes.back();
    }
    cost.cost_ns = estimate_of_passes(passes);
    for (const auto& [name, times] : record.counted) {
        if (name.starts_with(left_idle_state)) {
            cost.idle_states[name.substr(std::string_view(left_idle_state).size())] = times;
        }
    }
    return cost;
}

} // namespace

const waiter_cost* gap_costs::fixed(std::uint64_t spin_us) const {
    const auto found = std::ranges::find_if(
        waiters, [&](const auto& waiter) { return waiter.key.number("spin_us") == spin_us; });
    return found == waiters.end() ? nullptr : &*found;
}

const waiter_cost* gap_costs::best_fixed(std::uint64_t least_us) const {
    const waiter_cost* best = nullptr;
    for (const waiter_cost& waiter : waiters) {
        const auto spin_us = waiter.key.number("spin_us");
        if (spin_us && *spin_us >= least_us &&
            (best == nullptr || waiter.cost_ns.value < best->cost_ns.value)) {
            best = &waiter;
        }
    }
    return best;
}

const waiter_cost* gap_costs::adaptive() const {
    const auto found = std::ranges::find_if(
        waiters, [](const auto& waiter) { return waiter.key.is("waiter", {"adaptive"}); });
    return found == waiters.end() ? nullptr : &*found;
}

std::vector<gap_costs> costs_by_gaps(const report::result& result) {
    std::vector<gap_costs> all;
    for (const auto& [record, summary] : result.cases) {
        if (record.key.path() != spin_or_sleep_path || record.rounds.empty()) {
            continue;
        }
        const measure::case_key gaps = record.key.without("waiter").without("spin_us");
        auto group =
            std::ranges::find_if(all, [&](const auto& known) { return known.gaps == gaps; });
        if (group == all.end()) {
            group = all.insert(all.end(), {gaps, {}});
        }
        group->waiters.push_back(cost_of(record));
    }
    return all;
}

measure::estimate ratio_of(const waiter_cost& cost, const waiter_cost& to) {
    std::vector<double> ratios;
    for (const auto& [pass, cost_ns] : cost.passes_ns) {
        if (const auto other = to.passes_ns.find(pass);
            other != to.passes_ns.end() && other->second > 0) {
            ratios.push_back(cost_ns / other->second);
        }
    }
    return estimate_of_passes(ratios);
}

std::optional<advice> advice_for(const gap_costs& costs) {
    const auto gap_us = costs.gaps.number("gap_us");
    const waiter_cost* const sleeping = costs.fixed(0);
    if (!gap_us || *gap_us == 0 || sleeping == nullptr || !sleeping->cost_ns.range) {
        return std::nullopt;
    }
    const stats::interval& sleep_ns = *sleeping->cost_ns.range;
    const waiter_cost* const spinning = costs.best_fixed(*gap_us);
    if (spinning == nullptr) { // a spin until the wake-up costs at least the gap
        const bool lasts_longer = static_cast<double>(*gap_us) * 1'000 > sleep_ns.high;
        return lasts_longer ? std::optional(advice::sleep) : std::nullopt;
    }
    if (!spinning->cost_ns.range) {
        return std::nullopt;
    }
    return spinning->cost_ns.range->high < sleep_ns.low   ? std::optional(advice::spin)
           : sleep_ns.high < spinning->cost_ns.range->low ? std::optional(advice::sleep)
                                                          : std::nullopt;
}

} // namespace tollgate::sleep_test
