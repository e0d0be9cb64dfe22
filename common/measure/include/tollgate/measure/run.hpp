// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/source.hpp>
#include <tollgate/measure/calibration.hpp>
#include <tollgate/measure/case_record.hpp>
#include <tollgate/measure/case_summary.hpp>
#include <tollgate/measure/classical_run.hpp>
#include <tollgate/measure/machine_speed.hpp>
#include <tollgate/measure/measured_case.hpp>
#include <tollgate/measure/plan.hpp>
#include <tollgate/measure/session.hpp>
#include <tollgate/measure/stop_reason.hpp>
#include <tollgate/measure/surroundings.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::measure {

/// Runs one pass and returns what it measured. By default the cases run in this process; a fresh
/// process for each pass has the layout of code and stack in the interval, too.
using pass_runner = std::function<pass(const pass_order&, const calibration&)>;

/// The settings of a run.
struct run_options {
    limits until; ///< its budget is for all of the run
    clock::source clock = clock::source::realtime;
    std::uint64_t seed = 1; ///< for the order of the rounds
    /// Before anything else. A case of that name that has no classical run is not observed.
    std::optional<classical_request> classical{};
    surroundings outside{}; ///< without `now` the budget begins with the run
    pass_runner run_pass{}; ///< empty: in this process
};

/// A guest's case that was given up, and why. What had been measured of it until then is gone.
struct lost_case {
    case_key key;
    std::string reason;
};

/// The result of a run.
struct result {
    calibration clock;
    std::optional<classical_run> classical;
    std::vector<case_result> cases;
    std::vector<case_result> twins; ///< the first case of each kind under its second name
    std::vector<lost_case> lost;    ///< in the order of the cases
    machine_speed speed;
    std::uint64_t rounds = 0; ///< of all passes
    std::uint64_t passes = 0; ///< in which something was measured
    stop_reason stopped = stop_reason::budget;
    std::chrono::nanoseconds took{0};
};

/// The cases that run twice a round, under two names: the first of each kind (see comparison.hpp).
/// Their indices, ascending. Pure.
[[nodiscard]] std::vector<std::size_t> twins_of(std::span<const measured_case> cases,
                                                std::span<const pilot> seen = {});

/// Measures these cases, of which there is one at least, each with a name of its own: calibrates
/// the clock, looks at each case briefly, plans how often each is to run in a batch and in how many
/// rounds, runs the passes, gives those cases that are not sure enough yet the time of the others,
/// and concludes. Everything happens on the calling thread and those that the cases start.
///
/// A guest that is lost ends its case alone: that is not among those of the result then. A proof of
/// work that fails ends the run, as does an interrupt; what was measured until then is
/// in the result. Throws std::invalid_argument without a case or if two have one name,
/// clock_refused if the clock cannot be used, and what a case throws.
[[nodiscard]] result run(std::span<const measured_case> cases, const run_options& asked = {});

} // namespace tollgate::measure
