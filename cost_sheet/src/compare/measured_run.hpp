// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "comparable.hpp"

#include <tollgate/report/result.hpp>
#include <tollgate/stats/interval.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::cost_sheet {

/// The cost of a case in one run.
struct run_cost {
    double value_ns = 0;                  ///< above zero
    std::optional<stats::interval> range; ///< of the value, 95 %
    std::vector<double> pass_logs;        ///< the logarithm of its cost in each pass; not empty
};

/// One case of one run, reduced.
struct run_case {
    [[nodiscard]] bool is_quiet() const { return all_rounds.has_value(); }
    [[nodiscard]] const run_cost& of_all_rounds() const { return all_rounds ? *all_rounds : cost; }

    unit_of_work work;
    run_cost cost;
    std::optional<run_cost> all_rounds; ///< if `cost` is of quiet ones alone
    std::optional<double> noise_floor;  ///< of its kind, as a share
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
