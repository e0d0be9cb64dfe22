// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../pricing/fake_prices.hpp"
#include "observation.hpp"
#include "savings/savings.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <sys/syscall.h>

namespace tollgate::bill {

/// One second of a process with these threads, on four CPUs. Each thread uses a tenth of a CPU.
inline observation a_second_of(const std::vector<std::string>& names) {
    observation seen;
    seen.duration = std::chrono::seconds(1);
    seen.traced = true;
    seen.cpus = 4;
    for (const std::string& name : names) {
        const auto id = static_cast<pid_t>(seen.threads.size() + 1);
        seen.threads.push_back(
            {.process = 1, .thread = id, .name = name, .cpu_ns = 100'000'000, .voluntary = 1'000});
    }
    return seen;
}

/// Waits on a futex by `thread`, each of which costs 4 µs, of which 1 µs is the waker's.
inline wait_counts fake_waits(pid_t thread, std::uint64_t waits) {
    return {.process = 1,
            .thread = thread,
            .kind = wait_kind::futex,
            .system_call = SYS_futex,
            .address = 64,
            .waits = waits,
            .cpu_ns = static_cast<std::int64_t>(3'000 * waits),
            .wake_cpu_ns = 1'000 * waits};
}

/// Adds waits of 2ⁿ to 2ⁿ⁺¹ ns. They last three quarters of the longest on average.
inline void sleep_for(wait_counts& wait, std::size_t n, std::uint64_t waits) {
    wait.slept.counts[n] += waits;
    wait.slept.total_ns[n] += waits * (std::uint64_t{3} << n) / 2;
    wait.slept_ns += waits * (std::uint64_t{3} << n) / 2;
}

inline std::vector<saving> savings_in(const observation& seen) {
    const price_list prices = fake_prices();
    const std::vector<place> places = places_of(seen, prices);
    return savings_of({seen, places, prices});
}

inline std::vector<std::string> ids_of(const observation& seen) {
    std::vector<std::string> ids;
    for (const saving& each : savings_in(seen)) {
        ids.push_back(each.id);
    }
    return ids;
}

/// The only saving of an observation.
inline saving only_saving(const observation& seen) {
    const std::vector<saving> all = savings_in(seen);
    if (all.size() == 1) {
        return all.front();
    }
    saving wrong;
    wrong.id = std::to_string(all.size()) + " savings";
    return wrong;
}

} // namespace tollgate::bill
