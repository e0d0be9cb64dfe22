// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/environment/disturbance.hpp>
#include <tollgate/measure/reference_loop.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace tollgate::measure {

/// The progress of a run.
struct progress {
    /// The phases of a run.
    enum class phase {
        clock_pair_run, ///< a run by the clock-pair method
        first_look,     ///< the first look at the cases
        passes,         ///< between two passes
        rounds          ///< within a pass
    };

    phase current_phase = phase::rounds; ///< the current phase
    std::uint64_t done = 0;     ///< operations of a clock-pair run; passes; rounds of a pass
    std::uint64_t expected = 0; ///< the same when the phase ends; 0: not known yet
    std::chrono::nanoseconds elapsed{0}; ///< since the phase began
    std::chrono::nanoseconds budget{0};  ///< 0: none
    std::string_view case_name;          ///< the current case
    std::chrono::nanoseconds lasts{0};   ///< of events: the expected time of the next batch
};

/// The functions that a run needs from outside. A check may replace or omit each of them.
struct run_hooks {
    /// The time since the budget began. Used for budgets only, never for results.
    std::function<std::chrono::nanoseconds()> now;
    /// Whether the run is to end. Called between batches, and by events on any thread.
    std::function<bool()> interrupted;
    /// Called between batches.
    std::function<void(const progress&)> report_progress;
    /// The kernel's counts. Called before and after each case of a round.
    std::function<environment::disturbance_counters()> disturbances;
    /// The reference time of a CPU. Called for each CPU of a case before and after its batch with
    /// the value; see run_reference_loop_on.
    std::function<reference_time(int cpu)> reference;
    /// The cache-line latency of two CPUs. Called in place of `reference` for a loop that is
    /// planned on two CPUs; see run_latency_loop. Empty: there is no such reading.
    std::function<double(int own_cpu, int other_cpu)> cache_line_latency;

    /// The share of the time that interrupts take on a CPU. Called once a pass; see
    /// interrupts_share_on. Empty: it is not known.
    std::function<std::optional<double>(int cpu)> interrupts{};

    /// Whether the run is to end.
    [[nodiscard]] bool is_interrupted() const { return interrupted && interrupted(); }
    /// Reports the progress if there is such a function.
    void report(const progress& current) const {
        if (report_progress) {
            report_progress(current);
        }
    }
};

} // namespace tollgate::measure
