// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "json_fields.hpp"

#include <tollgate/report/result.hpp>

#include <optional>
#include <string>
#include <vector>

namespace tollgate::report {

/// One entry of Google Benchmark's `benchmarks`, as far as a sheet can use it.
struct google_entry {
    std::string name; ///< of the case: run_name where there is one
    bool aggregate = false;
    std::string aggregate_name;
    double real_ns = 0;
    double cpu_ns = 0;
    std::uint64_t iterations = 0;
    std::uint64_t threads = 1;
    std::optional<std::string> error; ///< it did not run, and why
};

/// Nothing if it is no entry: of BigO and RMS rows, and of aggregates that are no times.
/// Throws std::invalid_argument if it is one, and wrong.
[[nodiscard]] std::optional<google_entry> read_google_entry(const read_value& from);

/// The cases of a file that another program wrote: a round a repetition; where only aggregates were
/// written, one round with the median.
void add_google_cases(const std::vector<google_entry>& entries, result& seen);

/// The context, of which nothing need be there.
[[nodiscard]] context read_foreign_context(const read_value& from);

} // namespace tollgate::report
