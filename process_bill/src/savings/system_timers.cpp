// SPDX-License-Identifier: BSL-1.0
#include "savings.hpp"
#include "system_calls.hpp"

#include <map>

#include <fmt/format.h>
#include <sys/syscall.h>

namespace tollgate::bill {

found_savings system_timers(const evidence& from) {
    std::map<std::pair<std::string, long>, std::uint64_t> calls;
    for (const call_counts& each : from.seen.calls) {
        if (each.system_call == SYS_timerfd_settime || each.system_call == SYS_timer_settime) {
            calls[{common_name(from.name_of(each.thread)), each.system_call}] += each.calls;
        }
    }
    found_savings all;
    for (const auto& [who, count] : calls) {
        const std::optional<amount> price = from.prices.of(event::call, who.second);
        if (!price) {
            continue;
        }
        saving content;
        content.id = "system_timers";
        content.finding =
            fmt::format("{} arms or cancels a timer of the system {} times a second ({})",
                        who.first, from.a_second(count), name_of_call(who.second));
        content.change = "keep the deadlines in the process, and arm one timer for all";
        content.means = "tollgate::timer::timers, deferred timeouts; a timer wheel";
        content.cpus = *price * (static_cast<double>(count) / from.ns());
        constexpr double sure = 0.93; // calls are counted for a part of the time only
        content.cpus.low *= sure;
        content.cpus.high /= sure;
        all.push_back({std::move(content), nullptr});
    }
    return all;
}

} // namespace tollgate::bill
