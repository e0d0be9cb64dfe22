// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_key.hpp>
#include <tollgate/report/result.hpp>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tollgate::report {

// Results as files: Google Benchmark's JSON, digests, Bencher's metrics, CSV.
//
//     const std::string text = report::to_json(report::result{});
//     const report::result again = report::read_json(text);
//
// All functions are pure.

/// Writes Google Benchmark's JSON, schema version 1. `context` comes first. `benchmarks` has an
/// `iteration` entry with the medians of each pass, and then the aggregates of each case. A third
/// key, `tollgate`, holds every round once and everything else that read_json needs.
///
/// Each entry is one line. Numbers are independent of the locale and round-trip. A figure that does
/// not exist is left out or null, never NaN. The text is ASCII without control characters but the
/// line feed. A digest is written as a digest.
[[nodiscard]] std::string to_json(const result& run);

/// Writes a digest, which is meant to be kept: the data of tables, summaries and documents, without
/// rounds and samples. It has the keys `context` and `tollgate`. The digest of a digest is the same
/// text. Throws unreadable_result if a figure in it would not be a number.
[[nodiscard]] std::string to_digest(const result& run);

/// Writes the same schema with exactly one `iteration` entry a case, its median: for tools that
/// read one entry per name.
///
/// An example is github-action-benchmark with `tool: googlecpp`. It maps every entry of
/// `benchmarks`, also aggregates. It reads `name`, `real_time` (its value), `time_unit` (its unit,
/// with "/iter" appended), `iterations`, `cpu_time` and `threads`. A file without an entry fails
/// the action. Source: extractGoogleCppResult in src/extract.ts of
/// benchmark-action/github-action-benchmark.
[[nodiscard]] std::string to_ci_json(const result& run);

/// Writes Bencher Metric Format, which Bencher's `json` adapter reads. Each case has the measure
/// `latency`, in ns: `value` is the median, `lower_value` and `upper_value` are the ends of its 95
/// % interval. Both ends are left out if there are too few passes for an interval. A case without
/// rounds has no entry, because `value` is required. Of several cases with one name the first
/// counts.
/// Source: https://bencher.dev/docs/reference/bencher-metric-format
[[nodiscard]] std::string to_bmf(const result& run);

/// Writes CSV in long form, a row for each case and statistic: program, case, statistic, value,
/// unit, samples, clock, host, date, state ("complete" or "partial"). UTF-8, RFC 4180 quoting.
/// Statistics that do not exist have no row.
[[nodiscard]] std::string to_csv(const result& run);

/// Thrown for a text that is not a result of this project. The message says where and why.
class unreadable_result : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Reads the text of to_json or to_digest. Throws unreadable_result.
[[nodiscard]] result read_json(std::string_view text);

/// The content of a file of unknown origin.
struct reading {
    result content; ///< the content
    /// Google Benchmark wrote the file for another program. The result then has the context that
    /// was in the file, and a round for each repetition of a case. The keys of its cases are
    /// guessed from their names; all other members have their defaults. Entries that were skipped
    /// or failed, or have no finite time above zero, are not available. Cases have one name if the
    /// file gives it to several benchmarks. There is at least one case.
    bool foreign = false;
};

/// Guesses the key of a case of another program from its name, which is all that a file has.
///
/// The path ends before the first part `word:value`. After the path, a part with a colon is a
/// parameter if its name is new; any other part is a value without a name. A value is a number if
/// it is written as numbers are in names. The name of the key is always the given one.
[[nodiscard]] measure::case_key guess_key(std::string_view name);

/// The size in bytes of the largest file that is read.
inline constexpr std::size_t largest_file = std::size_t{64} << 20;

/// Reads the text of to_json, of to_digest or of Google Benchmark. It may come from a stranger: a
/// file above `largest_file`, or nested deeper than 32 levels, or with more than 8 million values,
/// is refused before it is parsed. Takes at most some 700 MB besides the text. Throws
/// unreadable_result.
[[nodiscard]] reading read_any_json(std::string_view text);

} // namespace tollgate::report
