// SPDX-License-Identifier: BSL-1.0
#include "savings.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <sys/syscall.h>

namespace tollgate::bill {

/// A thread that sleeps in place of the yields needs one wait for each row of them.
found_savings yields(const evidence& from) {
    found_savings all;
    for (const call_counts& each : from.seen.calls) {
        const auto price = from.prices.of(event::wake, static_cast<long>(found::idle_1ms));
        if (each.system_call != SYS_sched_yield || each.repeats == 0 || !price) {
            continue;
        }
        const double rows = static_cast<double>(each.calls - each.repeats) + 1;
        // Calls are counted for a part of the time only.
        constexpr double sure = 0.93;
        const double spent =
            std::min(static_cast<double>(each.repeated_ns), from.cpu_ns_of(each.thread)) /
            from.ns();
        saving content;
        content.id = "yields";
        content.finding = fmt::format(
            "{} calls sched_yield {} times a second, and waits by that for {:.0f} % of the time",
            from.name_of(each.thread), from.a_second(each.calls), 100 * spent);
        content.change = "sleep until it is woken";
        content.means = "tollgate::sleep::parker; std::atomic::wait";
        content.cpus = amount{spent, spent * sure, spent} + *price * (-rows / from.ns());
        all.push_back({std::move(content), nullptr});
    }
    return all;
}

} // namespace tollgate::bill
