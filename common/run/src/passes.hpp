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

/// Runs one pass in a process of its own: this program again, at an address layout of its own and
/// with an environment of another size (which moves the stack; Mytkowicz et al., Producing wrong
/// data without doing anything obviously wrong, ASPLOS 2009). It reads on its standard input what
/// to do, and writes what it measured on its standard output. An interrupt is handed on to it; then
/// there may be no result. `asked.processes` is there. A process that ends without a whole result
/// is told of with its last words: by failed_proof if they are of that, else by machine_refused. A
/// pass whose run is gone ends with its batch.
[[nodiscard]] std::optional<measure::pass> run_in_process(const measure::pass_order& order,
                                                          const measure::calibration& clock,
                                                          const request& asked);

/// Runs one pass and returns what it measured.
using pass_runner = std::function<measure::pass(const measure::pass_order&)>;

/// The cases that run twice a round, under two names: the first of each kind (see comparison.hpp),
/// ascending. None is a case that was lost. Pure.
[[nodiscard]] std::vector<std::size_t> twins_of(std::span<const measure::measured_case> cases,
                                                std::span<const measure::pilot> pilots = {});

/// Of each CPU the least of both.
void keep_least(std::map<int, double>& of_each, const std::map<int, double>& more);

/// The passes of a run, put together. Nothing is concluded yet.
struct passes {
    std::vector<measure::case_record> cases; ///< in the order of the cases
    std::vector<measure::case_record> twins;
    std::map<int, double> fast_ns;  ///< of each CPU
    std::vector<double> interrupts; ///< a share for each pass
    std::uint64_t count = 0;        ///< those in which something was measured
    std::uint64_t rounds = 0;
    measure::stop_reason stopped = measure::stop_reason::budget;
    std::string why_lost;              ///< a pass, if that ended them
    std::vector<std::string> failures; ///< a proof, if that ended them

    void add(measure::pass&& measured);
    [[nodiscard]] measure::machine_speed speed() const;
};

/// Runs pass after pass, as planned, until there is a reason to stop. One that throws ends them,
/// and those before it are kept; the first of a run has none, and what it throws is thrown.
[[nodiscard]] passes run_passes(measure::plan planned, const request& asked,
                                const pass_runner& run_pass);

} // namespace tollgate::run
