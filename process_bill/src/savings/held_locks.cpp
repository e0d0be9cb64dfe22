// SPDX-License-Identifier: BSL-1.0
#include "savings.hpp"
#include "system_calls.hpp"

#include <fmt/format.h>

namespace tollgate::bill {

found_savings held_locks(const evidence& from) {
    found_savings all;
    for (const place& where : from.places) {
        const wait_counts& sum = where.sum;
        if (!sum.is_lock || !where.cpu_of_waits_ns || sum.during_call * 3 < sum.waits) {
            continue;
        }
        const double share = static_cast<double>(sum.during_call) / static_cast<double>(sum.waits);
        const double waited = share * static_cast<double>(sum.slept_ns + sum.delayed_ns) /
                              (from.ns() * static_cast<double>(where.members.size()));
        found_saving found{{}, &where};
        saving& content = found.content;
        content.id = "held_locks";
        content.finding =
            fmt::format("{} wait for a mutex {} times a second while its owner is in {}",
                        who(where), from.a_second(sum.during_call), name_of_call(sum.call_held));
        content.change = "make the call before the lock is taken, or after it is released";
        content.means = "a copy of what the call needs; a tollgate queue to one thread that calls";
        content.cpus = *where.cpu_of_waits_ns * (share / from.ns());
        // The threads wait for a CPU or for each other in other ways then.
        content.time_share = amount{waited, waited * 0.7, std::min(1.0, waited * 1.3)};
        content.faster_thread = who(where);
        all.push_back(std::move(found));
    }
    return all;
}

} // namespace tollgate::bill
