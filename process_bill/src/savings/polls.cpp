// SPDX-License-Identifier: BSL-1.0
#include "savings.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

namespace tollgate::bill {
namespace {

/// The CPU time below which a thread did next to nothing between two waits, as a multiple of the
/// price of a wait: its own way from and to the wait is a part of that price.
constexpr double next_to_nothing = 3;
/// A thread that waits for something else, too, has done something in between.
constexpr double nearly_all = 0.99;

std::uint64_t idle_wake_ups(const place& where, const observation& seen, double price_ns) {
    const wait_counts& wait = where.sum;
    if (!seen.traced) { // only the mean of all that the thread does is known
        const double mean_ns = static_cast<double>(where.cpu_ns) / static_cast<double>(wait.waits);
        const bool only_sleeps =
            static_cast<double>(wait.waits) >= nearly_all * static_cast<double>(where.voluntary);
        return wait.kind == wait_kind::sleep && only_sleeps && mean_ns <= next_to_nothing * price_ns
                   ? wait.waits
                   : 0;
    }
    double count = 0;
    for (std::size_t i = 0; i < wait.used_after_timer.size(); ++i) {
        const double shortest_ns = std::exp2(i); // and up to twice as much
        const double part = next_to_nothing * price_ns / shortest_ns - 1;
        count += std::clamp(part, 0.0, 1.0) * static_cast<double>(wait.used_after_timer[i]);
    }
    return static_cast<std::uint64_t>(std::llround(count));
}

/// Without a poll, all is saved that the thread does for it, and not only the wait. This is known
/// if the thread does nothing else.
amount cost_of_poll(const place& where, const amount& wait, std::uint64_t idle) {
    constexpr double next_time = 1.2; // the same code takes more or less
    const auto waits = static_cast<double>(where.voluntary);
    if (static_cast<double>(idle) < nearly_all * waits) {
        return wait;
    }
    const double mean_ns = static_cast<double>(where.cpu_ns) / waits;
    return {std::max(wait.value, mean_ns), wait.low, std::max(wait.high, mean_ns * next_time)};
}

} // namespace

found_savings polls(const evidence& from) {
    found_savings all;
    for (const place& where : from.places) {
        const wait_counts& sum = where.sum;
        const std::optional<amount> one = cost_of_one(where);
        if (!one) {
            continue;
        }
        const std::uint64_t by_timer =
            std::accumulate(sum.woken_by_timer.begin(), sum.woken_by_timer.end(), std::uint64_t{0});
        const std::uint64_t idle = idle_wake_ups(where, from.seen, one->value);
        if (idle == 0 || idle * 5 < by_timer * 4 || idle * 2 < sum.waits) {
            continue;
        }
        found_saving found{{}, &where};
        saving& content = found.content;
        content.id = "polls";
        content.finding =
            fmt::format("{} wakes {} times a second {}, and does next to nothing", who(where),
                        from.a_second(idle), from.seen.traced ? "by a timer" : "from a sleep");
        content.change = "let the thread that has news wake it";
        content.means = "tollgate::cancel::token or a tollgate queue; std::condition_variable";
        content.cpus = cost_of_poll(where, *one, idle) * (static_cast<double>(idle) / from.ns());
        all.push_back(std::move(found));
    }
    return all;
}

} // namespace tollgate::bill
