// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/environment/verdict.hpp>
#include <tollgate/measure/calibration.hpp>
#include <tollgate/measure/case_record.hpp>
#include <tollgate/measure/stop_reason.hpp>
#include <tollgate/report/classical_figure.hpp>
#include <tollgate/report/context.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::report {

/// A case that this machine cannot measure, and why.
struct unavailable_case {
    std::string name;
    std::string reason;
};

/// A whole run as a value: what was measured, never what was concluded. Conclusions (medians,
/// intervals, comparisons) are computed from it by whoever prints it.
struct result {
    context about;
    measure::calibration clock;
    std::vector<environment::verdict> environment;
    std::vector<measure::case_record> cases;
    measure::case_record twin; ///< the first case under its second name
    std::vector<unavailable_case> unavailable;
    std::optional<classical_figure> classical;
    measure::stop_reason stopped = measure::stop_reason::budget;
    std::uint64_t rounds = 0;
    std::uint64_t processes = 1;
    double took_s = 0;
    double budget_s = 0;
    std::vector<std::string> notes;
    std::vector<std::string> failures; ///< proofs of the run as a whole that failed

    /// Somebody interrupted the run: fewer rounds than were asked for.
    [[nodiscard]] bool partial() const { return stopped == measure::stop_reason::interrupted; }
    /// Every proof of work held.
    [[nodiscard]] bool proven() const;
};

} // namespace tollgate::report
