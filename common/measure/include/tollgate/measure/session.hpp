// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/environment/disturbance.hpp>
#include <tollgate/measure/calibration.hpp>
#include <tollgate/measure/case_record.hpp>
#include <tollgate/measure/measured_case.hpp>
#include <tollgate/measure/plan.hpp>
#include <tollgate/measure/stop_reason.hpp>
#include <tollgate/measure/surroundings.hpp>

#include <chrono>
#include <span>
#include <vector>

namespace tollgate::measure {

/// Everything a run measured.
struct rounds {
    std::vector<case_record> cases;
    case_record twin; ///< the first case under its second name
    std::uint64_t done = 0;
    stop_reason stopped = stop_reason::budget;
    std::chrono::nanoseconds took{0};
};

/// Runs cases in interleaved rounds. Everything happens on the calling thread and those that the
/// cases start; a session is not thread safe.
class session {
public:
    session(calibration clock, surroundings outside);

    [[nodiscard]] const calibration& clock() const { return clock_; }

    /// Runs each case briefly, but for those of events, which know how long they take: three times
    /// at the length that counts, of which the least is taken, because a preemption makes a short
    /// look at a fast operation say that it is a slow one. A case that fails its proofs throws
    /// nothing: the rounds will tell.
    [[nodiscard]] std::vector<pilot> look_at(std::span<const measured_case> cases);

    /// Rounds until the plan's limits say stop, a proof fails, or the run is interrupted.
    /// `cases` and `what.cases` correspond.
    [[nodiscard]] rounds measure(std::span<const measured_case> cases, const plan& what);

private:
    [[nodiscard]] pilot look_at_one(const measured_case& one);
    /// False if it was interrupted in its middle: then nothing of it is kept.
    bool run_slot(const measured_case& one, const case_plan& what, std::uint64_t round,
                  case_record& record);
    [[nodiscard]] schedule interruptible(schedule asked) const;
    calibration clock_;
    surroundings outside_;
};

} // namespace tollgate::measure
