// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "costs_more.hpp"

#include <tollgate/environment/verdict.hpp>
#include <tollgate/explain/explanation.hpp>
#include <tollgate/measure/calibration.hpp>
#include <tollgate/measure/case_key.hpp>
#include <tollgate/measure/machine_speed.hpp>
#include <tollgate/report/json.hpp>
#include <tollgate/report/result.hpp>
#include <tollgate/stats/interval.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::cost_sheet {

/// The facts that a sheet states of one result file besides its cases.
/// Every text in it came from the file and may hold any bytes; see printable.hpp.
struct sheet_file {
    std::string path;
    std::string label; ///< what rows call it, "testFiber" or, where that is ambiguous, its path
    /// It explains a case. Its cases are arms of an experiment, and none of them is in the sheet.
    bool explains = false;
    std::optional<explain::explanation> explained; ///< that of the case; absent if not wanted
    report::context about;
    /// Written by Google Benchmark of another program: context and values are all there is.
    bool foreign = false;
    bool partial = false;
    bool proven = true;
    measure::calibration clock; ///< meaningless if foreign
    std::vector<environment::verdict> environment;
    std::optional<double> noise_floor; ///< the largest of its kinds, a share; absent: not known
    std::optional<double> fast_share;  ///< of the reference loops; absent: there were none
    std::map<std::pair<int, int>, measure::cpu_distance> distances; ///< of two CPUs
    std::uint64_t rounds = 0;
    std::uint64_t passes = 1;
    double took_s = 0;
    std::vector<report::unavailable_case> unavailable;
    std::vector<std::string> notes;
    std::vector<std::string> failures; ///< proofs that failed, those of its cases included

    /// A case of a guest failed.
    [[nodiscard]] bool lost_any() const;
};

/// One point of a distribution: so large is the share `beyond` of the operations at least.
struct curve_point {
    double beyond = 0; ///< 0.5 at the median, 0.001 at p99.9
    double ns = 0;     ///< corrected, if not said otherwise; then it may be negative
};

/// One round of a case.
struct round_point {
    double value_ns = 0;
    std::uint32_t process = 0;   ///< the pass
    std::uint32_t disturbed = 0; ///< by which of sheet_case::disturbances, from 1 on; 0: by none
};

/// The percentiles that a sheet shows, in this order.
inline constexpr std::array sheet_percentiles{"p50", "p90", "p99", "p99.9"};

/// A case as a sheet shows it: so much of a record that a thousand files fit into memory.
/// Every text in it came from a file and may hold any bytes; see printable.hpp.
struct sheet_case {
    std::size_t file = 0; ///< index into sheet::files
    measure::case_key key;
    std::string unit;
    bool of_guest = false; ///< another runtime's
    double value_ns = 0;
    std::optional<stats::interval> range; ///< 95 %
    /// In the passes' order; empty if the interval is not over passes, or one cost nothing.
    std::vector<pass_cost> pass_costs;
    std::optional<double> noise_floor; ///< of its kind, a share; absent: not known
    /// The case of its file that its run compared it with and did not tell from it; else empty.
    std::string not_told_from;
    std::uint64_t rounds = 0;
    std::uint64_t disturbed_rounds = 0;
    std::optional<double> quiet_share; ///< of the rounds, if the value is of those alone
    std::optional<double> as_it_is_ns; ///< then the value of all
    std::optional<stats::interval> as_it_is_range; ///< and its interval
    std::uint64_t samples = 0;
    std::array<std::optional<double>, sheet_percentiles.size()> percentiles_ns;
    std::optional<double> max_ns;
    std::optional<double> cpu_ns;
    std::vector<std::string> remarks; ///< what a reader must know of the figure; our own words
    bool proven = true;
    bool digested = false; ///< its file is a digest: rounds there were, but they were not kept
    std::vector<curve_point> curve;        ///< only if details were asked for
    bool curve_as_read = false;            ///< nothing is taken off: it is not small or not known
    std::vector<round_point> history;      ///< only if details were asked for; at most most_history
    std::vector<std::string> disturbances; ///< "steal 2 ticks, throttled 1 period", each once
    bool history_thinned = false; ///< not every round is in it, but each disturbed one that fits

    static constexpr std::size_t most_history = 120;

    /// What it costs, for being compared.
    [[nodiscard]] measured_cost cost() const;
};

/// All that is shown at once: the files that could be read, in the order they were named, and
/// their cases in the files' order.
struct sheet {
    std::vector<sheet_file> files;
    std::vector<sheet_case> cases;
    /// A line for each file that could not be read, and for what the reader of the sheet must know
    /// (the same case in two files). Printable.
    std::vector<std::string> unreadable;
    std::vector<std::string> warnings;

    /// Every proof of work held, and no guest failed.
    [[nodiscard]] bool proven() const;
    /// The files with an explanation that holds, because their proofs of work held.
    [[nodiscard]] std::vector<const sheet_file*> explained() const;
};

/// How much of each case is kept.
enum class detail {
    figures,      ///< for a terminal
    distributions ///< curves and rounds, too, for a page
};

/// Reads the files one after the other and keeps of each what a sheet shows: of a file that
/// explains a case the explanation, and no case. A file that cannot be read costs a line in
/// `unreadable`, nothing else. `begins`, if given, is told the index of each.
[[nodiscard]] sheet load(const std::vector<std::string>& paths, detail kept,
                         const std::function<void(std::size_t)>& begins = {});

/// What a sheet keeps of a result, its record of each case reduced to figures. Figures that are no
/// numbers are left out. Pure.
[[nodiscard]] sheet_case condense(const measure::case_result& from, bool foreign, detail kept);
[[nodiscard]] sheet_file condense(const report::reading& from, const std::string& path);

} // namespace tollgate::cost_sheet
