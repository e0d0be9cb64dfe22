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

/// The progress of a run. A run has several phases, one after the other.
struct progress {
    /// The phases of a run.
    enum class phase {
        clock_pair_run, ///< a run by the clock-pair method
        first_look,     ///< a short trial of each case, with which the run is planned
        passes,         ///< the passes of the run; reported between two passes
        rounds          ///< the rounds of a pass; reported within the pass
    };

    phase current_phase = phase::rounds; ///< the current phase
    /// The finished work of the phase: the number of operations, of passes, or of rounds.
    std::uint64_t done = 0;
    /// The whole work of the phase, in the unit of `done`. 0: not known yet.
    std::uint64_t expected = 0;
    std::chrono::nanoseconds elapsed{0}; ///< the time since the phase began
    std::chrono::nanoseconds budget{0};  ///< the time that the phase may take; 0: no limit
    std::string_view case_name;          ///< the name of the current case
    /// The expected time of the next batch if the case consists of events. Otherwise 0.
    std::chrono::nanoseconds lasts{0};
};

/// The functions by which a run reads the machine and reports to its caller. A check may replace or
/// omit each function.
struct run_hooks {
    /// Returns the time since the run's time budget began. Used only for budgets, never for
    /// results.
    std::function<std::chrono::nanoseconds()> now;
    /// Returns whether the run must end. Called between batches. Batches of events also call this
    /// function, on any thread.
    std::function<bool()> interrupted;
    /// Receives the progress. Called between batches.
    std::function<void(const progress&)> report_progress;
    /// Returns the kernel's counts of disturbances. Called before and after each case of a round.
    std::function<environment::disturbance_counters()> disturbances;
    /// Returns the reference time of a CPU (see run_reference_loop_on). Called for each CPU of a
    /// case, before and after the batch for the value.
    std::function<reference_time(int cpu)> reference;
    /// Returns the cache-line latency of two CPUs (see run_latency_loop). Called in place of
    /// `reference` if a loop is planned on two CPUs. If this function is empty, `reference` is
    /// called for such a loop, too.
    std::function<double(int own_cpu, int other_cpu)> cache_line_latency;

    /// Returns the share of the time that interrupts take on a CPU (see interrupts_share_on).
    /// Called at the end of each pass. If this function is empty, the share is not known.
    std::function<std::optional<double>(int cpu)> interrupts{};

    /// Returns whether the run must end.
    [[nodiscard]] bool is_interrupted() const { return interrupted && interrupted(); }
    /// Calls `report_progress` unless it is empty.
    void report(const progress& current) const {
        if (report_progress) {
            report_progress(current);
        }
    }
};

} // namespace tollgate::measure
