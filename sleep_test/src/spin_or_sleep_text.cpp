// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include "waiter_costs.hpp"

#include <tollgate/bench/pivot.hpp>
#include <tollgate/report/figure.hpp>
#include <tollgate/report/printable.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::sleep_test {
namespace {

constexpr std::size_t widest_table = 100;

/// "10", or "10+1000 random" for gaps of two lengths.
std::string gaps_text(const measure::case_key& gaps) {
    const std::string first = std::to_string(gaps.number("gap_us").value_or(0));
    const auto then_us = gaps.number("then_us");
    return then_us ? fmt::format("{}+{} {}", first, *then_us, gaps.text("order")) : first;
}

std::string waiter_text(const measure::case_key& key) {
    const auto spin_us = key.number("spin_us");
    return spin_us ? fmt::format("spin {} µs", *spin_us) : std::string(key.text("waiter"));
}

/// With three digits, or as a whole number if it has more.
std::string cost_in_us(const measure::estimate& cost_ns) {
    constexpr double three_digits = 999.5;
    const double cost_us = cost_ns.value / 1e3;
    return (cost_us < three_digits ? fmt::format("{:.3g}", cost_us)
                                   : fmt::format("{:.0f}", cost_us)) +
           (report::is_sure(cost_ns) ? "" : "?");
}

/// The costs for these gaps: a row for each waiter, and a column for each of the gaps.
std::string table_of(std::span<const gap_costs> all) {
    bench::pivot_table table({"gap in µs"});
    for (const gap_costs& costs : all) {
        for (const waiter_cost& waiter : costs.waiters) {
            table.put({waiter_text(waiter.key)}, gaps_text(costs.gaps), cost_in_us(waiter.cost_ns));
        }
    }
    for (const gap_costs& costs : all) {
        const waiter_cost* const best = costs.best_fixed();
        if (best != nullptr) {
            table.put({"best spin, µs"}, gaps_text(costs.gaps),
                      std::to_string(best->key.number("spin_us").value_or(0)));
        }
        if (best != nullptr && costs.adaptive() != nullptr) {
            const measure::estimate ratio = ratio_of(*costs.adaptive(), *best);
            table.put({"adaptive / best"}, gaps_text(costs.gaps),
                      fmt::format("{:.2f}{}", ratio.value, report::is_sure(ratio) ? "" : "?"));
        }
    }
    return table.str();
}

/// As many columns as fit beside the names of the waiters.
std::string tables_of(std::span<const gap_costs> all, std::size_t columns) {
    constexpr std::size_t first_column = 20;
    constexpr std::size_t narrowest = 7; // "100000?"
    constexpr std::size_t border = 3;
    std::string text;
    while (!all.empty()) {
        std::size_t width = first_column;
        std::size_t fitting = 0;
        while (fitting < all.size()) {
            width += std::max(narrowest, gaps_text(all[fitting].gaps).size()) + border;
            if (width > columns && fitting > 0) {
                break;
            }
            ++fitting;
        }
        text += table_of(all.first(fitting)) + "\n";
        all = all.subspan(fitting);
    }
    return text;
}

/// Whether a waiter that sleeps at once and a waiter that spins for a fixed time were measured.
bool compares_spin_and_sleep(const gap_costs& costs) {
    return costs.fixed(0) != nullptr && costs.best_fixed(1) != nullptr;
}

/// The advice for gaps of one length, in ascending order.
std::string break_even_text(std::span<const gap_costs> all) {
    std::size_t spinning = 0;
    while (spinning < all.size() && advice_for(all[spinning]) == advice::spin) {
        ++spinning;
    }
    std::size_t sleeping = all.size();
    while (sleeping > spinning && advice_for(all[sleeping - 1]) == advice::sleep) {
        --sleeping;
    }
    std::string text;
    const auto gap_us = [&](std::size_t index) { return *all[index].gaps.number("gap_us"); };
    if (spinning > 0) {
        const gap_costs& last = all[spinning - 1];
        const waiter_cost& spin = *last.best_fixed(gap_us(spinning - 1));
        const waiter_cost& sleep = *last.fixed(0);
        const double longer_ns = spin.cpu_ns - sleep.cpu_ns;
        text +=
            fmt::format("Up to gaps of {0} µs, a waiter should spin until the wake-up. At {0} "
                        "µs it runs {1} earlier than a waiter that sleeps, and both threads "
                        "together use {2} {3} CPU time.\n",
                        gap_us(spinning - 1), report::time_text(sleep.latency_ns - spin.latency_ns),
                        report::time_text(std::abs(longer_ns)), longer_ns > 0 ? "more" : "less");
    }
    if (sleeping < all.size()) {
        text += fmt::format("From gaps of {} µs on, a waiter should sleep at once.\n",
                            gap_us(sleeping));
    }
    const auto undecided = all.subspan(spinning, sleeping - spinning);
    if (std::ranges::any_of(undecided, compares_spin_and_sleep)) {
        const auto first = gap_us(spinning);
        const auto last = gap_us(sleeping - 1);
        text += first == last ? fmt::format("Not decided: gaps of {} µs.\n", first)
                              : fmt::format("Not decided: gaps from {} to {} µs.\n", first, last);
    }
    return text;
}

std::string worst_ratio_text(std::span<const gap_costs> all) {
    const gap_costs* worst = nullptr;
    measure::estimate largest;
    for (const gap_costs& costs : all) {
        if (costs.adaptive() == nullptr || costs.best_fixed() == nullptr) {
            continue;
        }
        const measure::estimate ratio = ratio_of(*costs.adaptive(), *costs.best_fixed());
        if (ratio.value > largest.value) {
            largest = ratio;
            worst = &costs;
        }
    }
    if (worst == nullptr) {
        return {};
    }
    const std::string range =
        largest.range ? fmt::format(" ({:.2f} to {:.2f})", largest.range->low, largest.range->high)
                      : std::string{};
    return fmt::format(
        "Compared with the best fixed spin time, which is only known afterwards, the "
        "adaptive waiter is worst at gap_us {}: {:.2f} times the cost{}.\n",
        gaps_text(worst->gaps), largest.value, range);
}

/// "C1 25 % C6 75 %", or an empty text.
std::string shares_text(const std::map<std::string, std::uint64_t>& idle_states) {
    double sum = 0;
    for (const auto& [state, times] : idle_states) {
        sum += static_cast<double>(times);
    }
    std::string text;
    for (const auto& [state, times] : idle_states) {
        text += fmt::format("{}{} {:.0f} %", text.empty() ? "" : " ", state,
                            100 * static_cast<double>(times) / sum);
    }
    return text;
}

/// The shares of the idle states that the waiter's CPU left, and the gaps with these shares.
std::string idle_text(std::span<const gap_costs> all) {
    std::map<std::string, std::string> gaps_by_shares;
    for (const gap_costs& costs : all) {
        if (const waiter_cost* const sleeping = costs.fixed(0)) {
            std::string& gaps = gaps_by_shares[shares_text(sleeping->idle_states)];
            gaps += (gaps.empty() ? "" : ", ") + gaps_text(costs.gaps);
        }
    }
    std::string text;
    for (const auto& [shares, gaps] : gaps_by_shares) {
        text += shares.empty()
                    ? std::string{}
                    : fmt::format("Idle states that the CPU left, spin 0 µs: {} (gaps in "
                                  "µs: {})\n",
                                  shares, gaps);
    }
    return text;
}

std::string text_of_placement(std::span<const gap_costs> all, std::size_t columns) {
    std::vector<gap_costs> of_one_length(all.begin(), all.end());
    std::erase_if(of_one_length, [](const auto& costs) { return costs.gaps.has("then_us"); });
    std::ranges::sort(of_one_length, {},
                      [](const auto& costs) { return costs.gaps.number("gap_us"); });
    return fmt::format("Cost of a wait in µs, placement {}: latency of the wake-up + CPU time of "
                       "the waiter + time of the wake-up call.\n",
                       all.front().gaps.text("placement")) +
           tables_of(all, columns) + break_even_text(of_one_length) + worst_ratio_text(all) +
           idle_text(all);
}

} // namespace

std::string spin_or_sleep_text(const report::result& result, std::size_t columns) {
    std::map<std::string, std::vector<gap_costs>> placements;
    for (gap_costs& costs : costs_by_gaps(result)) {
        placements[std::string(costs.gaps.text("placement"))].push_back(std::move(costs));
    }
    const std::size_t width = std::min(columns, widest_table);
    std::string text;
    for (const auto& [placement, all] : placements) {
        text += text_of_placement(all, width);
    }
    return report::fitted(text, width);
}

} // namespace tollgate::sleep_test
