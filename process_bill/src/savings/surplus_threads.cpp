// SPDX-License-Identifier: BSL-1.0
#include "savings.hpp"

#include <fmt/format.h>

namespace tollgate::bill {

/// A wake-up that finds as many threads able to run as there are CPUs gains nothing: a thread that
/// is awake would do the work as soon. Fewer threads save these waits, and the preemptions.
found_savings surplus_threads(const evidence& from) {
    found_savings all;
    for (const place& where : from.places) {
        const wait_counts& sum = where.sum;
        const std::optional<amount> one = cost_of_one(where);
        const auto cpus = static_cast<std::size_t>(from.seen.cpus);
        if (!one || sum.is_lock || where.members.size() <= cpus || sum.surplus * 4 < sum.waits) {
            continue;
        }
        found_saving found{{}, &where};
        saving& content = found.content;
        content.id = "surplus_threads";
        content.finding = fmt::format(
            "{} threads for {} CPU{}: {:.0f} % of the wake-ups of {} find every CPU in use",
            where.members.size(), cpus, cpus == 1 ? "" : "s",
            100 * static_cast<double>(sum.surplus) / static_cast<double>(sum.waits), where.threads);
        content.change = fmt::format("use {} thread{}", cpus, cpus == 1 ? "" : "s");
        content.means = "a pool of one thread for each CPU, with a tollgate queue";
        content.cpus = *one * (static_cast<double>(sum.surplus) / from.ns());
        if (const auto preemption = from.prices.of(event::preemption, 0)) {
            content.cpus =
                content.cpus + *preemption * (static_cast<double>(where.involuntary) / from.ns());
        }
        all.push_back(std::move(found));
    }
    return all;
}

} // namespace tollgate::bill
