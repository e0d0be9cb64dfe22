// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "comparable.hpp"
#include "costs_more.hpp"

#include <tollgate/report/result.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::cost_sheet {

/// One case of one run, reduced.
struct run_case {
    unit_of_work work;
    measured_cost cost; ///< above zero
};

/// A result file, reduced at once to what comparisons need: a thousand of them take some tens of
/// megabytes. Its texts came from a stranger.
struct measured_run {
    std::string path;
    std::string program;
    std::string date_text;
    std::optional<std::int64_t> date_s; ///< seconds since 1970; absent: no date that is one
    std::vector<run_fact> facts;
    /// The logarithm of what the reference loops beside its batches took, the mean of each pass.
    std::vector<double> reference_logs;
    bool proven = true;
    bool partial = false;
    std::map<std::string, run_case> cases;
    /// Cases that were measured and cannot be compared, and why: "is not above zero".
    std::map<std::string, std::string> left_out;
    std::vector<std::string> lost; ///< cases of guests that failed, and why: "CASE: REASON"
};

/// Pure. Cases without rounds are left out, and all cases of a name that several have.
[[nodiscard]] measured_run reduce(const report::result& seen, bool foreign, std::string path);

/// The moment that a date of RFC 3339 names, to the second, "2026-11-21T22:32:35+01:00".
[[nodiscard]] std::optional<std::int64_t> seconds_of(const std::string& date);

using run_list = std::vector<const measured_run*>;

} // namespace tollgate::cost_sheet
