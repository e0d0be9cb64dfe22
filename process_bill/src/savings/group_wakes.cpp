// SPDX-License-Identifier: BSL-1.0
#include "savings.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

namespace tollgate::bill {
namespace {

struct idle_wakes {
    std::uint64_t all = 0;   ///< wake-ups of groups
    std::uint64_t idle = 0;  ///< those after which a thread did next to nothing
    std::uint64_t waits = 0; ///< the waits of these threads until they waited here again
};

/// A thread that finds nothing to do takes a mutex, looks and waits again. Most threads of a group
/// do that, so the most frequent CPU time, and up to four times as much, is that of nothing. If
/// that is much more than a wait costs, all threads have something to do.
idle_wakes count_idle(const wait_counts& wait, double price_ns) {
    constexpr double longest = 8;
    const auto& used = wait.used_after_group;
    const auto most = static_cast<std::size_t>(std::ranges::max_element(used) - used.begin());
    idle_wakes found;
    found.all = std::accumulate(used.begin(), used.end(), std::uint64_t{0});
    if (std::exp2(most + 1) <= longest * price_ns) {
        for (std::size_t i = 0; i <= std::min(most + 1, used.size() - 1); ++i) {
            found.idle += used[i];
            found.waits += wait.waits_after_group[i];
        }
    }
    return found;
}

/// What one wait of these threads costs on average, wherever they wait: a woken thread also waits
/// for the mutex.
std::optional<amount> cost_of_any(const place& of, const std::vector<place>& places) {
    amount sum;
    std::uint64_t waits = 0;
    for (const place& each : places) {
        if (each.sum.process == of.sum.process && each.sum.kind == wait_kind::futex &&
            common_name(each.threads) == common_name(of.threads) && each.cpu_of_waits_ns) {
            sum = sum + *each.cpu_of_waits_ns;
            waits += each.sum.waits;
        }
    }
    return waits == 0 ? std::nullopt : std::optional(sum * (1 / static_cast<double>(waits)));
}

} // namespace

found_savings group_wakes(const evidence& from) {
    found_savings all;
    for (const place& where : from.places) {
        const wait_counts& sum = where.sum;
        const std::optional<amount> one = cost_of_any(where, from.places);
        if (!one || sum.is_lock) {
            continue;
        }
        const idle_wakes wakes = count_idle(sum, one->value);
        if (wakes.idle == 0 || wakes.idle * 2 < wakes.all || wakes.idle * 4 < sum.waits) {
            continue;
        }
        found_saving found{{}, &where};
        saving& content = found.content;
        content.id = "group_wakes";
        content.finding =
            fmt::format("{} are woken together: {} of {} wake-ups a second do next to nothing",
                        who(where), from.a_second(wakes.idle), from.a_second(sum.waits));
        content.change = "wake only as many threads as can go on (notify_one)";
        content.means = "tollgate::queue::blocking_queue; std::counting_semaphore";
        content.cpus = *one * (static_cast<double>(wakes.waits) / from.ns());
        all.push_back(std::move(found));
    }
    return all;
}

} // namespace tollgate::bill
