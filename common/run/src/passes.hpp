// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/calibration.hpp>
#include <tollgate/measure/machine_speed.hpp>
#include <tollgate/measure/measured_case.hpp>
#include <tollgate/measure/plan.hpp>
#include <tollgate/measure/session.hpp>
#include <tollgate/measure/stop_reason.hpp>
#include <tollgate/run/errors.hpp>
#include <tollgate/run/run.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tollgate::run {

inline double in_seconds(std::chrono::nanoseconds time) {
    return std::chrono::duration<double>(time).count();
}

/// Runs one pass in a process of its own. The process runs this program again, with another address
/// layout and an environment of another size, which moves the stack (Mytkowicz et al., Producing
/// wrong data without doing anything obviously wrong, ASPLOS 2009). It reads its order on standard
/// input, and writes its measurements to standard output.
///
/// Precondition: `request.processes` is present. An interrupt is passed on to the process; then
/// there may be no result. If the process ends without a whole result, throws failed_self_check or
/// machine_refused with the last line of its standard error. A process whose run has ended ends
/// after its current batch.
[[nodiscard]] std::optional<measure::pass> run_in_process(const measure::pass_order& order,
                                                          const measure::calibration& clock,
                                                          const run::request& request);

/// Runs one pass and returns its measurements.
using pass_runner = std::function<measure::pass(const measure::pass_order&)>;

/// The indices of the cases that run twice a round, under two names: the first case of each kind
/// (see comparison.hpp) that was not lost, ascending. Pure.
[[nodiscard]] std::vector<std::size_t> controls_of(std::span<const measure::measured_case> cases,
                                                   std::span<const measure::pilot> pilots = {});

/// Keeps the smaller time of each CPU.
void keep_least(std::map<int, double>& ns_of_cpu, const std::map<int, double>& more);

/// The joined passes of a run, without conclusions.
struct passes {
    std::vector<measure::case_record> cases; ///< in the order of the cases
    std::vector<measure::case_record> controls;
    std::map<int, double> fast_ns;  ///< the fast reference time of each CPU
    std::vector<double> interrupts; ///< a share for each pass
    std::uint64_t count = 0;        ///< the passes in which something was measured
    std::uint64_t rounds = 0;
    measure::stop_reason stopped = measure::stop_reason::budget;
    std::string why_lost;              ///< why a pass was lost, if that ended the run
    std::vector<std::string> failures; ///< the failed self-check, if that ended the run

    void add(measure::pass&& measured);
    [[nodiscard]] measure::machine_speed speed() const;
};

/// Runs pass after pass, as planned, until there is a reason to stop. A pass that throws ends the
/// run, and the earlier passes are kept. If the first pass of a run throws, the exception is passed
/// on.
[[nodiscard]] passes run_passes(measure::plan planned, const run::request& request,
                                const pass_runner& run_pass);

} // namespace tollgate::run
