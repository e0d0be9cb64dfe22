// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_key.hpp>
#include <tollgate/report/result.hpp>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tollgate::report {

/// Google Benchmark's JSON, schema version 1: `context`, then `benchmarks` with an `iteration`
/// entry for each pass, its medians, and then the aggregates of each case. A third key, `tollgate`,
/// holds every round once and the rest, enough to read the whole result back. An entry is a line.
/// Numbers are independent of the locale and round-trip; a figure that does not exist is left out
/// or null, never NaN. It is ASCII, of which a terminal obeys none. A digest is written as what it
/// is. Pure.
[[nodiscard]] std::string to_json(const result& seen);

/// What tables, sheets and documents are made of, without rounds and samples, to be kept: `context`
/// and `tollgate`. The digest of a digest is the same. Throws unreadable_result if a figure in it
/// would be no number. Pure.
[[nodiscard]] std::string to_digest(const result& seen);

/// The same schema with exactly one `iteration` entry a case, its median: for tools that read one
/// entry per name. One such is github-action-benchmark with `tool: googlecpp`: it maps every entry
/// of `benchmarks`, aggregates too if there were any, and reads of each `name`, `real_time` (its
/// value), `time_unit` (its unit, with "/iter" behind), `iterations`, `cpu_time` and `threads`; a
/// file without an entry fails the action.
/// Source: extractGoogleCppResult in src/extract.ts of benchmark-action/github-action-benchmark.
[[nodiscard]] std::string to_ci_json(const result& seen);

/// Bencher Metric Format, which Bencher's `json` adapter reads: for each case the measure
/// `latency`, in ns, with `value`, the median, and the ends of its 95 % interval as `lower_value`
/// and `upper_value`, both left out where there are too few passes for an interval. A case without
/// rounds has no entry: `value` is required. Of several cases with one name the first counts. Pure.
/// Source: https://bencher.dev/docs/reference/bencher-metric-format
[[nodiscard]] std::string to_bmf(const result& seen);

/// Long form, a row for each case and statistic: program, case, statistic, value, unit, samples,
/// clock, host, date, state ("complete" or "partial"). UTF-8, RFC 4180 quoting; statistics that do
/// not exist have no row. Pure.
[[nodiscard]] std::string to_csv(const result& seen);

/// A text that is not a result of ours; the message says where and what.
class unreadable_result : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Reads what to_json or to_digest wrote. Throws unreadable_result.
[[nodiscard]] result read_json(std::string_view text);

/// What a file of unknown origin held.
struct reading {
    result seen;
    /// Google Benchmark wrote it for another program. `seen` has of its context what was there, a
    /// round for each repetition of a case, and of the cases keys that are guessed from their
    /// names; everything else is as in a result of nothing. Entries that were skipped or failed, or
    /// have no finite time above zero, are not available. Cases have one name if the file gives it
    /// to several benchmarks. There is a case.
    bool foreign = false;
};

/// The key of a case of which a file has the name alone: one of another program. A guess. The path
/// ends before the first part `word:value`. Behind it, a part with a colon is a parameter if its
/// name is new, any other part a value without a name; a value is a number if it is written as
/// numbers are in names. The key's name is the given one, whatever it is. Pure.
[[nodiscard]] measure::case_key guess_key(std::string_view name);

/// The largest file that is read.
inline constexpr std::size_t largest_file = std::size_t{64} << 20;

/// Reads what to_json, to_digest or Google Benchmark wrote. It may come from a stranger: too large
/// a file, one nested deeper than 32 levels and one of more than 8 million values are refused
/// before they are parsed. Takes at most some 700 MB besides the text. Throws unreadable_result.
[[nodiscard]] reading read_any_json(std::string_view text);

} // namespace tollgate::report
