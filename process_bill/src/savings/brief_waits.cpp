// SPDX-License-Identifier: BSL-1.0
#include "savings.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

namespace tollgate::bill {
namespace {

constexpr std::size_t longest_spin = 14; // 2^15 ns: 33 µs

/// A thread that spins does not leave its CPU: the time that it was away becomes CPU time. The
/// waking thread saves its part of the wake-up, and so it is sooner at its next wake-up, by which
/// the spin becomes shorter.
found_saving spin_at(const place& where, const evidence& from) {
    const wait_counts& sum = where.sum;
    std::uint64_t spun = 0;
    double slept_ns = 0;
    for (std::size_t i = 0; i <= longest_spin; ++i) {
        spun += sum.slept.counts[i];
        slept_ns += static_cast<double>(sum.slept.total_ns[i]);
    }
    const double share = static_cast<double>(spun) / static_cast<double>(sum.waits);
    const double away_ns = slept_ns + static_cast<double>(sum.delayed_ns) * share;
    const double longer_ns = std::exp2(longest_spin + 1) * static_cast<double>(sum.waits - spun);
    const amount saved = *where.cpu_of_wakers_ns * (share / from.ns());
    const double spent = (away_ns + longer_ns) / from.ns();
    found_saving found{{}, &where};
    saving& content = found.content;
    content.id = "sleeps_briefly";
    content.finding = fmt::format("{} {} {} times a second, for {:.1f} to {:.1f} µs", who(where),
                                  words_for(sum), from.a_second(sum.waits),
                                  quantile_us(sum.slept, 0.1), quantile_us(sum.slept, 0.9));
    const double spin_us = std::ceil(quantile_us(sum.slept, 0.95) * 2);
    content.change = fmt::format("spin up to {:.0f} µs before it sleeps", spin_us);
    content.means = "tollgate::sleep::adaptive_spin; or a loop that looks before it sleeps";
    content.cpus = saved * 2 + amount{-spent, -spent, -spent};
    content.time_share = saved;
    content.faster_thread = from.name_of(sum.waker);
    return found;
}

} // namespace

found_savings brief_waits(const evidence& from) {
    // The CPU of a thread that waits may be idle: then the spin takes just this time.
    constexpr double about = 1.1;
    const double spare = about * std::min(from.seen.cpus - from.cpus_used(), from.idle_cpus());
    found_savings all;
    for (const place& where : from.places) {
        const wait_counts& sum = where.sum;
        const std::uint64_t by_thread = std::accumulate(
            sum.woken_by_thread.begin(), sum.woken_by_thread.end(), std::uint64_t{0});
        if (!where.cpu_of_wakers_ns || sum.waker == 0 || by_thread * 2 < sum.waits ||
            quantile_us(sum.slept, 0.9) > 33) {
            continue;
        }
        found_saving found = spin_at(where, from);
        if (-found.content.cpus.value < spare) {
            all.push_back(std::move(found));
        }
    }
    return all;
}

} // namespace tollgate::bill
