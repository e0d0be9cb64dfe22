// SPDX-License-Identifier: BSL-1.0
#include "savings.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <sys/syscall.h>

namespace tollgate::bill {

/// What a move costs depends on the data that the thread finds in no cache afterwards, which is not
/// known: the interval reaches from no data to the most that was measured.
found_savings moves(const evidence& from) {
    std::map<pid_t, std::uint64_t> migrations;
    for (const thread_counts& thread : from.seen.threads) {
        migrations[thread.thread] = thread.migrations.value_or(0);
    }
    const std::optional<amount> no_data = from.prices.of(event::migration, 0);
    const std::optional<amount> some_data = from.prices.of(event::migration, 256);
    const std::optional<amount> much_data = from.prices.of(event::migration, 1'024);
    found_savings all;
    for (const call_counts& each : from.seen.calls) {
        if (each.system_call != SYS_sched_setaffinity || !no_data) {
            continue;
        }
        const std::uint64_t moved = std::min(each.calls, migrations[each.thread]);
        saving content;
        content.id = "moves";
        content.finding =
            fmt::format("{} moves itself to another CPU {} times a second (sched_setaffinity)",
                        from.name_of(each.thread), from.a_second(moved));
        content.change = "choose the CPU once, when the thread starts";
        content.means = "tollgate::cpu::pin_this_thread; pthread_setaffinity_np at the start";
        content.cpus = amount{some_data->value, no_data->low, much_data->high} *
                       (static_cast<double>(moved) / from.ns());
        all.push_back({std::move(content), nullptr});
    }
    return all;
}

} // namespace tollgate::bill
