// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/calibration.hpp>
#include <tollgate/measure/measured_case.hpp>
#include <tollgate/measure/plan.hpp>
#include <tollgate/measure/session.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::report {

/// What a run and the process that does one of its passes tell each other, in JSON. It is not kept:
/// both ends are the same executable. All pure; what is read and is not what was written throws
/// unreadable_result.

/// A runtime's process that the run has started, for the process of a pass, which talks to the
/// same. The ends of its pipes are inherited; -1: there is none.
struct runtime_process {
    int to = -1;
    int from = -1;
    int errors = -1;
    int process = -1;
    std::vector<int> cpus;
    std::string runtime;
    std::int64_t patience_ms = 0; ///< how long a batch may take
    std::string lost{}; ///< the reason if the runtime was lost before this pass; else empty
    friend bool operator==(const runtime_process&, const runtime_process&) = default;
};

/// A case that one of these does.
struct runtime_case {
    measure::measured_case listed; ///< without what runs it
    measure::case_key work;        ///< as which the runtime knows it
    std::size_t process = 0;       ///< its place among the runtimes
};

/// What a pass is to do, by the clock as the run has calibrated it.
struct ordered_pass {
    measure::pass_order order;
    measure::calibration clock;
    /// Of a case that is explained: what is measured in place of the program's cases. Each variant
    /// has the names of its interventions; without one it is the case as it is.
    std::vector<std::vector<std::string>> variants{};
    std::vector<runtime_process> runtimes{};
    std::vector<runtime_case> runtime_cases{};
};

[[nodiscard]] std::string order_text(const ordered_pass& ordered);
[[nodiscard]] ordered_pass read_order(std::string_view text);

[[nodiscard]] std::string pass_text(const measure::pass& measured);
[[nodiscard]] measure::pass read_pass(std::string_view text);

} // namespace tollgate::report
