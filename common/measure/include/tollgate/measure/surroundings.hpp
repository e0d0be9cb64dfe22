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

/// How far a run has come.
struct progress {
    enum class phase { classical_run, first_look, passes, rounds };

    phase what = phase::rounds;
    std::uint64_t done = 0;     ///< operations of a classical run; passes; rounds of a pass
    std::uint64_t expected = 0; ///< 0: not known yet
    std::chrono::nanoseconds elapsed{0};
    std::chrono::nanoseconds budget{0}; ///< 0: none
    std::string_view case_name;
    std::chrono::nanoseconds lasts{0}; ///< events: what follows takes so long
};

/// The functions that a run needs from outside; each may be replaced in a check, or left out.
struct surroundings {
    /// Since the budget began to run; for budgets only, never for results.
    std::function<std::chrono::nanoseconds()> now;
    std::function<bool()> interrupted; ///< asked between batches, and by events on any thread
    std::function<void(const progress&)> report_progress; ///< called between batches
    std::function<environment::disturbance_counters()>
        disturbances; ///< read around each case of a round
    /// Called for each CPU of a case around its batch with the value; see run_reference_loop_on.
    std::function<reference_time(int cpu)> reference;
    /// In its place for a loop that is planned on two CPUs; see run_distance_loop. Empty: there is
    /// no such reading.
    std::function<double(int one, int other)> distance;

    /// The share of the time that interrupts take on a CPU, looked at once a pass; see
    /// interrupts_share_on. Empty: it is not known.
    std::function<std::optional<double>(int cpu)> interrupts{};

    [[nodiscard]] bool is_interrupted() const { return interrupted && interrupted(); }
    void report(const progress& how_far) const {
        if (report_progress) {
            report_progress(how_far);
        }
    }
};

} // namespace tollgate::measure
