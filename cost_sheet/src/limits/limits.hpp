// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "command.hpp"
#include "results.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::cost_sheet {

// --limits: may this machine serve? A file of limits is compared with result files:
//
//     [[limit]]
//     case = "sleep/wake_latency/sleeper:parker/slice_ms:2/placement:core"
//     cost = "40 us"
//     p99 = "150 us"
//
//     [[limit]]
//     environment = ["governor", "quota", "steal"]

/// A figure of a case that can have a limit.
struct limited_figure {
    std::string_view name; ///< "cost", "p99"
    /// The index of the percentile in a summary; absent: the cost over all rounds.
    std::optional<std::size_t> percentile;
};

/// All of them.
[[nodiscard]] const std::vector<limited_figure>& limited_figures();

/// One limit. A table of the file gives one for each of its figures or conditions.
struct limit {
    std::string subject; ///< the name of a case, or of a condition of the machine
    /// Absent: the condition must be ok.
    std::optional<limited_figure> figure;
    double most_ns = 0;
    std::string most; ///< as it is in the file: "150 us"
    std::string why;  ///< the reason in the file; may be empty
};

/// Reads a file of limits. `path` is for messages. Throws run::usage_error with the line.
[[nodiscard]] std::vector<limit> parse_limits(const std::string& text, const std::string& path);

enum class limit_state { met, broken, cannot_tell };

/// A limit and what the results say about it.
struct limit_verdict {
    limit asked;
    limit_state state = limit_state::cannot_tell;
    std::string found; ///< the figure with its interval, or the state of the condition
    std::string why;   ///< the reason for cannot_tell
    /// The limit as a fraction of the figure's interval ends decides; kept for the order of rows.
};

/// A figure of a case, from all runs of it. With several runs, the runs are the unit of the
/// interval: it is Student's over them, and not narrower than the runs' own intervals allow. Empty:
/// no run has the figure, or one has it without an interval. Pure.
[[nodiscard]] std::optional<measure::estimate>
figure_of_runs(const std::vector<const case_row*>& runs, const limited_figure& figure);

/// Judges each limit. A limit is met if the whole interval of the figure is at most the limit, and
/// broken if the whole interval is above. So a machine that is exactly at a limit gets a wrong
/// verdict in at most 5 % of all cases, for each limit. A failed self-check is a broken limit, and
/// a file that cannot be read is one that cannot be told. Throws run::usage_error if a condition is
/// in no file that has conditions. Pure.
[[nodiscard]] std::vector<limit_verdict> judge(const std::vector<limit>& limits,
                                               const results& all);

/// A table, the broken limits first, and a line with the counts. Printable.
[[nodiscard]] std::string limits_text(const std::vector<limit_verdict>& verdicts,
                                      std::size_t width);
/// For CI systems: a test case for each limit; *cannot tell* is an error there.
[[nodiscard]] std::string limits_junit(const std::vector<limit_verdict>& verdicts,
                                       const std::string& name);
/// The Test Anything Protocol, version 13.
[[nodiscard]] std::string limits_tap(const std::vector<limit_verdict>& verdicts);

/// A file of limits that the machine of these results meets, with a margin for the scatter between
/// runs. Pure.
[[nodiscard]] std::string suggested_limits(const results& all);

[[nodiscard]] cli::exit_code judge_limits(const options& chosen);
[[nodiscard]] cli::exit_code suggest_limits(const options& chosen);

} // namespace tollgate::cost_sheet
