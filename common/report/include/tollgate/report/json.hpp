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

/// Writes Google Benchmark's JSON, schema version 1. The first key is `context`. The second key,
/// `benchmarks`, has several entries for each case. The first entries are `iteration` entries, one
/// for each pass, with the medians of the pass. Then the aggregates follow. The third key,
/// `tollgate`, has every round once, and everything else that read_json needs.
///
/// Each entry is one line. Numbers do not depend on the locale, and read_json reads exactly the
/// written value. A figure that does not exist is left out or null, never NaN. The text is ASCII,
/// and its only control character is the line feed. If the result is a digest, the text is the
/// text of to_digest. If read_json would refuse the text because of its size, the text is a digest
/// with a note that states this.
[[nodiscard]] std::string to_json(const result& run);

/// Writes a digest: the data of tables, summaries and documents, without rounds and samples. A
/// digest is small enough to be kept. It has the keys `context` and `tollgate`. The digest of a
/// digest is the same text. The figures are computed from the samples. If a figure is infinite or
/// NaN, read_json could not read the digest, so the function throws unreadable_result.
[[nodiscard]] std::string to_digest(const result& run);

/// Writes Google Benchmark's JSON with exactly one `iteration` entry for each case, the median. The
/// text is for tools that read one entry for each name.
///
/// An example is github-action-benchmark with `tool: googlecpp`. This action uses every entry of
/// `benchmarks`, also aggregates. It reads `name`, `real_time` (the value), `time_unit` (the unit,
/// to which it appends "/iter"), `iterations`, `cpu_time` and `threads`. The action fails if the
/// file has no entries. Source: extractGoogleCppResult in src/extract.ts of
/// benchmark-action/github-action-benchmark.
[[nodiscard]] std::string to_ci_json(const result& run);

/// Writes Bencher Metric Format, which Bencher's `json` adapter reads. Each case has the measure
/// `latency`, in ns. `value` is the median. `lower_value` and `upper_value` are the ends of the
/// 95 % interval. Both ends are left out if there are too few passes for an interval. A case
/// without rounds has no entry, because `value` is required. If several cases have the same name,
/// only the first of these cases has an entry.
///
/// Source: https://bencher.dev/docs/reference/bencher-metric-format
[[nodiscard]] std::string to_bmf(const result& run);

/// Writes CSV in long form, a row for each case and statistic: program, case, statistic, value,
/// unit, samples, clock, host, date, state ("complete" or "partial"). UTF-8, RFC 4180 quoting.
/// Statistics that do not exist have no row.
[[nodiscard]] std::string to_csv(const result& run);

/// Thrown for a text that is not a result of this project. The message names the place in the text
/// and the reason.
class unreadable_result : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Reads the text of to_json or to_digest. Throws unreadable_result.
[[nodiscard]] result read_json(std::string_view text);

/// The content of a file of unknown origin.
struct reading {
    result content; ///< the result in the file
    /// True if the file is from another project: Google Benchmark wrote it. The result then has the
    /// context of the file, and a round for each repetition of a case. The keys of the cases are
    /// guessed from their names. All other members of the result have their defaults. Entries that
    /// were skipped or failed, and entries without a finite time above zero, become unavailable
    /// cases. If the file has several benchmarks of one name, the result has several cases of this
    /// name. The result has at least one case.
    bool foreign = false;
};

/// Guesses the key of a case of another program from the name of the case. Slashes divide the name
/// into parts.
///
/// The parts before the first part of the form `word:value` are the path. All other parts are
/// parameters. A part `word:value` is a parameter with the name `word`, if no earlier parameter has
/// this name. Any other part is a parameter without a name. A value is a number if it is written
/// like a number, without leading zeros. The name of the key is always the given name.
[[nodiscard]] measure::case_key guess_key(std::string_view name);

/// The size in bytes of the largest file that is read.
inline constexpr std::size_t largest_file = std::size_t{64} << 20;

/// Reads the text of to_json, of to_digest or of Google Benchmark. The text may come from a
/// stranger. Three limits are checked before the text is parsed: at most `largest_file` bytes, at
/// most 32 levels of nesting, and at most 8 million values. The function needs at most about 700 MB
/// in addition to the text. Throws unreadable_result.
[[nodiscard]] reading read_any_json(std::string_view text);

} // namespace tollgate::report
