// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "observation.hpp"
#include "observation_parts.hpp"
#include "pricing/places.hpp"
#include "pricing/prices.hpp"
#include "statement.hpp"

#include <vector>

namespace tollgate::bill {

/// What savings are computed from.
struct evidence {
    const observation& seen;
    const std::vector<place>& places;
    const price_list& prices;

    [[nodiscard]] double ns() const { return ns_of(seen); }
    /// How many a second, as a text: "84,000".
    [[nodiscard]] std::string a_second(std::uint64_t count) const;
    /// The CPU time of all threads, in seconds a second.
    [[nodiscard]] double cpus_used() const;
    /// CPUs that had nothing to run; all, if that is not known.
    [[nodiscard]] double idle_cpus() const;
    /// The name of a thread; "?" if it is not known.
    [[nodiscard]] std::string name_of(pid_t thread) const;
    /// The CPU time of a thread, in ns; 0 if it is not known.
    [[nodiscard]] double cpu_ns_of(pid_t thread) const;
};

/// A saving, and the place whose waits it would avoid. So no wait is saved twice.
struct found_saving {
    saving content;
    const place* where = nullptr; ///< null: no waits
};
using found_savings = std::vector<found_saving>;

// Each of these finds one kind of waste. All are pure.

/// Waits that are so short that a spin would end them: the waking thread need not call the kernel.
[[nodiscard]] found_savings brief_waits(const evidence& from);
/// Threads that wake by a timer, do next to nothing and sleep again.
[[nodiscard]] found_savings polls(const evidence& from);
/// Timers of the system that are armed and cancelled again and again.
[[nodiscard]] found_savings system_timers(const evidence& from);
/// Threads that are woken together, most of which wait again at once.
[[nodiscard]] found_savings group_wakes(const evidence& from);
/// Waits for a mutex whose owner is in a system call.
[[nodiscard]] found_savings held_locks(const evidence& from);
/// Moves to another CPU that the program itself requests.
[[nodiscard]] found_savings moves(const evidence& from);
/// Wake-ups of further threads while every CPU has one.
[[nodiscard]] found_savings surplus_threads(const evidence& from);
/// Waits by sched_yield.
[[nodiscard]] found_savings yields(const evidence& from);

/// All savings of at least one per cent of the CPU time, or of a thread's time, the largest first.
/// The lower end of their interval is above zero. Pure.
[[nodiscard]] std::vector<saving> savings_of(const evidence& from);

} // namespace tollgate::bill
