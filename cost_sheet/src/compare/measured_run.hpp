// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "comparable.hpp"

#include <tollgate/measure/method.hpp>
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
    std::optional<stats::interval> range; ///< of the value, 95 %, in ns
    /// Logarithm of the median of each process' rounds, in ns; of one process one.
    std::vector<double> process_logs;
    /// Half the 95 % interval of the logarithm of the value over the rounds; absent: too few.
    std::optional<double> rounds_half_width;
};

/// Half the width of such an interval on the logarithms. One that reaches 0 counts by its upper
/// end. Absent where there is none. Pure; precondition: value_ns > 0.
[[nodiscard]] std::optional<double> log_half_width(double value_ns,
                                                   const std::optional<stats::interval>& range);

/// One case of one run, reduced.
struct run_case {
    [[nodiscard]] const run_cost& as_it_is() const { return of_all ? *of_all : cost; }

    std::string unit;
    measure::method valued_by = measure::method::unobserved_loop;
    run_cost cost;
    std::optional<run_cost> of_all;    ///< of all rounds, if `cost` is of quiet ones alone
    std::optional<double> noise_floor; ///< of its kind, as a share
};

/// Something about the machine that everybody knows, and what it took, beside the cases.
struct speed_mark {
    std::string name; ///< our own words
    double ns = 0;    ///< above zero
    /// It moves with whatever slows quiet rounds, a neighbour who never rests included.
    bool decisive = false;
    [[nodiscard]] bool operator==(const speed_mark&) const = default;
};

/// A result file, reduced at once to what comparisons need: a thousand of them take some tens of
/// megabytes. Its texts came from a stranger.
struct measured_run {
    std::string path;
    std::string program;
    std::string date_text;
    std::optional<std::int64_t> date_s; ///< seconds since 1970; absent: no date that is one
    std::vector<run_fact> facts;
    std::vector<speed_mark> marks;
    bool proven = true;
    bool partial = false;
    std::map<std::string, run_case> cases;
    /// Cases that were measured, but whose value is not above zero: they have no ratio.
    std::vector<std::string> without_ratio;
    std::vector<std::string> lost; ///< cases of guests that failed, and why: "CASE: REASON"
};

/// Pure. Cases without rounds are left out.
[[nodiscard]] measured_run reduce(const report::result& seen, bool foreign, std::string path);

/// The moment that a date of RFC 3339 names, to the second, "2026-11-21T22:32:35+01:00".
[[nodiscard]] std::optional<std::int64_t> seconds_of(std::string_view date);

using run_list = std::vector<const measured_run*>;

/// All runs of one case, at least one on either side.
struct case_runs {
    std::string name;
    run_list old_runs;
    run_list new_runs;
};

/// Old ones and new ones. Pure.
[[nodiscard]] run_list all_runs(const case_runs& one);

/// Whether the case has a quiet value in some of these runs, and none in others. Then it can only
/// be compared as it is. Pure.
[[nodiscard]] bool only_partly_quiet(const run_list& runs, const std::string& name);

/// The logarithms of what the case cost in each of the runs, in ns.
[[nodiscard]] std::vector<double> run_logs(const run_list& runs, const std::string& name,
                                           bool as_it_is);

} // namespace tollgate::cost_sheet
