// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "json_values.hpp"

namespace tollgate::report {

/// Google Benchmark's `context`. `caches` is always there: some readers insist on it.
[[nodiscard]] json google_context(const context& about);

/// Google Benchmark's `benchmarks`: entries of rounds of a case, then its aggregates.
[[nodiscard]] json google_benchmarks(const result& seen);

/// One entry a case, its median.
[[nodiscard]] json google_medians(const result& seen);

} // namespace tollgate::report
