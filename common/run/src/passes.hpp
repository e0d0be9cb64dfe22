// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/machine_speed.hpp>
#include <tollgate/measure/measured_case.hpp>
#include <tollgate/measure/plan.hpp>
#include <tollgate/measure/session.hpp>
#include <tollgate/measure/stop_reason.hpp>
#include <tollgate/run/run.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace tollgate::run {

/// Runs one pass and returns what it measured.
using pass_runner = std::function<measure::pass(const measure::pass_order&)>;

/// The cases that run twice a round, under two names: the first of each kind (see comparison.hpp),
/// ascending. None is a case that was lost. Pure.
[[nodiscard]] std::vector<std::size_t> twins_of(std::span<const measure::measured_case> cases,
                                                std::span<const measure::pilot> pilots = {});

/// The passes of a run, put together. Nothing is concluded yet.
struct passes {
    std::vector<measure::case_record> cases; ///< in the order of the cases
    std::vector<measure::case_record> twins;
    std::map<int, double> fast_ns;  ///< of each CPU
    std::vector<double> interrupts; ///< a share for each pass
    std::uint64_t count = 0;        ///< those in which something was measured
    std::uint64_t rounds = 0;
    measure::stop_reason stopped = measure::stop_reason::budget;
    std::string why_lost; ///< a pass, if that ended them

    void add(measure::pass&& measured);
    [[nodiscard]] measure::machine_speed speed() const;
};

/// Runs pass after pass, as planned, until there is a reason to stop. A pass that throws lost_pass
/// ends them, unless it is the first of the run.
[[nodiscard]] passes run_passes(measure::plan planned, const request& asked,
                                const pass_runner& run_pass);

} // namespace tollgate::run
